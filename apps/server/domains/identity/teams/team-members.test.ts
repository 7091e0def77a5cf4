import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  type AddedUser,
  addMember,
  addOrganization,
  addUser,
  addUserToken,
} from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { inviteMember } from '../../../../../test/permissions/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Item {
  organization: { id: string; user: { email?: string }; disabled: boolean };
  team: { role: string };
}
interface List {
  items: Item[];
  count: number;
  next?: { page: string };
}

const teamsUrl = (): string => `/v1/orgs/${app.organizationId}/teams`;
const membersUrl = (teamId: string): string => `${teamsUrl()}/${teamId}/members`;

async function createTeam(members: string[] = []): Promise<string> {
  return (await app.request('PUT', teamsUrl(), { body: { title: 'A team', members } })).json().id;
}

const list = async (teamId: string, query = '', token = app.adminToken): Promise<List> =>
  (await app.request('GET', `${membersUrl(teamId)}?${query}`, { token })).json();

/** Returns the role in the team by user id. */
async function rolesIn(teamId: string): Promise<Record<string, string>> {
  const { items } = await list(teamId, 'limit=1000');
  return Object.fromEntries(items.map(({ organization, team }) => [organization.id, team.role]));
}

const update = (teamId: string, body: object, token = app.adminToken) =>
  app.request('PUT', membersUrl(teamId), { token, body });

const put = (teamId: string, userId: string, body: object = {}, token = app.adminToken) =>
  app.request('PUT', `${membersUrl(teamId)}/${userId}`, { token, body });

const remove = (teamId: string, userId: string, token = app.adminToken) =>
  app.request('DELETE', `${membersUrl(teamId)}/${userId}`, { token });

const someone = (): Promise<AddedUser> => addMember(app, { role: 'read' });

async function addMembers(count: number): Promise<string[]> {
  const members: string[] = [];
  for (let n = 0; n < count; n += 1) members.push((await someone()).userId);
  return members;
}

const pathsOf = (response: { json(): { error: { details: { path: string }[] } } }): string[] =>
  response.json().error.details.map(({ path }) => path);

/** Returns the audit events about members of the team, oldest first. */
async function eventsIn(teamId: string): Promise<object[]> {
  const rows = await app.context.db
    .selectFrom('audit_event')
    .select(['action', 'target_type', 'target_id', 'target_label', 'payload'])
    .where('action', 'like', 'team-member.%')
    .orderBy('event_id')
    .execute();
  return rows.filter(({ payload }) => (payload as { team: { id: string } }).team.id === teamId);
}

