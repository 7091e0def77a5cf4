import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addUser,
  addUserToken,
} from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { giveRole, inviteMember } from '../../../../../test/permissions/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Team {
  id: string;
  title: string;
  members: number;
  spaces: number;
  permissions: { admin: boolean; view: boolean };
}

const listUrl = (organizationId = app.organizationId): string => `/v1/orgs/${organizationId}/teams`;
const url = (teamId: string): string => `${listUrl()}/${teamId}`;

async function createTeam(title = 'A team', members: string[] = []): Promise<Team> {
  const response = await app.request('PUT', listUrl(), { body: { title, members } });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const getTeam = async (teamId: string, token = app.adminToken): Promise<Team> =>
  (await app.request('GET', url(teamId), { token })).json();

const list = async (query: string, token = app.adminToken) => {
  const response = await app.request('GET', `${listUrl()}?${query}`, { token });
  expect(response.statusCode).toBe(200);
  return response.json() as { items: Team[]; count: number; next?: { page: string } };
};

async function listAll(query: string): Promise<Team[]> {
  const found: Team[] = [];
  let page: string | undefined;
  do {
    const part = await list(`${query}${page ? `&page=${encodeURIComponent(page)}` : ''}`);
    found.push(...part.items);
    page = part.next?.page;
  } while (page);
  return found;
}

const eventsOf = (teamId: string) =>
  app.context.db
    .selectFrom('audit_event')
    .select(['action', 'actor_type', 'target_label', 'payload'])
    .where('target_id', '=', teamId)
    .orderBy('event_id')
    .execute();

describe('creating a team', () => {
  test('gives one that both clients know, with its address and its members', async () => {
    const [one, other] = [await addMember(app, { role: 'read' }), await addMember(app, { role: null })];
    const members = [one.userId, other.userId, one.userId, one.email.toUpperCase()];
    const response = await app.request('PUT', listUrl(), { body: { title: 'Writers', members } });
    expect(response.statusCode).toBe(201);
    const team = response.json();
    expect(violationsOfClientSchema('OrganizationTeam', team)).toEqual([]);
    expect(team).toEqual({
      object: 'team',
      id: team.id,
      title: 'Writers',
      members: 2,
      spaces: 0,
      createdAt: team.createdAt,
      permissions: { admin: true, view: true },
      urls: { location: `${app.context.config.baseUrl}${url(team.id)}` },
    });
    expect(response.headers.location).toBe(team.urls.location);
    expect((await app.request('GET', url(team.id))).json()).toEqual(team);
    const listed = (await app.request('GET', `${url(team.id)}/members`)).json();
    expect(listed.items.map((item: { team: object }) => item.team)).toEqual([
      { role: 'member' },
      { role: 'member' },
    ]);
  });

  test('with who is no member is refused, naming each of them, and makes no team', async () => {
    const { count } = await list('');
    const stranger = await addUser(app);
    const { userId, email } = await addMember(app, { role: 'read' });
    const members = [userId, email, stranger.userId, stranger.email, newId(), 'me'];
    const response = await app.request('PUT', listUrl(), { body: { title: 'Strange', members } });
    expect(response.statusCode).toBe(400);
    const { message, details } = response.json().error;
    expect(details.map(({ path }: { path: string }) => path)).toEqual([
      'members.2',
      'members.3',
      'members.4',
      'members.5',
    ]);
    expect(message).toBe('members.2 is not a member of the organization (and 3 more).');
    expect((await list('')).count).toBe(count);
  });

  test.each([
    ['title', {}],
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(65) }],
    ['title', { title: null }],
    ['members', { title: 'A team', members: 'me' }],
    ['members.0', { title: 'A team', members: [5] }],
  ])('refuses a bad %s by its name: %j', async (path, body) => {
    const response = await app.request('PUT', listUrl(), { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path }]);
  });

  test('takes the longest title, and the same title again', async () => {
    const title = '👩‍💻'.repeat(12).padEnd(64, 'x');
    expect((await createTeam(title)).id).not.toBe((await createTeam(title)).id);
  });
});

