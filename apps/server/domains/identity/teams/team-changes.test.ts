/** The effect of team changes on simultaneous requests and on other processes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type AddedUser, addCollection, addMember, addSpace } from '../../../../../test/factories.ts';
import { countWaiting } from '../../../../../test/locks.ts';
import { giveRole } from '../../../../../test/permissions/people.ts';
import { insertMember } from '../members/insert-members.queries.ts';
import { lockMembers } from '../members/members.queries.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
  other = await buildTestApp({ beside: app, isListening: true });
});
afterAll(async () => {
  await other?.close();
  await app?.close();
});

const teamsUrl = (): string => `/v1/orgs/${app.organizationId}/teams`;
const membersUrl = (teamId: string): string => `${teamsUrl()}/${teamId}/members`;
const memberUrl = (teamId: string, { userId }: Pick<AddedUser, 'userId'>): string =>
  `${membersUrl(teamId)}/${userId}`;
const guest = (): Promise<AddedUser> => addMember(app, { role: null });

async function createTeam(members: AddedUser[] = []): Promise<string> {
  const body = { title: 'A team', members: members.map(({ userId }) => userId) };
  return (await app.request('PUT', teamsUrl(), { body })).json().id;
}

const countMembers = async (teamId: string): Promise<number> =>
  (await app.request('GET', membersUrl(teamId))).json().count;

/** Creates a team with a role on a space, which is in a collection or at the top level. */
async function teamWithSpace(
  members: AddedUser[],
  isBelow = false,
): Promise<{ teamId: string; space: string }> {
  const teamId = await createTeam(members);
  const { organizationId } = app;
  const collectionId = isBelow ? await addCollection(app) : undefined;
  const spaceId = await addSpace(app, collectionId ? { parentId: collectionId } : {});
  const to = collectionId ? { collectionId } : { spaceId };
  await giveRole(app, { organizationId, teamId, role: 'read', ...to });
  return { teamId, space: `/v1/spaces/${spaceId}` };
}

const statusFor = async (where: TestApp, space: string, { token }: AddedUser): Promise<number> =>
  (await where.request('GET', space, { token })).statusCode;

/** Here at once, in the other process when it has heard of it. */
async function expectStatus(space: string, user: AddedUser, status: number): Promise<void> {
  expect(await statusFor(app, space, user)).toBe(status);
  await expect.poll(() => statusFor(other, space, user)).toBe(status);
}

describe('what a team was given, its members have in every process', () => {
  test.each([
    ['a space', false],
    ['a collection above it', true],
  ])('from when they join to when they leave: %s', async (_what, isBelow) => {
    const user = await guest();
    const { teamId, space } = await teamWithSpace([], isBelow);
    await expectStatus(space, user, 404);
    await app.request('PUT', memberUrl(teamId, user));
    await expectStatus(space, user, 200);
    await app.request('DELETE', memberUrl(teamId, user));
    await expectStatus(space, user, 404);
    await app.request('PUT', membersUrl(teamId), {
      body: { memberships: { [user.email]: { role: 'owner' } } },
    });
    await expectStatus(space, user, 200);
    await app.request('PUT', membersUrl(teamId), { body: { remove: [user.email] } });
    await expectStatus(space, user, 404);
  });

  test('until the team is deleted', async () => {
    const users = [await guest(), await guest()];
    const { teamId, space } = await teamWithSpace(users);
    for (const user of users) await expectStatus(space, user, 200);
    expect((await app.request('DELETE', `${teamsUrl()}/${teamId}`)).statusCode).toBe(204);
    for (const user of users) await expectStatus(space, user, 404);
  });

  test('also when very many join and leave at once', async () => {
    const user = await guest();
    const crowd = await addCrowd(150);
    const { teamId, space } = await teamWithSpace([]);
    await expectStatus(space, user, 404);
    await app.request('PUT', membersUrl(teamId), { body: { add: [...crowd, user.userId] } });
    expect(await countMembers(teamId)).toBe(151);
    await expectStatus(space, user, 200);
    await app.request('PUT', membersUrl(teamId), { body: { remove: [...crowd, user.userId] } });
    await expectStatus(space, user, 404);
  });

  test('and who owns the team manages it', async () => {
    const user = await guest();
    const teamId = await createTeam([user]);
    const statusIn = async (where: TestApp): Promise<number> =>
      (await where.request('PUT', membersUrl(teamId), { token: user.token, body: {} })).statusCode;
    for (const [role, status] of [
      ['owner', 204],
      ['member', 403],
    ] as const) {
      await app.request('PUT', memberUrl(teamId, user), { body: { role } });
      expect(await statusIn(app)).toBe(status);
      await expect.poll(() => statusIn(other)).toBe(status);
    }
  });
});

