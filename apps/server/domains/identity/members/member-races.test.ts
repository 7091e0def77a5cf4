/** Whatever two administrators do to each other at once, at least one administrator remains. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  type AddedUser,
  addMember,
  addOrganization,
  addServiceToken,
  addUser,
} from '../../../../../test/factories.ts';
import { countWaiting } from '../../../../../test/locks.ts';
import { lockMembers } from './members.queries.ts';

let app: TestApp;
/** A second process without notifications, so that it decides by its cache. */
let beside: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  beside = await buildTestApp({ beside: app });
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

interface Duel {
  url: string;
  service: string;
  one: AddedUser;
  other: AddedUser;
}

/** An organization with two administrators. */
async function prepare(): Promise<Duel> {
  const one = await addUser(app);
  const { organizationId } = await addOrganization(app, { creatorId: one.userId });
  const other = await addMember(app, { role: 'admin', organizationId });
  const service = await addServiceToken(app, { role: 'admin', organizationId });
  return { url: `/v1/orgs/${organizationId}/members`, service, one, other };
}

type Act = (
  process: TestApp,
  duel: Duel,
  target: AddedUser,
  actor: AddedUser,
) => ReturnType<TestApp['request']>;

const demote: Act = (process, { url }, { userId }, { token }) =>
  process.request('PATCH', `${url}/${userId}`, { token, body: { role: 'read' } });
const remove: Act = (process, { url }, { userId }, { token }) =>
  process.request('DELETE', `${url}/${userId}`, { token });
const leave: Act = (process, { url }, { token }) => process.request('DELETE', `${url}/me`, { token });
const stepDown: Act = (process, { url }, { token }) =>
  process.request('PATCH', `${url}/me`, { token, body: { role: null } });

/** Lets both requests come to where they wait for each other, then lets go. */
async function atOnce<T>(duel: Duel, requests: () => Promise<T>[]): Promise<T[]> {
  const organizationId = duel.url.split('/')[3] as string;
  let responses: Promise<T[]> = Promise.resolve([]);
  await app.context.transact(async ({ trx }) => {
    await lockMembers(trx, organizationId);
    const sent = requests();
    responses = Promise.all(sent);
    while ((await countWaiting(app)) < sent.length) await new Promise(setImmediate);
  });
  return responses;
}

async function administratorsOf({ url, service }: Duel): Promise<number> {
  return (await app.request('GET', `${url}?role=admin`, { token: service })).json().count;
}

const ACTS = { demote, remove, leave, stepDown };
type Name = keyof typeof ACTS;

describe.each<[Name, Name]>([
  ['demote', 'demote'],
  ['remove', 'remove'],
  ['demote', 'remove'],
  ['leave', 'leave'],
  ['stepDown', 'stepDown'],
  ['leave', 'demote'],
])('%s and %s', (first, second) => {
  test('at once: one administrator stays, one call is refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const duel = await prepare();
      const { one, other, url } = duel;
      for (const [process, { token }] of [
        [app, one],
        [beside, other],
      ] as const) {
        expect((await process.request('GET', url, { token })).statusCode).toBe(200);
      }
      const responses = await atOnce(duel, () => [
        ACTS[first](app, duel, other, one),
        ACTS[second](beside, duel, one, other),
      ]);
      const statuses = responses.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
      expect(statuses.filter((status) => status === 200 || status === 204)).toHaveLength(1);
      expect(await administratorsOf(duel)).toBe(1);
    }
  });
});

test('the same member removed twice at once is removed once', async () => {
  const duel = await prepare();
  const { userId } = await addMember(app, { role: 'read', organizationId: duel.url.split('/')[3] as string });
  const responses = await atOnce(duel, () =>
    [duel.one, duel.other].map(({ token }) => app.request('DELETE', `${duel.url}/${userId}`, { token })),
  );
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
  const events = await app.database.sql`select 1 from audit_event where target_id = ${userId}`;
  expect(events).toHaveLength(1);
});

test('of many changes of the same member each that changed something is told once, in order', async () => {
  const duel = await prepare();
  const { userId } = await addMember(app, { role: 'read', organizationId: duel.url.split('/')[3] as string });
  const roles = ['edit', 'create', null];
  const responses = await atOnce(duel, () =>
    roles.map((role) =>
      app.request('PATCH', `${duel.url}/${userId}`, {
        token: duel.one.token,
        body: { role },
      }),
    ),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const events = await app.database.sql`
    select payload from audit_event where target_id = ${userId} order by event_id`;
  const steps = events.map(({ payload }) => [payload.before.role, payload.after.role]);
  expect(steps).toHaveLength(3);
  expect(steps.map(([before]) => before)).toEqual(['read', ...steps.slice(0, -1).map(([, after]) => after)]);
});

test('somebody who is taken out of the last two organizations at once loses every token', async () => {
  const user = await addUser(app);
  const duels = [await prepare(), await prepare()];
  for (const { url } of duels) {
    const organizationId = url.split('/')[3] as string;
    await app.context.db
      .insertInto('member')
      .values({ organization_id: organizationId, user_id: user.userId, role: 'read', joined_at: new Date() })
      .execute();
  }
  let responses: Promise<{ statusCode: number }[]> = Promise.resolve([]);
  await app.context.transact(async ({ trx }) => {
    await trx
      .selectFrom('user_account')
      .select('user_id')
      .where('user_id', '=', user.userId)
      .forNoKeyUpdate()
      .execute();
    responses = Promise.all(
      duels.map(({ url, one }) => app.request('DELETE', `${url}/${user.userId}`, { token: one.token })),
    );
    while ((await countWaiting(app)) < 2) await new Promise(setImmediate);
  });
  expect((await responses).map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  expect((await app.request('GET', '/v1/user', { token: user.token })).statusCode).toBe(401);
});
