import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import {
  type AddedUser,
  addMember,
  addOrganization,
  addServiceToken,
} from '../../../../../test/factories.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';

const MINUTE_MS = 60_000;

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
let members: string;
const people: Record<string, AddedUser> = {};
/** In order of joining; the administrator of the first start joined before them. */
const PEOPLE: [displayName: string, role: RoleOrGuest, email: string][] = [
  ['Ánna Berg', 'admin', 'Anna@North.example'],
  ['Ben Olsen', 'read', 'ben@north.example'],
  ['anna carter', 'edit', 'carter@south.example'],
  ['Dora', null, 'dora@south.example'],
  ['ÉMILE', 'read', 'em@100%_.example'],
];

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  members = `/v1/orgs/${app.organizationId}/members`;
  for (const [displayName, role, email] of PEOPLE) {
    clock.advance(MINUTE_MS);
    people[displayName] = await addMember(app, { displayName, role, email });
  }
  // A member of another organization only.
  await addOrganization(app);
  for (const name of ['Dora', 'Ben Olsen', 'ÉMILE']) {
    clock.advance(MINUTE_MS);
    await app.request('POST', `/v1/orgs/${app.organizationId}/ping`, { token: tokenOf(name) });
  }
});
afterAll(() => app.close());

const tokenOf = (name: string): string => (people[name] as AddedUser).token;

interface Shown {
  next?: { page: string };
  count: number;
  items: { role: RoleOrGuest; user: { displayName: string; email?: string } }[];
}

