/** Streams whose readers are slow, or have missed much. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { listen } from '../../../../../test/event-client.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
});
afterAll(() => app.close());

const WAIT = { timeout: 30_000, interval: 20 };
const ids = Array.from({ length: 100 }, newId);

/** Records events of 10 kB each, so many in one transaction. */
async function record(spaceId: string, count: number): Promise<void> {
  const { organizationId, context } = app;
  await context.transact(async (unit) => {
    for (let n = 0; n < count; n += 1)
      unit.record({
        organizationId,
        spaceId,
        at: context.clock(),
        body: {
          type: 'content',
          revision: newId(),
          base: newId(),
          pages: ids.map((page) => ({ page, changes: ['edited'] })),
          reusableContents: [],
          files: ids,
          omitted: n,
        },
      });
  });
}

interface RawStream {
  /** The end of the reader, which reads nothing before it is told to. */
  socket: Socket;
  /** The end of the service. */
  served: Socket;
}

/** Opens a stream on a socket that is not read. */
async function openRaw(spaceId: string): Promise<RawStream> {
  const { port } = app.server.server.address() as { port: number };
  const connected = once(app.server.server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1');
  const [served] = await connected;
  const head = [
    `GET /v1/spaces/${spaceId}/events HTTP/1.1`,
    'host: a',
    `authorization: Bearer ${app.adminToken}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  return { socket, served };
}

/** Reads a socket from now on. Returns the ids of the events that arrive. */
function readNumbers(socket: Socket): number[] {
  const numbers: number[] = [];
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() as string;
    for (const line of lines) if (/^id: \d+$/.test(line)) numbers.push(Number(line.slice(4)));
  });
  return numbers;
}

test('the events of one transaction have an order, and a stream that missed more than is in memory gets all', async () => {
  const spaceId = await addSpace(app);
  const first = await listen(app, spaceId);
  const lastEventId = first.lastEventId as string;
  for (let turn = 0; turn < 6; turn += 1) await record(spaceId, 200);
  await expect.poll(() => first.logged.length, WAIT).toBe(1200);
  expect(first.logged.map(({ omitted }) => omitted)).toEqual(Array.from({ length: 1200 }, (_, n) => n % 200));
  const numbers = first.logged.map(({ id }) => Number(id));
  expect(numbers).toEqual(numbers.map((_, n) => Number(lastEventId) + 1 + n));
  const second = await listen(app, spaceId, { lastEventId });
  await expect.poll(() => second.logged.length, WAIT).toBe(1200);
  expect(second.logged).toEqual(first.logged);
  await record(spaceId, 1);
  for (const client of [first, second]) {
    await expect.poll(() => client.logged.length, WAIT).toBe(1201);
    await client.close();
  }
});

test('whoever has missed too much is told to read everything anew', async () => {
  const spaceId = await addSpace(app);
  const first = await listen(app, spaceId);
  const lastEventId = first.lastEventId as string;
  await first.close();
  const { organizationId, context } = app;
  await context.transact(async (unit) => {
    for (let n = 0; n < 5001; n += 1)
      unit.record({ organizationId, spaceId, at: context.clock(), body: { type: 'checks' } });
  });
  const again = await listen(app, spaceId, { lastEventId });
  await expect
    .poll(() => again.ofType('reset'), WAIT)
    .toEqual([{ type: 'reset', id: String(Number(lastEventId) + 5001) }]);
  expect(again.logged).toEqual([]);
  const one = await listen(app, spaceId, { lastEventId: String(Number(lastEventId) + 1) });
  await expect.poll(() => one.logged.length, WAIT).toBe(5000);
  for (const client of [again, one]) await client.close();
});

test('a reader who does not read is not buffered for, and gets everything in order when they read', async () => {
  const spaceId = await addSpace(app);
  const watching = await listen(app, spaceId);
  const { socket, served } = await openRaw(spaceId);
  for (let turn = 0; turn < 15; turn += 1) await record(spaceId, 200);
  await expect.poll(() => watching.logged.length, WAIT).toBe(3000);
  expect(served.writableLength).toBeGreaterThan(0);
  expect(served.writableLength).toBeLessThan(300_000);
  const numbers = readNumbers(socket);
  await expect.poll(() => numbers.length, WAIT).toBe(3001);
  expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] as number) + n));
  socket.destroy();
  await watching.close();
});

test('a reader who reads nothing for 30 seconds is cut off, and one who reads slowly is not', async () => {
  const spaceId = await addSpace(app);
  const watching = await listen(app, spaceId);
  const [idle, slow] = [await openRaw(spaceId), await openRaw(spaceId)];
  for (let turn = 0; turn < 15; turn += 1) await record(spaceId, 200);
  await expect.poll(() => watching.logged.length, WAIT).toBe(3000);
  for (const { served } of [idle, slow]) expect(served.writableLength).toBeGreaterThan(0);
  // The clock is moved between the checks, which come each second.
  const now = performance.now.bind(performance);
  let skipped = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skipped);
  const takenBy = ({ served }: RawStream) => served.bytesWritten - served.writableLength;
  try {
    for (let turn = 0; turn < 4; turn += 1) {
      const before = takenBy(slow);
      while (takenBy(slow) === before) {
        slow.socket.read();
        await sleep(5);
      }
      await expect.poll(() => slow.served.writableLength, WAIT).toBeGreaterThan(0);
      // A check sees what was taken before the clock moves on.
      await sleep(1100);
      if (turn === 0) expect(idle.served.destroyed).toBe(false);
      skipped += 14_000;
    }
    expect([idle.served.destroyed, slow.served.destroyed]).toEqual([true, false]);
    // Nothing was heard twice or skipped by the reader who stayed.
    const numbers = readNumbers(slow.socket);
    await expect.poll(() => numbers.at(-1), WAIT).toBe(Number(watching.lastEventId));
    expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] as number) + n));
  } finally {
    vi.restoreAllMocks();
  }
  idle.socket.resume();
  await once(idle.socket, 'close');
  slow.socket.destroy();
  await watching.close();
});
