import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  type AddedUser,
  addMember,
  addOrganization,
  addSite,
  addTeam,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { eventsOn } from '../../../../../test/fixtures/access/permissions/permissions.ts';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';

let app: TestApp;
/** An organization of its own, without other members. */
let organizationId: string;
let token: string;
let creatorId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ organizationId, creatorId } = await addOrganization(app));
  token = await addUserToken(app, creatorId);
});
afterAll(() => app.close());

const urlOf = (siteId: string, path = '') => `/v1/orgs/${organizationId}/sites/${siteId}/permissions${path}`;
const list = async (siteId: string, path: string, by = token) =>
  (await app.request('GET', urlOf(siteId, path), { token: by })).json();

/** A site on which only administrators of the organization have a role. */
async function addClosedSite(level: DefaultLevel = null): Promise<string> {
  const siteId = await addSite(app, { organizationId });
  await app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set({ default_level: level }).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });
  return siteId;
}

/** The role on the site as its answers show it: its administrators may list the permissions. */
async function roleOn(siteId: string, who: AddedUser): Promise<'admin' | 'less' | undefined> {
  const { statusCode } = await app.request('GET', urlOf(siteId, '/users'), { token: who.token });
  return ({ 200: 'admin', 403: 'less' } as const)[statusCode as 200 | 403];
}

test('what a member or a team is given on a site is their role there, and is recorded', async () => {
  const siteId = await addClosedSite();
  const member = await addMember(app, { role: 'create', organizationId });
  const guest = await addMember(app, { role: null, organizationId });
  const teamId = await addTeam(app, { organizationId, title: 'Editors', members: [guest.userId] });
  const on = (path: string, role: string | null) =>
    app.request('PATCH', urlOf(siteId, path), { token, body: { role } });
  for (const [who, path, named] of [
    [member, `/users/${member.userId}`, { user: { id: member.userId, displayName: member.displayName } }],
    [guest, `/teams/${teamId}`, { team: { id: teamId, title: 'Editors' } }],
  ] as const) {
    const before = (await eventsOn(app, siteId)).length;
    expect(await roleOn(siteId, who)).toBeUndefined();
    expect((await on(path, 'read')).statusCode).toBe(204);
    expect(await roleOn(siteId, who)).toBe('less');
    expect((await on(path, 'admin')).statusCode).toBe(204);
    expect(await roleOn(siteId, who)).toBe('admin');
    expect(await list(siteId, path.slice(0, 6))).toMatchObject({
      count: 1,
      items: [{ permission: 'admin' }],
    });
    const taken = await app.request('DELETE', urlOf(siteId, path), { token });
    expect([taken.statusCode, taken.body]).toEqual([205, '']);
    expect(await roleOn(siteId, who)).toBeUndefined();
    expect((await app.request('DELETE', urlOf(siteId, path), { token })).statusCode).toBe(404);
    expect((await eventsOn(app, siteId)).slice(before)).toEqual([
      { action: 'permission.granted', payload: { ...named, after: { role: 'read' } } },
      {
        action: 'permission.updated',
        payload: { ...named, before: { role: 'read' }, after: { role: 'admin' } },
      },
      { action: 'permission.removed', payload: { ...named, before: { role: 'admin' } } },
    ]);
  }
});

test('an invitation gives everyone the role, or, if one of them is unknown, nobody', async () => {
  const siteId = await addClosedSite();
  const [first, second] = [
    await addMember(app, { role: 'read', organizationId }),
    await addMember(app, { role: null, organizationId }),
  ];
  const teamId = await addTeam(app, { organizationId, members: [second.userId] });
  const stranger = await addMember(app, { role: 'read' });
  const invite = (users: string[]) =>
    app.request('POST', urlOf(siteId), { token, body: { role: 'edit', users, teams: [teamId] } });
  const refused = await invite([first.userId, stranger.userId]);
  expect([
    refused.statusCode,
    refused.json().error.details.map(({ path }: { path: string }) => path),
  ]).toEqual([400, ['users.1']]);
  expect(await roleOn(siteId, first)).toBeUndefined();
  expect((await invite([first.userId])).statusCode).toBe(204);
  expect([await roleOn(siteId, first), await roleOn(siteId, second)]).toEqual(['less', 'less']);
});

test('a role goes with the member, with the team, and with the site', async () => {
  const siteId = await addClosedSite();
  const { userId } = await addMember(app, { role: 'read', organizationId });
  const other = await addMember(app, { role: null, organizationId });
  const teamId = await addTeam(app, { organizationId, members: [other.userId] });
  await grantRole(app, { organizationId, userId, siteId, role: 'edit' });
  await grantRole(app, { organizationId, teamId, siteId, role: 'admin' });
  expect(await roleOn(siteId, other)).toBe('admin');
  const organization = `/v1/orgs/${organizationId}`;
  await app.request('DELETE', `${organization}/members/${userId}`, { token });
  await app.request('DELETE', `${organization}/teams/${teamId}`, { token });
  expect(await roleOn(siteId, other)).toBeUndefined();
  expect(await list(siteId, '/users')).toMatchObject({ count: 0 });
  expect(await list(siteId, '/teams')).toMatchObject({ count: 0 });
  const recorded = await app.database.sql<{ payload: { before: { permissions: object[] } } }[]>`
    select payload from audit_event where target_id in (${userId}, ${teamId}) and action in ('member.removed', 'team.deleted')
    order by event_id`;
  expect(recorded.map(({ payload }) => payload.before.permissions)).toEqual([
    [{ site: siteId, role: 'edit' }],
    [{ site: siteId, role: 'admin' }],
  ]);
});

