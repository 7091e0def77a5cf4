/** Processes that reach the database through PgBouncer in transaction mode, and hear of changes through Redis. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { readDatabaseSource } from '../../apps/server/platform/db/database-source.ts';
import { verifyOwnSessions } from '../../apps/server/platform/db/session-identity.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type Pooler, startPgBouncer } from './pgbouncer.ts';
import {
  createSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

const TOKEN = 'token-of-the-administrator-0123456789';

let database: TestDatabase;
let upstream: DatabaseProxy;
let pooler: Pooler;
let redis: RedisServer;
let receiver: WebhookReceiver;
let setups: Setup[];
let environment: Record<string, string>;
let first: RunningService;
let second: RunningService;

beforeEach(async () => {
  database = await createTestDatabase();
  const name = database.connection.database;
  upstream = await startDatabaseProxy(inject('databaseServer'));
  pooler = await startPgBouncer(new URL(upstream.url(name)), {
    pool_mode: 'transaction',
    default_pool_size: 20,
  });
  redis = await startRedis();
  receiver = await startWebhookReceiver();
  environment = {
    DATABASE_URL: pooler.url(name),
    DATABASE_DIRECT_URL: upstream.url(name),
    LECTERN_EVENTS_URL: redis.url,
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_ALLOW_PRIVATE_NETWORKS: '1',
  };
  setups = [await createSetup(), await createSetup()];
  [first, second] = (await Promise.all(setups.map((setup) => setup.serve(environment)))) as [
    RunningService,
    RunningService,
  ];
});
afterEach(async () => {
  for (const setup of setups) await setup.clean();
  await receiver.close();
  await redis.kill();
  await pooler.close();
  await upstream.close();
  await database.drop();
});

const readWays = async (service: RunningService): Promise<unknown> =>
  ((await (await fetch(`${service.url}/readyz`)).json()) as { events?: unknown }).events;

const untilHeard = async (...ways: string[]): Promise<void> => {
  for (const service of [first, second])
    await waitFor(
      `changes to arrive by ${ways}`,
      async () => JSON.stringify(await readWays(service)) === JSON.stringify(ways),
      () => service.output(),
    );
};

/** Revokes a token in the first process that the second one has in memory. */
async function revokeKnownToken(): Promise<string> {
  const made = await request<{ id: string; token: string }>(first, TOKEN, '/v1/user/tokens', {
    method: 'POST',
    body: { title: 'To be revoked' },
  });
  expect((await request(second, made.body.token, '/v1/user')).status).toBe(200);
  const { status } = await request(first, TOKEN, `/v1/user/tokens/${made.body.id}`, { method: 'DELETE' });
  expect(status).toBeLessThan(300);
  return made.body.token;
}
const isRevoked = async (token: string): Promise<boolean> =>
  (await request(second, token, '/v1/user')).status === 401;

test('the pooler does share sessions, processes hear of each other’s changes, and no password is logged', async () => {
  await expect(verifyOwnSessions(readDatabaseSource({ url: environment.DATABASE_URL }))).rejects.toThrow(
    'shares the sessions',
  );
  await untilHeard('broker');
  const token = await revokeKnownToken();
  await waitFor('the other process to hear of it', () => isRevoked(token));
  const listeners = await database.sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'lectern listener'`;
  expect(listeners).toHaveLength(0);
  for (const service of [first, second]) {
    const { code, output, errors } = await service.stop();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).not.toContain(redis.password);
  }
});

test('without the broker, nothing is answered from memory, and changes are seen at once', async () => {
  await untilHeard('broker');
  await redis.kill();
  await untilHeard();
  for (let round = 0; round < 5; round += 1) expect(await isRevoked(await revokeKnownToken())).toBe(true);
  await redis.start();
  await untilHeard('broker');
  const token = await revokeKnownToken();
  await waitFor('the other process to hear of it', () => isRevoked(token));
});

test('jobs of a killed process are begun again by another one when its lease has ended', async () => {
  const { body: organizations } = await request<{ items: { id: string }[] }>(first, TOKEN, '/v1/orgs');
  const webhooks = `/v1/orgs/${organizations.items[0]?.id}/webhooks`;
  const { body: webhook } = await request(first, TOKEN, webhooks, {
    method: 'POST',
    body: { title: 'A', url: receiver.url, events: ['page.created'] },
  });
  receiver.answer = () => (receiver.requests.length === 1 ? { status: 204 } : 'nothing');
  // The first process alone runs jobs until the second delivery has begun.
  await second.stop();
  const sent: unknown[] = [];
  for (let n = 0; n < 4; n += 1)
    sent.push((await request(first, TOKEN, `${webhooks}/${webhook.id}/test`, { method: 'POST' })).body.id);
  await waitFor('the second delivery', async () => receiver.requests.length === 2);
  first.kill('SIGKILL');
  await first.ended;
  receiver.answer = () => ({ status: 204 });
  const other = await (setups[1] as Setup).serve(environment);
  // The pages of the first site are delivered, too.
  const list = () =>
    receiver.requests.map(({ headers }) => headers['x-lectern-delivery']).filter((id) => sent.includes(id));
  await waitFor('every delivery', async () => list().length === 5);
  const [one, two, three, four] = sent;
  expect(list()).toEqual([one, two, two, three, four]);
  expect((await other.stop()).code).toBe(0);
});

test('spaces are transferred and content is swept on sessions past the pooler', async () => {
  const made = await request<{ id: string }>(first, TOKEN, '/v1/orgs', {
    method: 'POST',
    body: { title: 'Other' },
  });
  const { body: organizations } = await request<{ items: { id: string }[] }>(first, TOKEN, '/v1/orgs');
  const from = organizations.items.find(({ id }) => id !== made.body.id)?.id;
  const space = await request<{ id: string }>(first, TOKEN, `/v1/orgs/${from}/spaces`, {
    method: 'POST',
    body: { title: 'Moving' },
  });
  const moved = await request<{ organization: string }>(
    first,
    TOKEN,
    `/v1/spaces/${space.body.id}/transfer`,
    {
      method: 'POST',
      body: { organization: made.body.id },
    },
  );
  expect(moved.status).toBeLessThan(300);
  await waitFor('the space to move', async () => {
    const { body } = await request<{ organization: string }>(first, TOKEN, `/v1/spaces/${space.body.id}`);
    return body.organization === made.body.id;
  });
});
