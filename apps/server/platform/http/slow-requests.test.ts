import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildBareTestApp } from '../../../../test/bare-app.ts';
import { filesOnly } from '../../../../test/files-only.ts';
import { buildPublishedApp } from '../../../sites/published-app.ts';
import { readConfig } from '../config.ts';
import { limitSlowRequests } from './slow-requests.ts';

let app: FastifyInstance;

async function listen(requestSeconds: number): Promise<void> {
  app = await buildBareTestApp({
    config: { limits: { ...readConfig({}).limits, requestSeconds } },
    addRoutes: (routes) => {
      routes.post(
        '/v1/public',
        { config: { access: 'public' }, schema: { hide: true, body: Type.Object({}) } },
        async () => ({}),
      );
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}
afterEach(() => app.close());

const open = (server = app): Socket =>
  connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');

/** A request that announces a large body and sends only its beginning. */
const startBody = (line: string): string =>
  `${line} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"`;

/** Everything that arrives until the server closes the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe('a request that is refused', () => {
  beforeEach(() => listen(60));

  test.each([
    ['an unknown URL', 'POST /v1/nothing', 404],
    ['a method that the URL does not support', 'DELETE /v1/things', 405],
    ['an operation that is not here', 'POST /v1/orgs/x/sites', 501],
    ['no token', 'POST /v1/things', 401],
  ])('for %s is answered before its body arrives', async (_why, line, status) => {
    const socket = open();
    socket.write(startBody(line));
    const [response] = await once(socket, 'data');
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
  });

  test('leaves the connection usable to a client that sends the rest of the body', async () => {
    const socket = open();
    socket.write('POST /v1/nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n{}');
    const [refusal] = await once(socket, 'data');
    expect(refusal).toMatch(/^HTTP\/1.1 404 /);
    socket.write('  GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('is not the only one: 200 slow bodies to unknown URLs are all closed', async () => {
    const sockets = Array.from({ length: 200 }, () => open());
    const closed = sockets.map((socket) => once(socket.on('error', () => {}).resume(), 'close'));
    for (const socket of sockets) socket.write(startBody('POST /nope') + 'a'.repeat(50_000));
    await Promise.all(closed);
    const left = await new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    expect(left).toBe(0);
  });
});

describe('a request that arrives too slowly', () => {
  beforeEach(() => listen(1));

  test.each([
    ['its body', startBody('POST /v1/public')],
    ['its headers', 'GET /v1/ HTTP/1.1\r\nHost: a\r\n'],
    ['anything at all', ''],
  ])('is a 408 while the server waits for %s', async (_what, bytes) => {
    const socket = open();
    socket.write(bytes);
    const response = await readToEnd(socket);
    expect(response).toMatch(/^HTTP\/1.1 408 [\s\S]*"reason":"request-timeout"/);
  });
});

test('headers have less time than a whole request, and a silent connection is closed as well', async () => {
  await listen(60);
  expect(limitSlowRequests({ requestMs: 60_000, silenceMs: 120_000 })).toEqual({
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
  });
});

test('a public route accepts only small bodies, because anybody can send many of them', async () => {
  await listen(60);
  const response = await app.inject({
    method: 'POST',
    url: '/v1/public',
    payload: { a: 'a'.repeat(100_000) },
  });
  expect(response.statusCode).toBe(413);
  const small = await app.inject({ method: 'POST', url: '/v1/public', payload: { a: 'a'.repeat(90_000) } });
  expect(small.statusCode).toBe(200);
});

test('the sites origin refuses an unknown URL before its body arrives, too', async () => {
  app = buildPublishedApp({
    log: pino({ level: 'silent' }),
    ...filesOnly(undefined as never, async () => undefined),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = open();
  socket.write(startBody('POST /nope'));
  const [response] = await once(socket, 'data');
  expect(response).toMatch(/^HTTP\/1.1 405 [\s\S]*"reason":"method-not-allowed"/);
  await once(socket.resume(), 'close');
});