describe('the members of a team', () => {
  test('come in the order in which they joined, as both clients know them', async () => {
    const members = await addMembers(5);
    const teamId = await createTeam();
    for (const userId of members) await put(teamId, userId);
    await put(teamId, members[1] as string, { role: 'owner' });
    const all = await list(teamId);
    expect(all.items.map(({ organization }) => organization.id)).toEqual(members);
    expect(all.items.map(({ team }) => team.role)).toEqual(['member', 'owner', 'member', 'member', 'member']);
    expect(all.count).toBe(5);
    const member = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${members[1]}`);
    expect(all.items[1]).toEqual({
      organization: member.json(),
      team: { role: 'owner' },
      permissions: { view: true },
    });
    for (const item of all.items)
      expect(violationsOfClientSchema('OrganizationTeamMember', item)).toEqual([]);
  });

  test('are read page by page, also where many joined at once', async () => {
    const members = await addMembers(7);
    const teamId = await createTeam(members);
    const seen: string[] = [];
    let page = '';
    do {
      const part = await list(teamId, `limit=3${page}`);
      expect(part.count).toBe(7);
      seen.push(...part.items.map(({ organization }) => organization.id));
      page = part.next ? `&page=${encodeURIComponent(part.next.page)}` : '';
    } while (page);
    expect(seen.length).toBe(7);
    expect(new Set(seen)).toEqual(new Set(members));
    const { next } = await list(teamId, 'limit=3');
    const other = await createTeam(members);
    const foreign = `page=${encodeURIComponent(next?.page as string)}`;
    expect((await app.request('GET', `${membersUrl(other)}?${foreign}`)).statusCode).toBe(400);
  });

  test('show their addresses to members, and to guests only their own', async () => {
    const [one, other] = [await someone(), await someone()];
    const guest = await addMember(app, { role: null });
    const teamId = await createTeam([one.userId, other.userId]);
    await put(teamId, guest.userId, { role: 'owner' });
    const emails = async (token: string) =>
      (await list(teamId, '', token)).items.map(({ organization }) => organization.user.email);
    for (const token of [app.adminToken, one.token])
      expect((await emails(token)).sort()).toEqual([one.email, other.email, guest.email].sort());
    expect((await emails(guest.token)).filter((email) => email !== undefined)).toEqual([guest.email]);
  });

  test('may be members who have not accepted yet, for whom it gives nothing', async () => {
    const { userId, token } = await addUser(app);
    await inviteMember(app, { userId, role: 'read' });
    const teamId = await createTeam([userId]);
    expect((await list(teamId)).items[0]).toMatchObject({ organization: { id: userId, disabled: true } });
    await put(teamId, userId, { role: 'owner' });
    expect((await app.request('GET', membersUrl(teamId), { token })).statusCode).toBe(404);
  });

  test('are seen by a guest who owns the team, and by no other guest', async () => {
    const [owner, guest] = [await addMember(app, { role: null }), await addMember(app, { role: null })];
    const teamId = await createTeam([owner.userId, guest.userId]);
    expect((await app.request('GET', membersUrl(teamId), { token: owner.token })).statusCode).toBe(403);
    await put(teamId, owner.userId, { role: 'owner' });
    expect((await list(teamId, '', owner.token)).count).toBe(2);
    expect((await app.request('GET', membersUrl(teamId), { token: guest.token })).statusCode).toBe(403);
  });
});

describe('one member', () => {
  test('joins as a member, keeps the role when nothing is said, and gets another one', async () => {
    const { userId, token } = await someone();
    const teamId = await createTeam();
    const added = await put(teamId, userId);
    expect([added.statusCode, added.body]).toEqual([204, '']);
    expect(await rolesIn(teamId)).toEqual({ [userId]: 'member' });
    await put(teamId, userId, { role: 'owner' });
    await put(teamId, userId);
    expect(await rolesIn(teamId)).toEqual({ [userId]: 'owner' });
    expect((await put(teamId, 'me', { role: 'member' }, token)).statusCode).toBe(204);
    expect(await rolesIn(teamId)).toEqual({ [userId]: 'member' });
    expect((await put(teamId, 'me', { role: 'owner' }, token)).statusCode).toBe(403);
  });

  test('is added by a request without a body', async () => {
    const { userId } = await someone();
    const teamId = await createTeam();
    const response = await app.request('PUT', `${membersUrl(teamId)}/${userId}`);
    expect(response.statusCode).toBe(204);
    expect(await rolesIn(teamId)).toEqual({ [userId]: 'member' });
  });

  test('leaves, and is then not found', async () => {
    const { userId } = await someone();
    const teamId = await createTeam([userId]);
    const response = await remove(teamId, userId);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await list(teamId)).count).toBe(0);
    expect((await remove(teamId, userId)).statusCode).toBe(404);
  });

  test('must belong to the organization', async () => {
    const teamId = await createTeam();
    const stranger = await addUser(app);
    for (const userId of [stranger.userId, newId(), 'nonsense', stranger.email, teamId]) {
      expect((await put(teamId, userId)).statusCode, userId).toBe(404);
      expect((await remove(teamId, userId)).statusCode, userId).toBe(404);
    }
    expect((await put(teamId, stranger.userId, { role: 'boss' })).statusCode).toBe(400);
  });

  test('of another organization’s team is not reached from here', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const made = await app.request('PUT', `/v1/orgs/${organizationId}/teams`, {
      token,
      body: { title: 'Theirs', members: [creatorId] },
    });
    const { userId } = await someone();
    const { id } = made.json();
    expect((await put(id, userId)).statusCode).toBe(404);
    expect((await put(id, creatorId)).statusCode).toBe(404);
    expect((await remove(id, creatorId)).statusCode).toBe(404);
    expect((await update(id, { add: [userId] })).statusCode).toBe(404);
    expect((await app.request('GET', membersUrl(id))).statusCode).toBe(404);
    const [first] = await app.context.db
      .selectFrom('team_member')
      .select('user_id')
      .where('team_id', '=', id)
      .execute();
    expect(first?.user_id).toBe(creatorId);
  });
});

describe('many members at once', () => {
  test('are added, changed and removed by ids and by addresses, and removal wins', async () => {
    const [a, b, c, d, e, f] = [
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
      await someone(),
    ];
    const teamId = await createTeam([a.userId, b.userId, c.userId]);
    await put(teamId, a.userId, { role: 'owner' });
    const response = await update(teamId, {
      add: [a.userId, d.email.toUpperCase(), d.userId, e.userId],
      remove: [b.email, e.email],
      memberships: {
        [c.email]: { role: 'owner' },
        [f.email.toUpperCase()]: { role: 'owner' },
        [b.userId]: { role: 'owner' },
      },
    });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await rolesIn(teamId)).toEqual({
      [a.userId]: 'owner',
      [c.userId]: 'owner',
      [d.userId]: 'member',
      [f.userId]: 'owner',
    });
  });

  test('a user in `add` with a role in `memberships` has that role', async () => {
    const { userId, email } = await someone();
    const teamId = await createTeam();
    await update(teamId, { add: [email], memberships: { [userId]: { role: 'owner' } } });
    expect(await rolesIn(teamId)).toEqual({ [userId]: 'owner' });
  });

  test('nothing asked for is nothing done', async () => {
    const { userId } = await someone();
    const teamId = await createTeam([userId]);
    for (const body of [{}, { add: [] }, { add: [], remove: [], memberships: {} }, { other: 1 }])
      expect((await update(teamId, body)).statusCode).toBe(204);
    expect(await rolesIn(teamId)).toEqual({ [userId]: 'member' });
  });

  test('with somebody unknown is refused as a whole, naming each of them', async () => {
    const [one, other] = [await someone(), await someone()];
    const stranger = await addUser(app);
    const teamId = await createTeam([other.userId]);
    const response = await update(teamId, {
      add: [one.userId, stranger.userId, 'nonsense', newId()],
      remove: [other.userId],
      memberships: { 'nobody@example.com': { role: 'owner' } },
    });
    expect(response.statusCode).toBe(400);
    expect(pathsOf(response)).toEqual(['add.1', 'add.2', 'add.3', 'memberships.nobody@example.com']);
    expect(await rolesIn(teamId)).toEqual({ [other.userId]: 'member' });
  });

  test('does not tell whether an unknown address has an account elsewhere', async () => {
    const { email } = await addUser(app);
    const owner = await someone();
    const teamId = await createTeam([owner.userId]);
    await put(teamId, owner.userId, { role: 'owner' });
    const answerFor = async (address: string) => {
      const { error } = (await update(teamId, { add: [address] }, owner.token)).json();
      return { ...error, requestId: '' };
    };
    expect(await answerFor(email)).toEqual(await answerFor('nobody-at-all@example.com'));
    for (const address of [email, 'nobody-at-all@example.com'])
      expect((await update(teamId, { remove: [address] }, owner.token)).statusCode).toBe(204);
  });

  test('an unknown user is in no team, and need not be removed', async () => {
    const { userId } = await someone();
    const teamId = await createTeam([userId]);
    const unknown = [newId(), 'nonsense', 'nobody@example.com', userId];
    expect((await update(teamId, { remove: unknown })).statusCode).toBe(204);
    expect(await rolesIn(teamId)).toEqual({});
  });

  test('one person with two roles is refused; said twice alike they are one', async () => {
    const { userId, email } = await someone();
    const teamId = await createTeam();
    const memberships = (first: string, second: string) => ({
      memberships: { [userId]: { role: first }, [email]: { role: second } },
    });
    const response = await update(teamId, memberships('owner', 'member'));
    expect(response.statusCode).toBe(400);
    expect(pathsOf(response)).toEqual([`memberships.${email}`]);
    expect((await update(teamId, memberships('owner', 'owner'))).statusCode).toBe(204);
    expect(await rolesIn(teamId)).toEqual({ [userId]: 'owner' });
  });

  test.each([
    ['add', { add: 'a@example.com' }],
    ['add.0', { add: [5] }],
    ['remove.1', { remove: ['a', null] }],
    ['memberships', { memberships: [] }],
    ['memberships.a', { memberships: { a: 'owner' } }],
    ['memberships.a.role', { memberships: { a: {} } }],
    ['memberships.a.role', { memberships: { a: { role: 'boss' } } }],
  ])('refuses a bad %s by its name: %j', async (path, body) => {
    const response = await update(await createTeam(), body);
    expect(response.statusCode).toBe(400);
    expect(pathsOf(response)).toEqual([path]);
  });

  test('are no more than 10,000', async () => {
    const add = Array.from({ length: 10_001 }, () => 'nobody@example.com');
    const response = await update(await createTeam(), { add });
    expect(response.statusCode).toBe(400);
    expect(pathsOf(response)).toEqual(['add']);
  });

  test('leave one event for each who changed, and none for the others', async () => {
    const [a, b, c, d] = [await someone(), await someone(), await someone(), await someone()];
    const teamId = await createTeam([a.userId, b.userId, c.userId]);
    const created = await eventsIn(teamId);
    expect(created.length).toBe(3);
    await update(teamId, {
      add: [a.userId, d.email],
      remove: [b.userId, newId()],
      memberships: { [c.userId]: { role: 'owner' }, [a.userId]: { role: 'member' } },
    });
    const team = { id: teamId, title: 'A team' };
    const event = (action: string, { userId }: AddedUser, payload: object) => ({
      action: `team-member.${action}`,
      target_type: 'member',
      target_id: userId,
      target_label: 'Somebody',
      payload: { team, ...payload },
    });
    const changed = (await eventsIn(teamId)).slice(created.length);
    expect(changed.length).toBe(3);
    expect(changed).toEqual(
      expect.arrayContaining([
        event('added', d, { after: { role: 'member' } }),
        event('updated', c, { before: { role: 'member' }, after: { role: 'owner' } }),
        event('removed', b, { before: { role: 'member' } }),
      ]),
    );
    await put(teamId, d.userId);
    await update(teamId, { add: [a.userId, d.userId] });
    expect((await eventsIn(teamId)).length).toBe(6);
  });
});

describe('the owners of a team', () => {
  test('manage its members, and those of no other team', async () => {
    const [owner, member, newcomer] = [await someone(), await someone(), await someone()];
    const teamId = await createTeam([owner.userId, member.userId]);
    const otherId = await createTeam([owner.userId]);
    await put(teamId, owner.userId, { role: 'owner' });
    for (const { token } of [member, newcomer]) {
      expect((await put(teamId, newcomer.userId, {}, token)).statusCode).toBe(403);
      expect((await remove(teamId, member.userId, token)).statusCode).toBe(403);
      expect((await update(teamId, { add: [newcomer.userId] }, token)).statusCode).toBe(403);
    }
    expect((await update(teamId, { add: [newcomer.email] }, owner.token)).statusCode).toBe(204);
    expect((await put(teamId, newcomer.userId, { role: 'owner' }, owner.token)).statusCode).toBe(204);
    expect((await remove(teamId, member.userId, newcomer.token)).statusCode).toBe(204);
    expect(await rolesIn(teamId)).toEqual({ [owner.userId]: 'owner', [newcomer.userId]: 'owner' });
    expect((await put(otherId, newcomer.userId, {}, owner.token)).statusCode).toBe(403);
  });

  test('may all go: administrators are left', async () => {
    const [owner, member] = [await someone(), await someone()];
    const teamId = await createTeam([member.userId]);
    await put(teamId, owner.userId, { role: 'owner' });
    expect((await remove(teamId, 'me', owner.token)).statusCode).toBe(204);
    expect(await rolesIn(teamId)).toEqual({ [member.userId]: 'member' });
    expect((await put(teamId, owner.userId, {}, owner.token)).statusCode).toBe(403);
    expect((await put(teamId, member.userId, { role: 'owner' })).statusCode).toBe(204);
  });
});
