import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import {
  createSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';

let database: TestDatabase;
let proxy: DatabaseProxy;
let setups: Setup[];
let first: RunningService;
let second: RunningService;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('databaseServer'));
  setups = [await createSetup(), await createSetup()];
  const environment = {
    DATABASE_URL: proxy.url(database.connection.database),
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  };
  [first, second] = (await Promise.all(setups.map((setup) => setup.serve(environment)))) as [
    RunningService,
    RunningService,
  ];
});
afterEach(async () => {
  for (const setup of setups) await setup.clean();
  await proxy.close();
  await database.drop();
});

async function addSpace(): Promise<string> {
  const organizations = await request<{ items: { id: string }[] }>(first, TOKEN, '/v1/orgs');
  const path = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const body = { title: 'Before' };
  return (await request<{ id: string }>(first, TOKEN, path, { method: 'POST', body })).body.id;
}

async function lock(service: RunningService, spaceId: string, editMode: 'locked' | 'live'): Promise<void> {
  const path = `/v1/spaces/${spaceId}`;
  const response = await request(service, TOKEN, path, { method: 'PATCH', body: { editMode } });
  expect(response.status).toBe(200);
}

/** An import into a locked space is refused, by what the process has in memory about the space. */
async function isLocked(service: RunningService, spaceId: string): Promise<boolean> {
  const body = { url: 'https://git.example.com/docs.git', ref: 'main' };
  const path = `/v1/spaces/${spaceId}/git/import`;
  return (await request(service, TOKEN, path, { method: 'POST', body })).status === 409;
}

test(
  'two processes on one database: exactly one makes the administrator, and each hears of the other’s changes',
  async () => {
    const firsts = [first, second].filter((service) => service.output().includes('This is the first start'));
    expect(firsts).toHaveLength(1);

    const spaceId = await addSpace();
    expect(await isLocked(second, spaceId)).toBe(false);
    await lock(first, spaceId, 'locked');
    await waitFor('the other process to hear of it', () => isLocked(second, spaceId));
    await lock(second, spaceId, 'live');
    await waitFor('the other process to hear of it', async () => !(await isLocked(first, spaceId)));

    const made = await request<{ id: string; token: string }>(first, TOKEN, '/v1/user/tokens', {
      method: 'POST',
      body: { title: 'To be revoked' },
    });
    expect((await request(second, made.body.token, '/v1/user')).status).toBe(200);
    const path = `/v1/user/tokens/${made.body.id}`;
    expect((await request(first, TOKEN, path, { method: 'DELETE' })).status).toBeLessThan(300);
    expect((await request(first, made.body.token, '/v1/user')).status).toBe(401);
    await waitFor(
      'the other process to hear of it',
      async () => (await request(second, made.body.token, '/v1/user')).status === 401,
    );

    for (const service of [first, second]) expect((await service.stop()).code).toBe(0);
  },
  TEST_TIMEOUT_MS,
);

test(
  'processes that lose their database trust nothing that they remember, and go on when it is back',
  async () => {
    const spaceId = await addSpace();
    for (const service of [first, second]) expect(await isLocked(service, spaceId)).toBe(false);
    proxy.cut();
    await waitFor(
      'the first process to answer',
      async () => (await request(first, TOKEN, `/v1/spaces/${spaceId}`)).status === 200,
    );
    await lock(first, spaceId, 'locked');
    await waitFor('the other process to hear of it', () => isLocked(second, spaceId));
    for (const service of [first, second]) {
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      expect(await service.stop()).toMatchObject({ code: 0, errors: '' });
    }
  },
  TEST_TIMEOUT_MS,
);
