/**
 * Streams of events. `memory`: what 2,000 streams on one process cost. `latency`: from the acknowledged edit in one
 * process to the event in a stream of another, with 200 streams on the space, edit by edit and with several writers.
 * `rate`: how many edits of small pages a second are stored and heard, in one space and in several, and what they cost.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../apps/server/platform/db/embedded/start.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startDatabaseProxy } from '../test/process/database-proxy.ts';
import { createSetup, type RunningService, request } from '../test/process/service-process.ts';
import { addSpace, ENVIRONMENT, processorTime, residentMemory, TOKEN, waitForQuiet } from './service.ts';

const STREAMS = 2000;
const SPACES = 20;
const STREAMS_OF_ONE = 200;
const EDITS = 200;
const WRITERS = 8;
const RATE_SECONDS = 15;
const SETTLE_MS = 10_000;
const MIN_HEARTBEAT_MS = 16_000;

export async function run(parameters: readonly string[] = []): Promise<void> {
  const isWanted = (part: string): boolean => parameters.length === 0 || parameters.includes(part);
  const folder = await temporaryDirectory();
  const server = await startEmbeddedPostgres({
    dataDir: join(folder.path, 'database'),
    log: pino({ level: 'silent' }),
  });
  const proxy = await startDatabaseProxy(server.connection);
  const setups = [await createSetup(), await createSetup()];
  try {
    const environment = {
      ...ENVIRONMENT,
      DATABASE_URL: proxy.url(server.connection.database),
      LECTERN_SECRET: randomBytes(32).toString('hex'),
      LECTERN_EVENT_STREAMS: '10000',
    };
    const services: RunningService[] = [];
    for (const setup of setups) services.push(await setup.serve(environment));
    const [writing, reading] = services as [RunningService, RunningService];
    for (const service of services) await waitForQuiet(service);
    if (isWanted('memory')) await measureMemory(reading);
    if (isWanted('latency')) await measureLatency(writing, reading);
    if (isWanted('rate'))
      for (const [spaces, streams] of [
        [1, 0],
        [1, STREAMS_OF_ONE],
        [SPACES, 0],
        [SPACES, STREAMS_OF_ONE],
      ] as const)
        await measureRate(writing, reading, { spaces, streams });
    for (const service of services) await service.stop();
  } finally {
    for (const setup of setups) await setup.clean();
    await proxy.close();
    await server.stop();
    await folder.remove();
  }
}

/** A stream as text; fetch would cost the machine more than the service. */
class Listener {
  readonly #socket: Socket;
  #text = '';
  onEvent: (data: { type: string; revision?: string }, at: number) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      const at = performance.now();
      const lines = `${this.#text}${chunk}`.split('\n');
      this.#text = lines.pop() as string;
      for (const line of lines) if (line.startsWith('data: ')) this.onEvent(JSON.parse(line.slice(6)), at);
    });
  }

  static async open(service: RunningService, spaceId: string): Promise<Listener> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const listener = new Listener(socket);
    const isOpen = new Promise<void>((resolve) => {
      listener.onEvent = ({ type }) => {
        if (type === 'presence') resolve();
      };
    });
    socket.write(
      `GET /v1/spaces/${spaceId}/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
    );
    await isOpen;
    listener.onEvent = () => {};
    return listener;
  }

  close(): void {
    this.#socket.destroy();
  }
}

async function measureMemory(service: RunningService): Promise<void> {
  const spaces: string[] = [];
  while (spaces.length < SPACES) spaces.push(await addSpace(service, `Space ${spaces.length}`));
  // The code of the route is compiled with the first ones.
  for (let n = 0; n < 50; n += 1) (await Listener.open(service, spaces[n % SPACES] as string)).close();
  await sleep(SETTLE_MS);
  const before = residentMemory(service.pid);
  const listeners: Listener[] = [];
  while (listeners.length < STREAMS)
    listeners.push(await Listener.open(service, spaces[listeners.length % SPACES] as string));
  await sleep(SETTLE_MS + MIN_HEARTBEAT_MS);
  const after = residentMemory(service.pid);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const open = /^lectern_event_streams (\d+)$/m.exec(metrics)?.[1];
  const idle = processorTime(service.pid);
  await sleep(SETTLE_MS);
  const idleShare = ((processorTime(service.pid) - idle) / SETTLE_MS) * 100;
  console.log(
    `${open} streams: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after, ${(after - before).toFixed(0)} MB more; ${idleShare.toFixed(1)} % of a core while nothing happens`,
  );
  for (const listener of listeners) listener.close();
}

async function measureLatency(writing: RunningService, reading: RunningService): Promise<void> {
  const spaceId = await addSpace(writing, 'Busy');
  const path = `/v1/spaces/${spaceId}/content`;
  const arrivals = new Map<string, { first: number; last: number; count: number }>();
  const listeners: Listener[] = [];
  while (listeners.length < STREAMS_OF_ONE) {
    const listener = await Listener.open(reading, spaceId);
    listener.onEvent = ({ revision }, at) => {
      if (revision === undefined) return;
      const known = arrivals.get(revision) ?? { first: at, last: at, count: 0 };
      arrivals.set(revision, { ...known, last: at, count: known.count + 1 });
    };
    listeners.push(listener);
  }
  const pages: string[] = [];
  for (let n = 0; n < WRITERS; n += 1) {
    const change = { operation: 'insert_page', title: `Page ${n}`, document: { markdown: 'Text' } };
    const { body } = await request<{ changes: { page: { id: string } }[] }>(writing, TOKEN, path, {
      method: 'POST',
      body: { changes: [change] },
    });
    pages.push(body.changes[0]?.page.id as string);
  }
  const edit = async (page: string, text: string): Promise<[revision: string, at: number]> => {
    const change = { operation: 'update_page', page, document: { markdown: text } };
    const { status, body } = await request<{ revision: string }>(writing, TOKEN, path, {
      method: 'POST',
      body: { changes: [change] },
    });
    const at = performance.now();
    if (status >= 300) throw new Error(`An edit was refused: ${JSON.stringify(body)}`);
    return [body.revision, at];
  };
  const measure = async (name: string, writers: number, pauseMs: number): Promise<void> => {
    const acknowledged: [string, number][] = [];
    const startedAt = performance.now();
    await Promise.all(
      pages.slice(0, writers).map(async (page, writer) => {
        for (let n = 0; n < EDITS / writers; n += 1) {
          acknowledged.push(await edit(page, `${name} of ${writer}, ${n}`));
          await sleep(pauseMs);
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    for (let turn = 0; turn < 200; turn += 1) {
      if (acknowledged.every(([revision]) => arrivals.get(revision)?.count === STREAMS_OF_ONE)) break;
      await sleep(50);
    }
    const missing = acknowledged.filter(([revision]) => arrivals.get(revision)?.count !== STREAMS_OF_ONE);
    const known = acknowledged.flatMap(([revision, at]) => {
      const arrival = arrivals.get(revision);
      return arrival ? [{ first: arrival.first - at, last: arrival.last - at }] : [];
    });
    const show = (values: number[]): string => {
      const sorted = values.map((value) => Math.max(value, 0)).sort((a, b) => a - b);
      const at = (share: number): string =>
        (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number).toFixed(0);
      return `p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`;
    };
    console.log(
      `${name}, ${(acknowledged.length / seconds).toFixed(0)} edits/s, ${STREAMS_OF_ONE} streams: first stream ${show(known.map(({ first }) => first))}; last stream ${show(known.map(({ last }) => last))}; ${missing.length} edits not heard once by all`,
    );
  };
  await measure('to warm up', 1, 0);
  await measure('one writer', 1, 50);
  await measure(`${WRITERS} writers`, WRITERS, 0);
  for (const listener of listeners) listener.close();
}

/** As many edits as `SPACES` writers get stored, each of a page of its own. */
async function measureRate(
  writing: RunningService,
  reading: RunningService,
  { spaces, streams }: { spaces: number; streams: number },
): Promise<void> {
  const ids: string[] = [];
  while (ids.length < spaces) ids.push(await addSpace(writing, `Rate ${ids.length}`));
  const pages: { path: string; page: string }[] = [];
  for (let n = 0; n < SPACES; n += 1) {
    const path = `/v1/spaces/${ids[n % spaces]}/content`;
    const change = { operation: 'insert_page', title: `Page ${n}`, document: { markdown: 'Text' } };
    const { body } = await request<{ changes: { page: { id: string } }[] }>(writing, TOKEN, path, {
      method: 'POST',
      body: { changes: [change] },
    });
    pages.push({ path, page: body.changes[0]?.page.id as string });
  }
  let heard = 0;
  const listeners: Listener[] = [];
  while (listeners.length < streams) {
    const listener = await Listener.open(reading, ids[listeners.length % spaces] as string);
    listener.onEvent = ({ revision }) => {
      if (revision !== undefined) heard += 1;
    };
    listeners.push(listener);
  }
  const [wrote, read] = [processorTime(writing.pid), processorTime(reading.pid)];
  const startedAt = performance.now();
  const end = startedAt + RATE_SECONDS * 1000;
  let edits = 0;
  await Promise.all(
    pages.map(async ({ path, page }, writer) => {
      for (let n = 0; performance.now() < end; n += 1) {
        const change = { operation: 'update_page', page, document: { markdown: `Text ${n} of ${writer}` } };
        const { status, body } = await request(writing, TOKEN, path, {
          method: 'POST',
          body: { changes: [change] },
        });
        if (status >= 300) throw new Error(`An edit was refused: ${JSON.stringify(body)}`);
        edits += 1;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const expected = (edits * streams) / spaces;
  for (let turn = 0; turn < 200 && heard < expected; turn += 1) await sleep(50);
  const costOf = (service: RunningService, before: number): string =>
    ((processorTime(service.pid) - before) / edits).toFixed(2);
  console.log(
    `${spaces} spaces, ${streams} streams: ${(edits / seconds).toFixed(0)} edits/s, each heard ${(heard / edits).toFixed(1)} times (${heard === expected ? 'all' : `${expected - heard} missing`}); processor time per edit: ${costOf(writing, wrote)} ms where it is written, ${costOf(reading, read)} ms where it is heard`,
  );
  for (const listener of listeners) listener.close();
}
