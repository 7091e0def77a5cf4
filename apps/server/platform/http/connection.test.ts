import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AMBIGUOUS } from '../../../../test/ambiguous-requests.ts';
import { buildBareTestApp } from '../../../../test/bare-app.ts';

let app: FastifyInstance;
let finishSlow: () => void = () => {};
beforeEach(async () => {
  app = await buildBareTestApp({
    addRoutes: (routes) => {
      routes.get('/v1/slow', { config: { access: 'public' }, schema: { hide: true } }, async () => {
        await new Promise<void>((resolve) => {
          finishSlow = resolve;
        });
        return { slow: true };
      });
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

function open(): Socket {
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1');
}

/** Sends bytes and reads until the server closes the connection. */
async function exchange(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = open();
  socket.setEncoding('utf8');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

describe('a request that is not valid, or could mean another host to a proxy', () => {
  test.each<[name: string, bytes: string, status: number]>([
    ['not HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a space in the URL', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no host', 'GET /v1/ HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ...AMBIGUOUS.map(([name, bytes]): [string, string, number] => [name, bytes, 400]),
    ['a URL that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a-pony\r\n\r\n', 417],
  ])('%s is answered in the one error shape', async (_name, bytes, status) => {
    const response = await exchange(bytes);
    expect(response.status).toBe(status);
    expect(response.head).toContain('content-type: application/json');
    const { error } = JSON.parse(response.body);
    expect(error).toEqual({
      code: status,
      reason: expect.any(String),
      message: expect.any(String),
      requestId: expect.any(String),
    });
    expect(response.head).toContain(`x-request-id: ${error.requestId}`);
  });

  test('the service continues after each of them', async () => {
    await exchange('hello\r\n\r\n');
    const response = await exchange('GET /v1/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(response.status).toBe(200);
  });

  test.each([
    ...['a', 'A.example.', 'a:80', 'a:', 'a_b.example:65535', '[::1]', '[::1]:3000', '127.0.0.1:0'].map(
      (host) => ['/v1/', host],
    ),
    ['http://a/v1/', 'a'],
    ['HTTP://A:80/v1/', 'a'],
    ['https://a/v1/', 'a:443'],
    ['http://a:3000/v1/', 'a:3000'],
  ])('but not if it asks for %s at the host %s', async (url, host) => {
    const response = await exchange(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(response.status, response.body).toBe(200);
  });
});

test('Expect: 100-continue is met', async () => {
  const response = await exchange(
    'POST /v1/things HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
  expect(response.status).toBe(100);
  expect(response.body).toMatch(/^HTTP\/1\.1 401/);
});

test('a caller who disconnects in the middle of a body does no harm', async () => {
  const socket = open();
  socket.write(
    'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"a"',
  );
  await once(socket, 'connect');
  socket.destroy();
  expect((await exchange('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).status).toBe(200);
});

test('while the service stops, running requests end, later ones on the connection are answered, and it is not ready', async () => {
  const socket = open();
  socket.setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const ended = once(socket, 'close');
  const request = (url: string) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const started = new Promise<void>((resolve) => app.server.once('request', () => setImmediate(resolve)));
  socket.write(request('/v1/slow'));
  await started;
  const closing = app.close();
  await new Promise((resolve) => setImmediate(resolve));
  const arrived = once(app.server, 'request');
  socket.write(request('/readyz'));
  await arrived;
  finishSlow();
  await ended;
  await closing;
  expect(text).toContain('{"slow":true}');
  expect(text).toMatch(/HTTP\/1\.1 503 [\s\S]*shutting down/);
  expect(text.toLowerCase()).toContain('connection: close');
});
