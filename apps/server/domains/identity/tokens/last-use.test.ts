import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addServiceToken, addUser } from '../../../../../test/factories.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { createLastUse } from './last-use.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
const log = pino({ level: 'silent' });
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

async function actorOf(token: string): Promise<Actor> {
  return (await app.context.pointers.tokens.find(token)) as Actor;
}

async function lastUsedAt({ tokenId }: Actor): Promise<string | undefined> {
  const [row] = await app.database.sql<{ at: Date | null }[]>`
    select last_used_at as at from user_token where token_id = ${tokenId}
    union all select last_used_at from organization_token where token_id = ${tokenId}`;
  return row?.at?.toISOString();
}

test('the first use since the last flush is written down, for users and service accounts', async () => {
  const lastUse = createLastUse({ db: app.context.db, clock: clock.now, log });
  const user = await actorOf((await addUser(app)).token);
  const service = await actorOf(await addServiceToken(app, { role: 'read' }));
  const unused = await actorOf((await addUser(app)).token);
  const first = clock.now().toISOString();
  lastUse.record(user);
  lastUse.record(service);
  clock.advance(1000);
  lastUse.record(user);
  expect(await lastUsedAt(user)).toBeUndefined();
  await lastUse.flush();
  expect([await lastUsedAt(user), await lastUsedAt(service)]).toEqual([first, first]);
  expect(await lastUsedAt(unused)).toBeUndefined();

  lastUse.record(user);
  await lastUse.flush();
  expect([await lastUsedAt(user), await lastUsedAt(service)]).toEqual([clock.now().toISOString(), first]);
});

test('an older use than the one written down changes nothing', async () => {
  const actor = await actorOf((await addUser(app)).token);
  const early = createLastUse({ db: app.context.db, clock: () => new Date('2029-01-01T00:00:00Z'), log });
  const late = createLastUse({ db: app.context.db, clock: () => new Date('2029-01-02T00:00:00Z'), log });
  early.record(actor);
  late.record(actor);
  await late.flush();
  await early.flush();
  expect(await lastUsedAt(actor)).toBe('2029-01-02T00:00:00.000Z');
});

test('what cannot be written now is written at the next flush', async () => {
  const actor = await actorOf((await addUser(app)).token);
  const lastUse = createLastUse({ db: app.context.db, clock: clock.now, log });
  lastUse.record(actor);
  await app.database.sql`alter table user_token rename to user_token_away`;
  await lastUse.flush();
  await app.database.sql`alter table user_token_away rename to user_token`;
  await lastUse.flush();
  expect(await lastUsedAt(actor)).toBe(clock.now().toISOString());
});

test('a revoked token is no obstacle for the others', async () => {
  const [gone, kept] = [await actorOf((await addUser(app)).token), await actorOf((await addUser(app)).token)];
  const lastUse = createLastUse({ db: app.context.db, clock: clock.now, log });
  lastUse.record(gone);
  lastUse.record(kept);
  await app.database.sql`delete from token_directory where token_id = ${gone.tokenId}`;
  await lastUse.flush();
  expect(await lastUsedAt(kept)).toBe(clock.now().toISOString());
});

test('requests that are let in count as use, written down at the latest when the app closes', async () => {
  const other = await buildTestApp({ beside: app });
  const { token } = await addUser(app);
  const { token: refusedToken } = await addUser(app);
  await other.request('GET', '/v1/user', { token });
  await other.request('GET', `/v1/orgs/${app.organizationId}`, { token: refusedToken });
  await other.close();
  expect(await lastUsedAt(await actorOf(token))).toBe(clock.now().toISOString());
  expect(await lastUsedAt(await actorOf(refusedToken))).toBeUndefined();
  const [shown] = (await app.request('GET', '/v1/user/tokens', { token })).json().items;
  expect(shown.lastUsedAt).toBe(clock.now().toISOString());
});