async function list(query = '', token = app.adminToken): Promise<Shown> {
  const response = await app.request('GET', `${members}?${query}`, { token });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const names = ({ items }: Shown) => items.map(({ user }) => user.displayName);
const namesOf = async (query: string, token?: string) => names(await list(query, token));

const [ANNA, BEN, CARTER, DORA, EMILE] = PEOPLE.map(([name]) => name) as [
  string,
  string,
  string,
  string,
  string,
];
const ADMIN = 'admin';

describe('members are listed', () => {
  test('the newest first, and the other way around', async () => {
    const newest = await namesOf('');
    expect(newest.slice(0, 5)).toEqual([EMILE, DORA, CARTER, BEN, ANNA]);
    expect(newest).toHaveLength(6);
    expect(await namesOf('order=desc&sort=joinedAt')).toEqual(newest);
    expect(await namesOf('order=asc')).toEqual(newest.reverse());
  });

  test('by when they were seen, who never was being left out', async () => {
    expect(await list('sort=lastSeenAt')).toMatchObject({ count: 3 });
    expect(await namesOf('sort=lastSeenAt')).toEqual([EMILE, BEN, DORA]);
    expect(await namesOf('sort=lastSeenAt&order=asc')).toEqual([DORA, BEN, EMILE]);
    expect(await namesOf('sort=lastSeenAt&role=read')).toEqual([EMILE, BEN]);
  });

  test('by name, without regard to case', async () => {
    const sorted = await namesOf('sort=name&order=asc');
    expect(sorted.filter((name) => name !== sorted.find((one) => one.toLowerCase() === ADMIN))).toEqual([
      CARTER,
      BEN,
      DORA,
      ANNA,
      EMILE,
    ]);
    expect(await namesOf('sort=name')).toEqual(sorted.reverse());
  });

  test.each([
    ['read', [EMILE, BEN]],
    ['guest', [DORA]],
    ['edit', [CARTER]],
    ['create', []],
  ])('with the role %s alone', async (role, expected) => {
    expect(names(await list(`role=${role}`))).toEqual(expected);
    expect((await list(`role=${role}`)).count).toBe(expected.length);
  });

  test.each([
    ['anna', [CARTER, ANNA]],
    ['ÁNNA', [ANNA]],
    ['émile', [EMILE]],
    ['A%CC%81nna', [ANNA]],
    ['NORTH', [BEN, ANNA]],
    ['%25_', [EMILE]],
    ['_', [EMILE]],
    ['nobody', []],
  ])('by a part of the name or the address: %s', async (search, expected) => {
    const found = await list(`search=${search}`);
    expect(names(found)).toEqual(expected);
    expect(found.count).toBe(expected.length);
  });

  test('by all filters at once', async () => {
    expect(await namesOf('search=e&role=read&sort=name&order=asc')).toEqual([BEN, EMILE]);
    expect(await namesOf('search=e&role=read&sort=lastSeenAt')).toEqual([EMILE, BEN]);
  });

  test('whoever they are for an empty search', async () => {
    expect(await list('search=')).toEqual(await list());
  });

  test.each([
    '',
    'order=asc',
    'sort=lastSeenAt',
    'sort=name',
    'sort=name&order=asc',
    'role=read',
    'search=e',
    'search=n&sort=name',
    'search=nn&sort=lastSeenAt&order=asc',
    'search=ben',
  ])('page by page: %s', async (query) => {
    const all = await list(query);
    for (const limit of [1, 2]) {
      const seen: string[] = [];
      let page = '';
      do {
        const shown = await list(`${query}&limit=${limit}${page}`);
        expect(shown.count).toBe(all.count);
        seen.push(...names(shown));
        page = shown.next ? `&page=${encodeURIComponent(shown.next.page)}` : '';
      } while (page);
      expect(seen).toEqual(names(all));
    }
  });

  test('who joined at the same moment each once', async () => {
    const other = await addOrganization(app, { creatorId: people[ANNA]?.userId as string });
    for (let n = 0; n < 5; n += 1)
      await addMember(app, { role: 'read', organizationId: other.organizationId });
    const url = `/v1/orgs/${other.organizationId}/members?limit=2`;
    const seen: string[] = [];
    let page = '';
    do {
      const shown = (await app.request('GET', url + page, { token: tokenOf(ANNA) })).json();
      seen.push(...shown.items.map(({ id }: { id: string }) => id));
      page = shown.next ? `&page=${encodeURIComponent(shown.next.page)}` : '';
    } while (page);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  test('with a cursor that is for the same filters only', async () => {
    const { next } = await list('limit=1&search=n');
    for (const query of ['search=e', 'search=n&order=asc', 'search=n&sort=name', 'search=n&role=read', '']) {
      const response = await app.request('GET', `${members}?${query}&page=${next?.page}`);
      expect(response.statusCode).toBe(400);
    }
    expect((await app.request('GET', `${members}?search=N&page=${next?.page}`)).statusCode).toBe(200);
  });

  test.each([
    ['order', 'order=up'],
    ['sort', 'sort=email'],
    ['role', 'role=owner'],
    ['limit', 'limit=0'],
  ])('but not by a wrong %s', async (path, query) => {
    const response = await app.request('GET', `${members}?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });
});

test('a search for the character U+0000 is refused', async () => {
  expect((await app.request('GET', `${members}?search=%00`)).statusCode).toBe(400);
});

describe('addresses', () => {
  test('are shown to everyone who can list the members', async () => {
    const service = await addServiceToken(app, { role: 'read' });
    for (const token of [app.adminToken, tokenOf(BEN), service]) {
      expect((await list('', token)).items.every(({ user }) => user.email !== undefined)).toBe(true);
    }
  });

  test('are searched for everyone who can list the members', async () => {
    for (const token of [app.adminToken, tokenOf(BEN), await addServiceToken(app, { role: 'read' })])
      expect(await namesOf('search=north', token)).toEqual([BEN, ANNA]);
  });

  test('and names are searched for texts of any length', async () => {
    expect(await namesOf(`search=${'x'.repeat(1000)}`)).toEqual([]);
  });
});

test('guests are shown no list, and the organization says who is', async () => {
  const url = `/v1/orgs/${app.organizationId}`;
  for (const [name, status] of [
    [DORA, 403],
    [BEN, 200],
  ] as const) {
    const token = tokenOf(name);
    const { permissions } = (await app.request('GET', url, { token })).json();
    for (const [list, isPermitted] of [
      ['members', permissions.listMembers],
      ['teams', permissions.listTeams],
    ]) {
      expect((await app.request('GET', `${url}/${list}`, { token })).statusCode).toBe(status);
      expect(isPermitted).toBe(status === 200);
    }
  }
});
