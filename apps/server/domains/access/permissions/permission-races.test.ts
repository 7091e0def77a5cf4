import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addTeam, grantRole } from '../../../../../test/factories.ts';
import {
  addClosed,
  eventsOn,
  KINDS,
  urlOf,
} from '../../../../../test/fixtures/access/permissions/permissions.ts';
import { countWaiting } from '../../../../../test/locks.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import { lockMembers } from '../../identity/members/members.queries.ts';
import { removeMember } from '../../identity/members/members.service.ts';
import { deleteTeam } from '../../identity/teams/teams.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const statusesOf = async (calls: ReturnType<TestApp['request']>[]) =>
  (await Promise.all(calls)).map(({ statusCode }) => statusCode);

/** Sends the calls while the organization is locked, so that all of them wait and then run one after the other. */
async function atOnce(calls: (() => ReturnType<TestApp['request']>)[]): Promise<number[]> {
  let sent: ReturnType<TestApp['request']>[] = [];
  await app.context.transact(async ({ trx }) => {
    await lockMembers(trx, app.organizationId);
    sent = calls.map((call) => call());
    for (const one of sent) void one.then(() => {});
    await expect.poll(() => countWaiting(app)).toBe(calls.length);
  });
  return statusesOf(sent);
}

describe.each(KINDS)('on a %s, at the same time', (kind) => {
  test('the same grant twice is stored and recorded once', async () => {
    const id = await addClosed(app, kind);
    const { userId } = await addMember(app, { role: 'read' });
    const before = (await eventsOn(app, id)).length;
    const give = (body: object) => () => app.request('PATCH', urlOf(kind, id, `/users/${userId}`), { body });
    expect(await atOnce([give({ role: 'edit' }), give({ role: 'edit' })])).toEqual([204, 204]);
    expect((await eventsOn(app, id)).slice(before).map(({ action }) => action)).toEqual([
      'permission.granted',
    ]);
    const take = () => app.request('DELETE', urlOf(kind, id, `/users/${userId}`));
    expect((await atOnce([take, take])).sort()).toEqual([205, 404]);
  });

  test('different grants are recorded in the order in which they were made', async () => {
    const id = await addClosed(app, kind);
    const teamId = await addTeam(app);
    const before = (await eventsOn(app, id)).length;
    const give = (role: string) => () =>
      app.request('PATCH', urlOf(kind, id, `/teams/${teamId}`), { body: { role } });
    expect(await atOnce([give('read'), give('admin')])).toEqual([204, 204]);
    const [first, second] = (await eventsOn(app, id)).slice(before) as {
      payload: { before?: object; after: object };
    }[];
    expect(second?.payload.before).toEqual(first?.payload.after);
    const { items } = (await app.request('GET', urlOf(kind, id, '/teams'))).json();
    expect({ role: items[0].permission }).toEqual(second?.payload.after);
  });

  test('a grant to a member who is being removed is a 404', async () => {
    const id = await addClosed(app, kind);
    const { userId } = await addMember(app, { role: 'read' });
    let giving: ReturnType<TestApp['request']> | undefined;
    await app.context.transact(async (unit) => {
      await removeMember(unit, BY_OPERATOR, { organizationId: app.organizationId, userId }, new Date());
      giving = app.request('PATCH', urlOf(kind, id, `/users/${userId}`), { body: { role: 'read' } });
      void giving.then(() => {});
      await expect.poll(() => countWaiting(app)).toBe(1);
    });
    expect((await giving)?.statusCode).toBe(404);
  });

  test('a grant and the deletion of its team, its member or its place end well, whichever comes first', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await addClosed(app, kind);
      const { userId } = await addMember(app, { role: 'read' });
      const teamId = await addTeam(app, { members: [userId] });
      const { organizationId } = app;
      const [users, teams, invited] = await Promise.all([
        app.request('PATCH', urlOf(kind, id, `/users/${userId}`), { body: { role: 'read' } }),
        app.request('PATCH', urlOf(kind, id, `/teams/${teamId}`), { body: { role: 'read' } }),
        app.request('POST', urlOf(kind, id), { body: { role: 'edit', teams: [teamId], users: [userId] } }),
        app.request('DELETE', `/v1/orgs/${organizationId}/members/${userId}`),
        deleteTeam(app.context, BY_OPERATOR, { organizationId, teamId }),
        app.request('DELETE', `/v1/${kind}s/${id}`),
      ]);
      for (const { statusCode } of [users, teams]) expect([204, 404]).toContain(statusCode);
      expect([204, 400, 404]).toContain(invited.statusCode);
      const grants = await app.database.sql`
        select 1 from space_user_grant where user_id = ${userId} union all
        select 1 from collection_user_grant where user_id = ${userId} union all
        select 1 from space_team_grant where team_id = ${teamId} union all
        select 1 from collection_team_grant where team_id = ${teamId}`;
      expect(grants).toHaveLength(0);
    }
  });
});

test('a grant waits for who takes the space away for good, and then finds none', async () => {
  const id = await addClosed(app, 'space');
  const { userId } = await addMember(app, { role: 'read' });
  await grantRole(app, { userId, role: 'read', spaceId: id });
  let giving: ReturnType<TestApp['request']> | undefined;
  await app.context.transact(async ({ trx }) => {
    await trx.deleteFrom('space').where('space_id', '=', id).execute();
    giving = app.request('PATCH', urlOf('space', id, `/users/${userId}`), { body: { role: 'admin' } });
    void giving.then(() => {});
    await expect.poll(() => countWaiting(app)).toBe(1);
  });
  expect((await giving)?.statusCode).toBe(404);
});