test('everyone with access is listed with the origin of the role, filtered, sorted and in pages', async () => {
  const siteId = await addClosedSite('comment');
  const person = (displayName: string, role: 'read' | null) =>
    addMember(app, { role, organizationId, displayName: `${displayName} of the list` });
  const [ada, ben, cleo] = [
    await person('Ada', 'read'),
    await person('Ben', null),
    await person('Cleo', 'read'),
  ];
  await person('Dora', null);
  const teamId = await addTeam(app, { organizationId, members: [ben.userId] });
  await grantRole(app, { organizationId, userId: cleo.userId, siteId, role: 'edit' });
  await grantRole(app, { organizationId, teamId, siteId, role: 'review' });
  const everyone = '?search=OF%20THE%20LIST&order=asc';
  const response = await list(siteId, `/aggregate${everyone}`);
  expect([response.count, response.items]).toEqual([
    3,
    [
      [ada, 'comment', { type: 'site', site: siteId, reason: 'default' }],
      [ben, 'review', { type: 'site', site: siteId, reason: 'team', team: teamId }],
      [cleo, 'edit', { type: 'site', site: siteId, reason: 'member' }],
    ].map(([who, permission, origin]) => ({
      permission,
      user: expect.objectContaining({ id: (who as AddedUser).userId, email: (who as AddedUser).email }),
      origin,
      disabled: false,
    })),
  ]);
  const namesOf = async (query: string) =>
    (await list(siteId, `/aggregate${query}`)).items.map(
      ({ user }: { user: { displayName: string } }) => user.displayName.split(' ')[0],
    );
  expect(await namesOf('?search=of%20the%20list')).toEqual(['Cleo', 'Ben', 'Ada']);
  expect(await namesOf(`${everyone}&role=edit`)).toEqual(['Cleo']);
  expect(await namesOf(`${everyone}&role=guest`)).toEqual([]);
  expect(await namesOf(`${everyone}&team=${teamId}`)).toEqual(['Ben']);
  expect(await namesOf(`${everyone}&team=unknown`)).toEqual([]);
  expect(await namesOf(`?sort=name&search=of%20the%20list`)).toEqual(['Cleo', 'Ben', 'Ada']);
  expect(await namesOf('?sort=lastSeenAt&search=of%20the%20list')).toEqual([]);
  const creator = await list(siteId, '/aggregate?role=admin');
  expect(creator.items).toMatchObject([
    { user: { id: creatorId }, origin: { type: 'organization', organization: organizationId } },
  ]);
  const first = await list(siteId, `/aggregate${everyone}&limit=2&sort=name`);
  const next = `&limit=2&page=${encodeURIComponent(first.next.page)}`;
  expect(await namesOf(`${everyone}&sort=name${next}`)).toEqual(['Cleo']);
  const stolen = await app.request('GET', urlOf(siteId, `/aggregate${everyone}&sort=joinedAt${next}`), {
    token,
  });
  expect(stolen.statusCode).toBe(400);
});

test('a guest who administers a site finds people by their names only, not by addresses that guests do not see', async () => {
  const siteId = await addClosedSite();
  const guest = await addMember(app, { role: null, organizationId });
  await grantRole(app, { organizationId, userId: guest.userId, siteId, role: 'admin' });
  const hidden = await addMember(app, { role: 'read', organizationId, email: 'zelda@hidden.example' });
  await grantRole(app, { organizationId, userId: hidden.userId, siteId, role: 'read' });
  expect(await list(siteId, '/aggregate?search=zelda')).toMatchObject({ count: 1 });
  expect(await list(siteId, '/aggregate?search=zelda', guest.token)).toMatchObject({ count: 0 });
  expect(await list(siteId, '/aggregate?search=somebody', guest.token)).toMatchObject({
    count: 3,
    items: [{ user: { id: hidden.userId } }, { user: { id: guest.userId } }, { user: { id: creatorId } }],
  });
});

test('a member’s sites are those on which they have a role', async () => {
  const own = await addOrganization(app);
  const here = { organizationId: own.organizationId };
  const { userId } = await addMember(app, { role: 'read', ...here });
  const guest = await addMember(app, { role: null, ...here });
  const [first] = [await addSite(app, here), await addSite(app, here)];
  await grantRole(app, { ...here, userId: guest.userId, siteId: first as string, role: 'read' });
  const adminToken = await addUserToken(app, own.creatorId);
  const sitesOf = async (member: string) => {
    const url = `/v1/orgs/${own.organizationId}/members/${member}`;
    return (await app.request('GET', url, { token: adminToken })).json().sites;
  };
  expect([await sitesOf(own.creatorId), await sitesOf(userId), await sitesOf(guest.userId)]).toEqual([
    2, 2, 1,
  ]);
});
