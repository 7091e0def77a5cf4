/** The rule of effective roles has one outcome, wherever it is asked for: all of them beside an oracle of their own. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { POINTER_LOADERS } from '../apps/server/app/pointer-loaders.ts';
import { listAggregate } from '../apps/server/domains/access/permissions/list-aggregate.ts';
import { findMemberRows } from '../apps/server/domains/identity/members/members.queries.ts';
import { createPointers } from '../apps/server/platform/access/pointers.ts';
import {
  type Caller,
  collectionRoles,
  siteRoles,
  spaceRoles,
} from '../apps/server/platform/access/role-sql.ts';
import { LADDER, type Role } from '../apps/server/platform/access/roles.ts';
import {
  findRole,
  findStanding,
  peekRole,
  peekStanding,
  siteRole,
} from '../apps/server/platform/access/space-role.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { addServiceToken } from './factories.ts';
import { type PlantedTree, plantTree, type RandomTree, randomTree } from './random-trees.ts';
import { expectReason, type Person } from './role-oracle.ts';

/** `npm run soak` draws many more trees. */
const [RUNS, TIMEOUT_MS] = process.env.LECTERN_SOAK ? [1000, 1_800_000] : [20, 240_000];

let app: TestApp;
let token: string;
let administrator: Caller;
beforeAll(async () => {
  app = await buildTestApp();
  // A service account: the trees take the place of all members.
  token = await addServiceToken(app, { role: 'admin' });
  const { organizationId } = app;
  const actor = { tokenId: 't', scopes: ['read' as const], expiresAt: null };
  administrator = {
    organizationId,
    role: 'admin',
    actor: { kind: 'service', organizationId, role: 'admin', ...actor },
  };
});
afterAll(() => app.close());

/** A planted tree with some of its spaces deleted, and what the oracle says about it. */
interface Setup {
  tree: RandomTree;
  planted: PlantedTree;
  deleted: ReadonlySet<string>;
  expect(person: Person, placeId: string): ReturnType<typeof expectReason>;
}

async function prepare(tree: RandomTree, gone: number): Promise<Setup> {
  const planted = await plantTree(app.database, app.organizationId, tree);
  const spaces = planted.places.filter(({ kind }) => kind === 'space');
  const deleted = new Set(spaces.filter((_, n) => n === gone).map(({ id }) => id));
  for (const id of deleted)
    await app.database.sql`update space set deleted_at = now() where space_id = ${id}`;
  // The tree came past the announcements.
  for (const cache of Object.values(app.context.pointers)) cache.resume();
  return {
    tree,
    planted,
    deleted,
    expect: (person, placeId) => expectReason(tree, planted, person, placeId),
  };
}

/** The callers as the oracle knows them. */
function toPerson({ actor }: Caller, { planted }: Setup): Person {
  return actor.kind === 'service' ? 'service' : { member: planted.userIds.indexOf(actor.userId) };
}

function expectedRoles(setup: Setup, caller: Caller): Record<string, Role> {
  return Object.fromEntries(
    setup.planted.places.flatMap(({ id }) => {
      const reason = setup.expect(toPerson(caller, setup), id);
      return reason ? [[id, reason.role]] : [];
    }),
  );
}

/** Determines the roles one by one, as requests do. */
async function rolesInMemory({ planted }: Setup, { actor }: Caller): Promise<Record<string, Role>> {
  const { organizationId, database } = app;
  const pointers = createPointers(database.db, POINTER_LOADERS);
  const standing = await findStanding(pointers, actor, organizationId);
  const roles: Record<string, Role> = {};
  for (const { kind, id } of planted.places) {
    if (kind === 'site') {
      const site = await pointers.sites.find(id);
      if (!site) throw new Error(`${id} is not there.`);
      const found = siteRole(standing, site);
      if (found) roles[id] = found;
      continue;
    }
    const named = await pointers[`${kind}s`].find(id);
    if (!named) throw new Error(`${id} is not there.`);
    const found = await findRole(pointers, standing, named);
    if (found) roles[id] = found;
    // Once it is in memory it is found without waiting, and the same.
    const warm = peekStanding(pointers, actor, organizationId);
    expect(warm === 'unknown' ? warm : peekRole(pointers, warm, named)).toBe(found);
  }
  return roles;
}

/** Determines the roles in SQL, as lists do. */
async function rolesInSql(caller: Caller): Promise<Record<string, Role>> {
  const { db } = app.database;
  const spaces = await db.selectFrom(spaceRoles(caller).as('r')).selectAll().execute();
  const collections = await db.selectFrom(collectionRoles(caller).as('r')).selectAll().execute();
  const sites = await db.selectFrom(siteRoles(caller).as('r')).selectAll().execute();
  return Object.fromEntries([
    ...spaces.map(({ space_id, role }) => [space_id, role]),
    ...collections.map(({ collection_id, role }) => [collection_id, role]),
    ...sites.map(({ site_id, role }) => [site_id, role]),
  ]);
}

/** The live spaces that a member can read, with the roles. Who has not accepted the invitation can read none. */
function expectedSpaces({ tree, planted, deleted, expect }: Setup, member: number): [string, Role][] {
  if (tree.members[member]?.disabled) return [];
  return planted.places.flatMap(({ kind, id }): [string, Role][] => {
    const reason = kind === 'space' && !deleted.has(id) ? expect({ member }, id) : undefined;
    return reason ? [[id, reason.role]] : [];
  });
}

