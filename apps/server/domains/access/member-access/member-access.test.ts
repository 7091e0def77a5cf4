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
  grantRole,
} from '../../../../../test/factories.ts';

let app: TestApp;
let organization: string;
beforeAll(async () => {
  app = await buildTestApp();
  organization = `/v1/orgs/${app.organizationId}`;
});
afterAll(() => app.close());

const read = async (path: string, token = app.adminToken) => {
  const response = await app.request('GET', `${organization}/members/${path}`, { token });
  expect(response.statusCode).toBe(200);
  return response.json();
};

async function readAll(path: string, token?: string): Promise<{ id: string }[]> {
  const items: { id: string }[] = [];
  let page = '';
  do {
    const shown = await read(`${path}${path.includes('?') ? '&' : '?'}limit=1${page}`, token);
    items.push(...shown.items);
    page = shown.next ? `&page=${encodeURIComponent(shown.next.page)}` : '';
  } while (page);
  return items;
}

async function addTeam(title: string, members: Record<string, 'owner' | 'member'>): Promise<string> {
  const response = await app.request('PUT', `${organization}/teams`, { body: { title } });
  const { id } = response.json();
  for (const [userId, role] of Object.entries(members)) {
    await app.request('PUT', `${organization}/teams/${id}/members/${userId}`, { body: { role } });
  }
  return id;
}

describe('the spaces of a member', () => {
  let open: string;
  let closed: string;
  let inside: string;
  let teamSpace: string;
  let hidden: string;
  let editor: { userId: string; token: string };
  let guest: { userId: string; token: string };
  beforeAll(async () => {
    editor = await addMember(app, { role: 'edit' });
    guest = await addMember(app, { role: null });
    const collection = await addCollection(app, { defaultLevel: null });
    open = await addSpace(app);
    closed = await addSpace(app);
    inside = await addSpace(app, { parentId: collection });
    teamSpace = await addSpace(app);
    hidden = await addSpace(app);
    for (const spaceId of [closed, teamSpace, hidden]) {
      await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { defaultLevel: null } });
    }
    for (const { userId } of [editor, guest]) {
      await grantRole(app, { userId, role: 'comment', spaceId: closed });
      await grantRole(app, { userId, role: 'review', collectionId: collection });
    }
    const teamId = await addTeam('Reviewers', { [editor.userId]: 'member', [guest.userId]: 'member' });
    await app.database.sql`
      insert into space_team_grant values (${app.organizationId}, ${teamSpace}, ${teamId}, 'create')`;
    // Closed by the level of a collection far above.
    const closedTop = await addCollection(app, { defaultLevel: null });
    await addSpace(app, { parentId: await addCollection(app, { parentId: closedTop }) });
    const gone = await addSpace(app);
    await app.request('DELETE', `/v1/spaces/${gone}`);
  });

  const permissions = ({ items }: { items: { permission: string; space: { id: string } }[] }) =>
    items.map(({ permission, space }) => [space.id, permission]);

  test('are those that they can read, the newest first, with the role on each', async () => {
    const shown = await read(`${editor.userId}/spaces`);
    expect(permissions(shown)).toEqual([
      [teamSpace, 'create'],
      [inside, 'review'],
      [closed, 'comment'],
      [open, 'edit'],
    ]);
    expect(shown.count).toBe(4);
    expect((await read(editor.userId)).spaces).toBe(4);
    expect(permissions(await read(`${editor.userId}/spaces?order=asc`))).toEqual(
      permissions(shown).reverse(),
    );
    expect(permissions(await read(`${guest.userId}/spaces`))).toEqual([
      [teamSpace, 'create'],
      [inside, 'review'],
      [closed, 'comment'],
    ]);
    expect((await read(guest.userId)).spaces).toBe(3);
    const all = await read('me/spaces');
    expect(new Set(permissions(all).map(([, permission]) => permission))).toEqual(new Set(['admin']));
    expect((await read('me')).spaces).toBe(all.count);
  });

  test.each(['', '?order=asc'])('page by page%s', async (query) => {
    const all = await read(`${editor.userId}/spaces${query}`);
    expect(await readAll(`${editor.userId}/spaces${query}`)).toEqual(all.items);
  });

  test('are those of the service itself, as the caller sees them', async () => {
    const { items } = await read(`${editor.userId}/spaces`);
    for (const { space } of items) {
      expect(space).toEqual((await app.request('GET', `/v1/spaces/${space.id}`)).json());
    }
    for (const { space } of (await read('me/spaces', editor.token)).items) {
      const own = await app.request('GET', `/v1/spaces/${space.id}`, { token: editor.token });
      expect(space).toEqual(own.json());
    }
  });

  test('are limited to those that the caller can read', async () => {
    const reader = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: reader.userId, role: 'edit', spaceId: closed });
    const shown = await read(`${editor.userId}/spaces`, reader.token);
    expect(permissions(shown)).toEqual([
      [closed, 'comment'],
      [open, 'edit'],
    ]);
    expect(shown.count).toBe(2);
    expect(await readAll(`${editor.userId}/spaces`, reader.token)).toEqual(shown.items);
    for (const { space } of shown.items) {
      const own = await app.request('GET', `/v1/spaces/${space.id}`, { token: reader.token });
      expect(space).toEqual(own.json());
    }
  });

  test('are seen by members and by the member; guests see only their own', async () => {
    for (const named of ['me', guest.userId]) {
      expect((await read(`${named}/spaces`, guest.token)).count).toBe(3);
    }
    const refused = await app.request('GET', `${organization}/members/${editor.userId}/spaces`, {
      token: guest.token,
    });
    expect(refused.statusCode).toBe(403);
    const service = await addServiceToken(app, { role: 'admin' });
    expect((await read(`${guest.userId}/spaces`, service)).count).toBe(3);
  });

  test('come with the source of each role', async () => {
    const shown = await read(`${editor.userId}/spaces`);
    const sources = Object.fromEntries(
      shown.items.map(({ space, source }: { space: { id: string }; source: object }) => [space.id, source]),
    );
    expect(sources).toEqual({
      [open]: { type: 'organization' },
      [closed]: { type: 'user', space: closed },
      [inside]: { type: 'user', collection: expect.any(String) },
      [teamSpace]: { type: 'team', team: expect.any(String), space: teamSpace },
    });
    // The same as the space itself says of the member.
    const said = await app.request('GET', `/v1/spaces/${inside}/permissions/aggregate`);
    expect(
      said.json().items.find(({ user }: { user: { id: string } }) => user.id === editor.userId).source,
    ).toEqual(sources[inside]);
  });

  test('are found by a part of their titles, in any case', async () => {
    const handbook = await addSpace(app, { title: 'Handbuch für Ärzte' });
    const found = await read(`${editor.userId}/spaces?title=${encodeURIComponent('ÄRZTE')}`);
    expect([found.count, found.items.map(({ space }: { space: { id: string } }) => space.id)]).toEqual([
      1,
      [handbook],
    ]);
    expect((await read(`${editor.userId}/spaces?title=100%25`)).items).toEqual([]);
    await app.request('DELETE', `/v1/spaces/${handbook}`);
  });

  test('of nobody are a 404', async () => {
    const { creatorId } = await addOrganization(app);
    for (const id of [creatorId, newId(), 'nonsense']) {
      const response = await app.request('GET', `${organization}/members/${id}/spaces`);
      expect(response.statusCode).toBe(404);
    }
  });

  test('have cursors for one member and one order', async () => {
    const { next } = await read(`${editor.userId}/spaces?limit=1`);
    for (const path of [`${guest.userId}/spaces?`, `${editor.userId}/spaces?order=asc&`]) {
      const response = await app.request('GET', `${organization}/members/${path}page=${next.page}`);
      expect(response.statusCode).toBe(400);
    }
  });
});