/** Members who were made without a look at any of them. Returns the ids. */
async function addCrowd(count: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into user_account (user_id, email, email_folded, display_name, name_folded, created_at)
    select u, u || '@example.com', u || '@example.com', 'One of many', 'one of many', now()
    from (select gen_random_uuid() as u from generate_series(1, ${count}::int)) many
    returning user_id`.execute(app.context.db);
  const { organizationId, context } = app;
  await context.transact(async ({ trx }) => {
    for (const { user_id: userId } of rows)
      await insertMember(trx, { organizationId, userId, role: 'read', joinedAt: context.clock() });
  });
  return rows.map(({ user_id: userId }) => userId);
}

describe('at once', () => {
  test('the same member added many times is in the team once', async () => {
    const user = await guest();
    const teamId = await createTeam();
    const responses = await Promise.all(
      [app, other, app, other].flatMap((where) => [
        where.request('PUT', memberUrl(teamId, user)),
        where.request('PUT', membersUrl(teamId), { body: { add: [user.email] } }),
      ]),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 204));
    expect(await countMembers(teamId)).toBe(1);
    const events = await app.context.db
      .selectFrom('audit_event')
      .select('action')
      .where('target_id', '=', user.userId)
      .execute();
    expect(events).toEqual([{ action: 'team-member.added' }]);
  });

  test('the same member added and removed is in the team or not', async () => {
    const user = await guest();
    const teamId = await createTeam();
    const responses = await Promise.all(
      [app, other, app, other].flatMap((where) => [
        where.request('PUT', memberUrl(teamId, user)),
        where.request('DELETE', memberUrl(teamId, user)),
      ]),
    );
    for (const { statusCode } of responses) expect([204, 404]).toContain(statusCode);
    expect([0, 1]).toContain(await countMembers(teamId));
  });

  test('crossing lists of many come to an end', async () => {
    const crowd = await addCrowd(60);
    const teamId = await createTeam();
    const bodies = [crowd, crowd.toReversed(), crowd.slice(20), crowd.slice(0, 40)].map((add) => ({ add }));
    const responses = await Promise.all(
      bodies.map((body, n) => (n % 2 ? app : other).request('PUT', membersUrl(teamId), { body })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    expect(await countMembers(teamId)).toBe(60);
  });

  test('a user added to a team that is being deleted is in no team', async () => {
    const user = await guest();
    const teamId = await createTeam();
    const [deleted, added] = await whileLocked(
      () => app.request('DELETE', `${teamsUrl()}/${teamId}`),
      () => other.request('PUT', memberUrl(teamId, user)),
    );
    expect([deleted, added]).toEqual([204, 404]);
  });

  test('a team that takes members in while it is being deleted is deleted', async () => {
    const user = await guest();
    const teamId = await createTeam();
    const [added, deleted] = await whileLocked(
      () => other.request('PUT', membersUrl(teamId), { body: { add: [user.userId] } }),
      () => app.request('DELETE', `${teamsUrl()}/${teamId}`),
    );
    expect([added, deleted]).toEqual([204, 204]);
    expect((await app.request('GET', `${teamsUrl()}/${teamId}`)).statusCode).toBe(404);
  });

  test('a user who is being removed from the organization is added to none of its teams', async () => {
    const [one, many] = [await guest(), await guest()];
    const teamId = await createTeam();
    const [removedOne, addedOne] = await whileLocked(
      () => app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${one.userId}`),
      () => other.request('PUT', memberUrl(teamId, one)),
    );
    expect([removedOne, addedOne]).toEqual([204, 404]);
    const [removed, added] = await whileLocked(
      () => app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${many.userId}`),
      () => other.request('PUT', membersUrl(teamId), { body: { add: [many.email] } }),
    );
    expect([removed, added]).toEqual([204, 400]);
    expect(await countMembers(teamId)).toBe(0);
  });

  test('a user removed without the lock of the organization is not found, either', async () => {
    const user = await guest();
    const teamId = await createTeam();
    let adding: Promise<{ statusCode: number }> | undefined;
    await app.context.transact(async ({ trx }) => {
      await trx.deleteFrom('member').where('user_id', '=', user.userId).execute();
      adding = Promise.resolve(other.request('PUT', memberUrl(teamId, user)));
      await expect.poll(() => countWaiting(app)).toBe(1);
    });
    expect((await adding)?.statusCode).toBe(404);
  });

  test('who leaves the organization after joining leaves the team', async () => {
    const user = await guest();
    const teamId = await createTeam();
    const [added, removed] = await whileLocked(
      () => other.request('PUT', memberUrl(teamId, user)),
      () => app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${user.userId}`),
    );
    expect([added, removed]).toEqual([204, 204]);
    expect(await countMembers(teamId)).toBe(0);
  });
});

/** Both wait for the organization, and get it one after the other. Returns their statuses. */
async function whileLocked(...asked: (() => PromiseLike<{ statusCode: number }>)[]): Promise<number[]> {
  const responses: Promise<{ statusCode: number }>[] = [];
  await app.context.transact(async ({ trx }) => {
    await lockMembers(trx, app.organizationId);
    for (const ask of asked) {
      responses.push(Promise.resolve(ask()));
      await expect.poll(() => countWaiting(app)).toBe(responses.length);
    }
  });
  return (await Promise.all(responses)).map(({ statusCode }) => statusCode);
}