describe('a team', () => {
  test('gets another title, which must be said', async () => {
    const { id } = await createTeam('Before');
    const response = await app.request('PATCH', url(id), { body: { title: 'After' } });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(await getTeam(id));
    expect(response.json().title).toBe('After');
    for (const body of [{}, { title: null }, { title: 'x'.repeat(65) }])
      expect((await app.request('PATCH', url(id), { body })).statusCode).toBe(400);
    expect((await list('title=aFTer')).items.map((team) => team.id)).toContain(id);
    expect((await list('title=before')).items.map((team) => team.id)).not.toContain(id);
  });

  test('is gone when it was deleted, with everything that names it', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const { id } = await createTeam('Short-lived', [userId]);
    const providerId = newId();
    const now = app.context.clock();
    await app.context.db
      .insertInto('saml_provider')
      .values({
        organization_id: app.organizationId,
        provider_id: providerId,
        label: 'A provider',
        default_team_id: id,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const response = await app.request('DELETE', url(id));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    for (const [method, path] of [
      ['GET', url(id)],
      ['DELETE', url(id)],
      ['GET', `${url(id)}/members`],
    ] as const)
      expect((await app.request(method, path)).statusCode).toBe(404);
    const provider = await app.context.db
      .selectFrom('saml_provider')
      .select('default_team_id')
      .where('provider_id', '=', providerId)
      .executeTakeFirst();
    expect(provider?.default_team_id).toBeNull();
    const member = (await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`)).json();
    expect(member.teams).toBe(0);
  });

  test.each(['no-such-team', newId(), '0190A1B2-C3D4-7E5F-8A9B-0C1D2E3F4A5B'])(
    'that is none is not found: %s',
    async (id) => {
      for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { title: 'A title' }]] as const)
        expect((await app.request(method, url(id), body ? { body } : {})).statusCode, method).toBe(404);
    },
  );

  test('leaves an event of each change, and none where nothing changed', async () => {
    const { id } = await createTeam('First');
    await app.request('PATCH', url(id), { body: { title: 'Second' } });
    await app.request('PATCH', url(id), { body: { title: 'Second' } });
    const spaceId = await addSpace(app);
    await giveRole(app, { organizationId: app.organizationId, teamId: id, spaceId, role: 'edit' });
    await app.request('DELETE', url(id));
    expect(await eventsOf(id)).toEqual([
      {
        action: 'team.created',
        actor_type: 'user',
        target_label: 'First',
        payload: { after: { title: 'First' } },
      },
      {
        action: 'team.updated',
        actor_type: 'user',
        target_label: 'Second',
        payload: { before: { title: 'First' }, after: { title: 'Second' } },
      },
      {
        action: 'team.deleted',
        actor_type: 'user',
        target_label: 'Second',
        payload: {
          before: { title: 'Second', members: 0, permissions: [{ space: spaceId, role: 'edit' }] },
        },
      },
    ]);
  });
});

describe('the counts of a team', () => {
  test('tell the live spaces that it was given or that are below what it was given, each once', async () => {
    const { organizationId } = app;
    const outer = await addCollection(app);
    const inner = await addCollection(app, { parentId: outer });
    const other = await addCollection(app);
    const [first] = [await addSpace(app, { parentId: outer }), await addSpace(app, { parentId: inner })];
    const [alone, dead, elsewhere] = [
      await addSpace(app),
      await addSpace(app, { parentId: inner }),
      await addSpace(app, { parentId: other }),
    ];
    await app.request('DELETE', `/v1/spaces/${dead}`);
    const { id: teamId } = await createTeam();
    const { id: otherTeamId } = await createTeam();
    const spacesOf = async (id: string): Promise<number> => (await getTeam(id)).spaces;
    const give = (to: { spaceId: string } | { collectionId: string }, id = teamId): Promise<void> =>
      giveRole(app, { organizationId, teamId: id, role: 'read', ...to });

    expect(await spacesOf(teamId)).toBe(0);
    await give({ spaceId: alone });
    await give({ spaceId: first });
    await give({ spaceId: dead });
    expect(await spacesOf(teamId)).toBe(2);
    await give({ collectionId: outer });
    await give({ collectionId: inner });
    expect(await spacesOf(teamId)).toBe(3);
    await give({ collectionId: inner }, otherTeamId);
    await give({ spaceId: elsewhere }, otherTeamId);
    expect(await spacesOf(otherTeamId)).toBe(2);
    await app.request('POST', `/v1/spaces/${dead}/restore`);
    expect([await spacesOf(teamId), await spacesOf(otherTeamId)]).toEqual([4, 3]);
    await app.request('DELETE', `/v1/spaces/${alone}`);
    expect(await spacesOf(teamId)).toBe(3);
    const listed = (await list('limit=1000')).items.filter(({ id }) => [teamId, otherTeamId].includes(id));
    expect(listed).toEqual(expect.arrayContaining([await getTeam(teamId), await getTeam(otherTeamId)]));
  });

  test('tell who is in it: who leaves the organization is not', async () => {
    const [one, other] = [await addMember(app, { role: 'read' }), await addMember(app, { role: 'read' })];
    const { id } = await createTeam('Two', [one.userId, other.userId]);
    await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${one.userId}`);
    expect((await getTeam(id)).members).toBe(1);
  });
});

describe('the list of teams', () => {
  test('comes by title without case, page by page, with the same title twice', async () => {
    const ids = new Map<string, string>();
    for (const title of ['zeta §', 'Älpha §', 'beta §', 'ALPHA §', 'Beta §', 'alpha §'])
      ids.set((await createTeam(title)).id, title.toLowerCase());
    const all = await listAll('title=%C2%A7&limit=4');
    expect(all.map(({ title }) => title.toLowerCase())).toEqual([
      'alpha §',
      'alpha §',
      'beta §',
      'beta §',
      'zeta §',
      'älpha §',
    ]);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(ids.keys()));
    expect((await list('title=%C2%A7&limit=1')).count).toBe(6);
    expect(await listAll('title=%C2%A7&limit=1')).toEqual(all);
  });

  test('finds what a title has in it, and takes no character for a pattern', async () => {
    const { id } = await createTeam('100% Ünder_score');
    for (const title of ['100%', 'ünder', 'r_s', 'ÜNDER_SCORE', '']) {
      const found = await list(`title=${encodeURIComponent(title)}&limit=1000`);
      expect(
        found.items.map((team) => team.id),
        title,
      ).toContain(id);
      expect(found.count).toBe(found.items.length);
    }
    for (const title of ['1%%', '100%_', 'underscore'])
      expect((await list(`title=${encodeURIComponent(title)}`)).count, title).toBe(0);
  });

  test('with `owner` has the teams that this member manages', async () => {
    const owner = await addMember(app, { role: 'read' });
    const { id } = await createTeam('Owned');
    const { id: joined } = await createTeam('Joined', [owner.userId]);
    await app.request('PUT', `${url(id)}/members/${owner.userId}`, { body: { role: 'owner' } });
    const titles = async (query: string, token?: string) =>
      (await list(query, token)).items.map(({ title }) => title);

    expect(await titles(`owner=${owner.userId}`)).toEqual(['Owned']);
    expect((await list(`owner=${owner.userId}`)).count).toBe(1);
    expect(await titles('owner=me', owner.token)).toEqual(['Owned']);
    expect(await titles(`owner=${owner.userId}&title=join`)).toEqual([]);
    await app.request('PUT', `${url(joined)}/members/${owner.userId}`, { body: { role: 'owner' } });
    expect(await titles(`owner=${owner.userId}`)).toEqual(['Joined', 'Owned']);
    const { count } = await list('');
    expect((await list('owner=me')).count).toBe(count);
    await app.request('PATCH', `/v1/orgs/${app.organizationId}/members/${owner.userId}`, {
      body: { role: 'admin' },
    });
    expect((await list(`owner=${owner.userId}`)).count).toBe(count);
  });

  test('with `owner` is empty for who is no member, or has not accepted', async () => {
    const invited = await addUser(app);
    await inviteMember(app, { userId: invited.userId, role: 'admin' });
    const { id } = await createTeam('Waiting');
    await app.request('PUT', `${url(id)}/members/${invited.userId}`, { body: { role: 'owner' } });
    const stranger = await addUser(app);
    for (const owner of [invited.userId, stranger.userId, newId(), 'nonsense', ''])
      expect(await list(`owner=${owner}`), owner).toEqual({ count: 0, items: [] });
    const service = await addServiceToken(app, { role: 'admin' });
    const response = await app.request('GET', `${listUrl()}?owner=me`, { token: service });
    expect(response.statusCode).toBe(404);
  });

  test('does not take a page of another list', async () => {
    for (const title of ['Page 1', 'Page 2']) await createTeam(title);
    const { next } = await list('title=page&limit=1');
    const page = encodeURIComponent(next?.page as string);
    expect((await app.request('GET', `${listUrl()}?title=page&page=${page}`)).statusCode).toBe(200);
    for (const other of ['', 'title=pag&', 'title=page&owner=me&'])
      expect((await app.request('GET', `${listUrl()}?${other}page=${page}`)).statusCode).toBe(400);
  });

  test('holds the teams of its organization alone', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const made = await app.request('PUT', listUrl(organizationId), { token, body: { title: 'Theirs' } });
    const listed = (await app.request('GET', listUrl(organizationId), { token })).json();
    expect(listed.items).toEqual([made.json()]);
    expect((await list('title=theirs')).count).toBe(0);
    expect((await app.request('GET', url(made.json().id))).statusCode).toBe(404);
    expect((await app.request('DELETE', url(made.json().id))).statusCode).toBe(404);
  });
});

