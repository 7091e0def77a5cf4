import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedNetwork } from '../../../../apps/server/platform/http/guarded-fetch.ts';
import { type GuardedTunnel, openGuardedTunnel, type TunnelOptions } from './guarded-tunnel.ts';

let echo: Server;
let port: number;
beforeAll(async () => {
  echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  port = (echo.address() as AddressInfo).port;
});
afterAll(() => void echo.close());

const open = (more: Partial<TunnelOptions> = {}): Promise<GuardedTunnel> =>
  openGuardedTunnel({
    hostname: 'docs.example',
    port,
    network: createGuardedNetwork({
      allowPrivate: true,
      resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
    }),
    maxBytes: 1_000,
    onTooLarge: () => {},
    ...more,
  });

const field = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);

/** Returns everything that the tunnel answers to these bytes, until it falls silent or closes. */
async function talk(
  tunnel: GuardedTunnel,
  steps: Buffer[],
): Promise<{ answers: Buffer[]; socket: Socket; isClosed: () => boolean }> {
  const socket = connect(Number(new URL(tunnel.proxyUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  const responses: Buffer[] = [];
  for (const step of steps) {
    if (isClosed) break;
    const answered = Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.write(step);
    const [bytes] = (await answered) as [Buffer];
    if (Buffer.isBuffer(bytes)) responses.push(bytes);
  }
  return { answers: responses, socket, isClosed: () => isClosed };
}

const hello = Buffer.from([5, 2, 0, 2]);
const login = (tunnel: GuardedTunnel, password = new URL(tunnel.proxyUrl).password): Buffer =>
  Buffer.concat([Buffer.from([1]), field('tunnel'), field(password)]);
const request = (host: string, to: number): Buffer => {
  const number = Buffer.alloc(2);
  number.writeUInt16BE(to);
  return Buffer.concat([Buffer.from([5, 1, 0, 3]), field(host), number]);
};

describe('the tunnel', () => {
  it('joins the one host and port that it was opened for, and counts', async () => {
    const tunnel = await open();
    const { answers: responses, socket } = await talk(tunnel, [
      hello,
      login(tunnel),
      request('docs.example', port),
      Buffer.from('ping'),
    ]);
    expect(responses[2]?.[1]).toBe(0);
    expect(responses[3]?.toString()).toBe('ping');
    expect(tunnel.receivedBytes()).toBe(4);
    socket.destroy();
    await tunnel.close();
  });

  it('refuses connections to another host or port', async () => {
    for (const [host, to] of [
      ['other.example', port],
      ['docs.example', port + 1],
      ['127.0.0.1', port],
    ] as const) {
      const tunnel = await open();
      const { answers: responses } = await talk(tunnel, [hello, login(tunnel), request(host, to)]);
      expect(responses[2]?.[1]).toBe(2);
      expect(tunnel.failure()).toBe('other-host');
      await tunnel.close();
    }
  });

  it('refuses connections without its password', async () => {
    const tunnel = await open();
    const wrong = await talk(tunnel, [hello, login(tunnel, '0'.repeat(48)), request('docs.example', port)]);
    expect(wrong.answers.map((response) => response[1])).toEqual([2, 1]);
    const none = await talk(tunnel, [Buffer.from([5, 1, 0]), request('docs.example', port)]);
    expect(none.answers.map((response) => response[1])).toEqual([0xff]);
    const rubbish = await talk(tunnel, [Buffer.from('GET / HTTP/1.1\r\n\r\n')]);
    expect(rubbish.answers.map((response) => response[1])).toEqual([0xff]);
    await tunnel.close();
  });

  it('refuses a private address when it connects', async () => {
    const tunnel = await open({
      network: createGuardedNetwork({
        allowPrivate: false,
        resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
      }),
    });
    const { answers: responses } = await talk(tunnel, [hello, login(tunnel), request('docs.example', port)]);
    expect(responses[2]?.[1]).toBe(4);
    expect(tunnel.failure()).toMatchObject({ code: 'refused-address' });
    await tunnel.close();
  });

  it('breaks off when too much has come', async () => {
    let told = 0;
    const tunnel = await open({ maxBytes: 10, onTooLarge: () => (told += 1) });
    const { isClosed, socket } = await talk(tunnel, [
      hello,
      login(tunnel),
      request('docs.example', port),
      Buffer.alloc(100),
    ]);
    if (!isClosed()) await once(socket, 'close');
    expect([told, tunnel.failure()]).toEqual([1, 'too-large']);
    await tunnel.close();
  });
});