describe('the teams of a member', () => {
  test('are those that they are in, by title, with their role', async () => {
    const { userId, token } = await addMember(app, { role: 'read' });
    const writers = await addTeam('writers', { [userId]: 'member' });
    const editors = await addTeam('Éditeurs', { [userId]: 'owner' });
    const authors = await addTeam('Authors', { [userId]: 'member' });
    await addTeam('Others', {});
    const shown = await read(`${userId}/teams`);
    const roles = (list: typeof shown) =>
      list.items.map(({ team, member }: { team: { id: string }; member: { role: string } }) => [
        team.id,
        member.role,
      ]);
    expect(roles(shown)).toEqual([
      [authors, 'member'],
      [writers, 'member'],
      [editors, 'owner'],
    ]);
    expect(shown.count).toBe(3);
    expect((await read(userId)).teams).toBe(3);
    expect(await readAll(`${userId}/teams`)).toEqual(shown.items);
    for (const { team } of shown.items) {
      expect(team).toEqual((await app.request('GET', `${organization}/teams/${team.id}`)).json());
    }
    expect(roles(await read(`${userId}/teams?title=%C3%89DIT`))).toEqual([[editors, 'owner']]);
    expect(await read(`${userId}/teams?title=nothing`)).toEqual({ count: 0, items: [] });
    // Owners administer their team, also where the list is their own.
    const own = (await read('me/teams', token)).items;
    expect(own.map(({ team }: { team: { permissions: object } }) => team.permissions)).toEqual([
      { admin: false, view: true },
      { admin: false, view: true },
      { admin: true, view: true },
    ]);
  });

  test('are seen by members; by a guest, only the guest’s', async () => {
    const guest = await addMember(app, { role: null });
    const reader = await addMember(app, { role: 'read' });
    await addTeam('A team', { [guest.userId]: 'member' });
    expect((await read('me/teams', guest.token)).count).toBe(1);
    expect((await read(`${guest.userId}/teams`, reader.token)).count).toBe(1);
    const url = `${organization}/members/${reader.userId}/teams`;
    expect((await app.request('GET', url, { token: guest.token })).statusCode).toBe(403);
    const { token } = await addUser(app);
    expect((await app.request('GET', url, { token })).statusCode).toBe(404);
    expect((await app.request('GET', `${organization}/members/${newId()}/teams`)).statusCode).toBe(404);
    const long = await app.request('GET', `${url}?title=${'x'.repeat(300)}`);
    expect(long.statusCode).toBe(200);
  });
});
