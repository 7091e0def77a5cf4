/** Requests to the sites origin that are refused before any page is looked for. */
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AMBIGUOUS } from '../../test/ambiguous-requests.ts';
import { filesOnly } from '../../test/files-only.ts';
import { buildPublishedApp } from './published-app.ts';

const servers: Record<'direct' | 'behind', FastifyInstance> = {} as never;

beforeAll(async () => {
  const parts = { ...filesOnly({} as never, async () => undefined), log: pino({ level: 'silent' }) };
  servers.direct = buildPublishedApp(parts);
  servers.behind = buildPublishedApp({ ...parts, trustProxy: true });
  for (const server of Object.values(servers)) await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));

/** Sends bytes and returns the status of the first response. */
async function statusOf(bytes: string, server: keyof typeof servers = 'direct'): Promise<number> {
  const socket = connect((servers[server].server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return Number(text.split(' ')[1]);
}

test.each(AMBIGUOUS)('a request with %s is refused', async (_name, bytes) => {
  expect(await statusOf(bytes)).toBe(400);
});

describe('a forwarded host', () => {
  const forwarded = (...values: string[]): string =>
    `GET /~/none HTTP/1.1\r\nHost: inner\r\n${values.map((value) => `X-Forwarded-Host: ${value}\r\n`).join('')}Connection: close\r\n\r\n`;

  test.each([[['a', 'b']], [['a, b']], [['a', 'a, b']], [['a', '']], [['user@a']], [['a:99999']], [['a b']]])(
    'is refused from a trusted proxy if it is %j',
    async (values) => {
      expect(await statusOf(forwarded(...values), 'behind')).toBe(400);
      expect(await statusOf(forwarded(...values))).toBe(404);
    },
  );

  test.each([[['a']], [['a', 'A']], [['a:3000, a:3000']], [['[::1]:80']]])(
    'is read from a trusted proxy if it is %j',
    async (values) => {
      expect(await statusOf(forwarded(...values), 'behind')).toBe(404);
    },
  );
});
