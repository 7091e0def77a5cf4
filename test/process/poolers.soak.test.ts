import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { connectDatabase } from '../../apps/server/platform/db/connect.ts';
import { type Listener, startListener } from '../../apps/server/platform/db/listener.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type Pooler, startPgBouncer } from './pgbouncer.ts';
import { createSetup, freePorts, request, type Setup, TEST_TIMEOUT_MS, waitFor } from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

const TOKEN = 'token-of-the-administrator-0123456789';
const SHARED = /DATABASE_URL leads to a pooler that shares the sessions[\s\S]*session pooling\./;
const DEAF = /does not deliver notifications[\s\S]*session pooling\./;

let database: TestDatabase;
/** What the service connects to, and what the pooler does: the server itself listens on a socket only. */
let proxy: DatabaseProxy;
let upstream: DatabaseProxy;
let setup: Setup;
let pooler: Pooler | undefined;
let listener: Listener | undefined;
let name: string;

beforeEach(async () => {
  database = await createTestDatabase();
  name = database.connection.database;
  [proxy, upstream] = [
    await startDatabaseProxy(inject('databaseServer')),
    await startDatabaseProxy(inject('databaseServer')),
  ];
  setup = await createSetup();
});
afterEach(async () => {
  await listener?.close();
  await setup.clean();
  await pooler?.close();
  [listener, pooler] = [undefined, undefined];
  await proxy.close();
  await upstream.close();
  await database.drop();
});

const pool = async (settings: Record<string, string | number>): Promise<Pooler> => {
  pooler = await startPgBouncer(new URL(upstream.url(name)), settings);
  return pooler;
};
const environment = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  LECTERN_SECRET: randomBytes(32).toString('hex'),
  LECTERN_ADMIN_TOKEN: TOKEN,
});

const SHARING: Record<string, string | number>[] = [
  { pool_mode: 'transaction' },
  { pool_mode: 'transaction', default_pool_size: 1 },
  { pool_mode: 'transaction', server_round_robin: 1, min_pool_size: 3 },
  { pool_mode: 'transaction', server_reset_query_always: 1 },
  { pool_mode: 'statement' },
];

describe('a pooler that shares sessions', () => {
  test.each(SHARING)('is refused at the start: %j', async (settings) => {
    const { url } = await pool(settings);
    const refused = connectDatabase({ url: url(name), poolSize: 2, log: silentLog });
    await expect(refused).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(SHARED),
    });
  });

  test('is refused by the service and by commands, in one line', async () => {
    const { url } = await pool({ pool_mode: 'transaction' });
    const [api, sites] = await freePorts();
    const ports = { LECTERN_PORT: api, LECTERN_SITES_PORT: sites };
    for (const command of [['serve'], ['migrate']]) {
      const { code, errors } = await setup.run(command, { ...environment(url(name)), ...ports });
      expect(code).toBe(1);
      expect(errors).toMatch(SHARED);
      expect(errors.trim().split('\n')).toHaveLength(1);
    }
  });

  test('that takes the place of the server is noticed: nothing is read or written until it is gone', async () => {
    const { port } = await pool({ pool_mode: 'transaction' });
    const service = await setup.serve(environment(proxy.url(name)));
    const ask = (method = 'GET') =>
      request<{ items: { id: string }[] }>(
        service,
        TOKEN,
        '/v1/orgs',
        method === 'GET' ? {} : { method, body: { title: 'Organization' } },
      );
    expect((await ask()).status).toBe(200);
    proxy.redirect(port);
    await waitFor('the service to notice', async () => SHARED.test(service.output()));
    await waitFor('a refusal', async () => (await ask()).status === 503);
    const refused = await fetch(`${service.url}/v1/orgs`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await ask('POST')).status).toBe(503);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    proxy.redirect();
    await waitFor('the service to go on', async () => (await ask()).status === 200);
    expect((await ask('POST')).status).toBe(201);
  });
});

test('a pooler that keeps sessions works', async () => {
  const { url } = await pool({ pool_mode: 'session', default_pool_size: 30 });
  const service = await setup.serve(environment(url(name)));
  const made = await request(service, TOKEN, '/v1/orgs', {
    method: 'POST',
    body: { title: 'Through a pooler' },
  });
  expect(made.status).toBe(201);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(await service.stop()).toMatchObject({ code: 0, errors: '' });
});

describe('a listener that hears nothing', () => {
  const listen = (events: string[]): Promise<Listener> =>
    startListener({
      url: proxy.url(name),
      channels: ['news'],
      onMessage: (_channel, payload) => events.push(payload),
      onLost: () => events.push('lost'),
      onRestored: () => events.push('restored'),
      onProblem: (reason) => events.push(reason),
      onConnected: async () => {},
    });

  test('is refused at the start', async () => {
    proxy.deafen();
    await expect(listen([])).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(DEAF),
    });
  });

  test('is noticed while it runs, although its connection works, and so is that it hears again', async () => {
    const events: string[] = [];
    listener = await listen(events);
    expect(events).toEqual(['restored']);
    proxy.deafen();
    await expect.poll(() => events).toEqual(['restored', 'lost', expect.stringMatching(DEAF)]);
    proxy.restore();
    await expect.poll(() => events.at(-1)).toBe('restored');
    await database.sql`select pg_notify('news', 'heard')`;
    await expect.poll(() => events.at(-1)).toBe('heard');
  });
});
