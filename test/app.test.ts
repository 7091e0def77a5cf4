import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { buildTestApp } from './app.ts';

test('a test app closes while a client holds a connection that it has never used', async () => {
  const app = await buildTestApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  await app.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});