function countSites({ tree, planted, expect }: Setup, member: number): number {
  if (tree.members[member]?.disabled) return 0;
  return planted.places.filter(({ kind, id }) => kind === 'site' && expect({ member }, id)).length;
}

async function expectSpacesOfMembers(setup: Setup): Promise<void> {
  const { userIds } = setup.planted;
  // All of them at once, as a page of a list asks.
  const rows = await findMemberRows(app.database.db, administrator, userIds);
  expect(rows.map((row) => row.user_id)).toEqual(userIds);
  for (const [member, row] of rows.entries()) {
    const spaces = expectedSpaces(setup, member);
    expect(row.spaces).toBe(spaces.length);
    expect(row.sites).toBe(countSites(setup, member));
    expect(await findMemberRows(app.database.db, administrator, [row.user_id])).toEqual([row]);
    const url = `/v1/orgs/${app.organizationId}/members/${row.user_id}/spaces?order=asc`;
    const response = await app.request('GET', url, { token });
    const { count, items } = response.json();
    expect([count, items.map((item: Item) => [item.space?.id, item.permission])]).toEqual([
      spaces.length,
      spaces,
    ]);
  }
}

interface Item {
  permission: Role;
  space?: { id: string };
  user?: { id: string };
  source?: object;
  origin?: object;
}

/** Returns the people with a role on a place, and the source of each role. */
function expectedPeople({ tree, planted, expect }: Setup, placeId: string) {
  return planted.userIds.flatMap((userId, member) => {
    const reason = tree.members[member]?.disabled ? undefined : expect({ member }, placeId);
    return reason ? [{ userId, ...reason }] : [];
  });
}

/** All pages, of who has access at all or with exactly this role; `large`: of how many members on a team is large. */
async function readAggregate(
  { kind, id }: PlantedTree['places'][number],
  list: { role?: Role; limit: number; large: number },
): Promise<[userId: string, role: Role][]> {
  const { role, limit, large } = list;
  const place = { kind, organizationId: app.organizationId, id };
  const found: [string, Role][] = [];
  let after: string | undefined;
  do {
    const page = await listAggregate(app.database.db, administrator, place, { role, after, limit, large });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    found.push(...page.rows.map(({ person, decided }): [string, Role] => [person.user_id, decided.role]));
    after = page.next;
    if (!after) expect(page.count).toBe(found.length);
  } while (after);
  return found;
}

async function expectPeopleOnPlaces(setup: Setup, { limit, large }: { limit: number; large: number }) {
  const { places } = setup.planted;
  const live = places.filter(({ id, kind }) => kind !== 'site' && !setup.deleted.has(id));
  for (const place of new Set([live[0], live.at(-1)].flatMap((one) => one ?? []))) {
    const people = expectedPeople(setup, place.id);
    for (const role of [undefined, ...LADDER]) {
      const wanted = people.filter((person) => role === undefined || person.role === role);
      expect(await readAggregate(place, { ...(role && { role }), limit, large })).toEqual(
        wanted.map((person) => [person.userId, person.role]),
      );
    }
    const url = `/v1/${place.kind}s/${place.id}/permissions/aggregate`;
    const items: Item[] = (await app.request('GET', url, { token })).json().items;
    expect(items.map(({ permission: role, user, source }) => ({ userId: user?.id, role, source }))).toEqual(
      people.map(({ userId, role, source }) => ({ userId, role, source })),
    );
  }
}

/** The list of a site in the shape of the client, as a list of members is sorted: page by page. */
async function expectPeopleOnSites(setup: Setup, limit: number): Promise<void> {
  const { organizationId } = app;
  for (const { id } of setup.planted.places.filter(({ kind }) => kind === 'site').slice(0, 1)) {
    const people = expectedPeople(setup, id);
    for (const role of [undefined, ...LADDER]) {
      const found: Item[] = [];
      let page: string | undefined;
      do {
        const query = new URLSearchParams({ order: 'asc', limit: String(limit) });
        if (role) query.set('role', role);
        if (page) query.set('page', page);
        const url = `/v1/orgs/${organizationId}/sites/${id}/permissions/aggregate?${query}`;
        const response = (await app.request('GET', url, { token })).json();
        found.push(...response.items);
        page = response.next?.page;
        if (!page) expect(response.count).toBe(found.length);
      } while (page);
      expect(found.map(({ permission, user, origin }) => [user?.id, permission, origin])).toEqual(
        people
          .filter((person) => role === undefined || person.role === role)
          .map((person) => [person.userId, person.role, toOrigin(person.source)]),
      );
    }
  }
}

/** The source of a role on a site, in the words of the client. */
function toOrigin(source: object): object {
  const { type, site, team } = source as { type: string; site?: string; team?: string };
  if (type === 'organization') return { type, organization: app.organizationId };
  const reason = type === 'user' ? 'member' : type;
  return { type: 'site', site, reason, ...(team === undefined ? {} : { team }) };
}

test(
  'the role on a place is the same in memory, in lists, in counts and to who has access',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.nat({ max: 8 }),
        fc.constantFrom(1, 2, 50),
        fc.constantFrom(0, 2, 9),
        async (tree, gone, limit, large) => {
          const setup = await prepare(tree, gone);
          for (const caller of setup.planted.callers) {
            const expected = expectedRoles(setup, caller);
            expect(await rolesInMemory(setup, caller)).toEqual(expected);
            expect(await rolesInSql(caller)).toEqual(expected);
          }
          await expectSpacesOfMembers(setup);
          await expectPeopleOnPlaces(setup, { limit, large });
          await expectPeopleOnSites(setup, limit);
        },
      ),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