describe('what the caller may do', () => {
  test('is told: administrators manage all teams, owners theirs, others none', async () => {
    const owner = await addMember(app, { role: 'read' });
    const member = await addMember(app, { role: 'create' });
    const guestOwner = await addMember(app, { role: null });
    const guest = await addMember(app, { role: null });
    const { id } = await createTeam('Ours', [member.userId, guest.userId]);
    for (const { userId } of [owner, guestOwner])
      await app.request('PUT', `${url(id)}/members/${userId}`, { body: { role: 'owner' } });
    const permissions = async (token: string) => (await getTeam(id, token)).permissions;

    expect(await permissions(app.adminToken)).toEqual({ admin: true, view: true });
    expect(await permissions(await addServiceToken(app, { role: 'admin' }))).toEqual({
      admin: true,
      view: true,
    });
    expect(await permissions(owner.token)).toEqual({ admin: true, view: true });
    expect(await permissions(guestOwner.token)).toEqual({ admin: true, view: true });
    expect(await permissions(member.token)).toEqual({ admin: false, view: true });
    expect((await list('title=ours', member.token)).items[0]?.permissions).toEqual({
      admin: false,
      view: true,
    });
    expect((await app.request('GET', url(id), { token: guest.token })).statusCode).toBe(403);
    expect((await app.request('GET', listUrl(), { token: guestOwner.token })).statusCode).toBe(403);
    for (const [method, body] of [['DELETE'], ['PATCH', { title: 'Mine' }]] as const)
      expect(
        (await app.request(method, url(id), { token: owner.token, ...(body ? { body } : {}) })).statusCode,
        method,
      ).toBe(403);
    expect(
      (await app.request('PUT', listUrl(), { token: owner.token, body: { title: 'Mine' } })).statusCode,
    ).toBe(403);
  });

  test('includes whether they own a team of the organization', async () => {
    const { userId, token } = await addMember(app, { role: 'read' });
    const { id } = await createTeam('Owned by one', [userId]);
    const ownTeam = async (): Promise<boolean[]> => {
      const one = await app.request('GET', `/v1/orgs/${app.organizationId}`, { token });
      const all = await app.request('GET', '/v1/orgs', { token });
      return [one.json(), all.json().items[0]].map(({ permissions }) => permissions.ownTeam);
    };
    expect(await ownTeam()).toEqual([false, false]);
    await app.request('PUT', `${url(id)}/members/${userId}`, { body: { role: 'owner' } });
    expect(await ownTeam()).toEqual([true, true]);
    await app.request('DELETE', url(id));
    expect(await ownTeam()).toEqual([false, false]);
  });
});
