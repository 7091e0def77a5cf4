import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { newId } from '../http/ids.ts';
import { MAXIMUM_DEPTH } from './above.ts';
import type { Actor } from './actor.ts';
import { createPointers, type DefaultLevel, NO_GRANTS, NO_TEAMS, type Pointers } from './pointers.ts';
import { type Caller, collectionRoles, spaceRoles } from './role-sql.ts';
import { LADDER, type Role, type RoleOrGuest } from './roles.ts';
import { effectiveRole, findRole, findStanding, peekRole, peekStanding } from './space-role.ts';

describe('the effective role', () => {
  const member = (role: RoleOrGuest, grants: Record<string, Role> = {}) => ({
    role,
    grants: new Map(Object.entries(grants)),
  });
  const place = (defaultLevel: DefaultLevel, ...above: DefaultLevel[]) => ({
    id: 'it',
    defaultLevel,
    above: above.map((level, n) => ({ collectionId: `above-${n}`, defaultLevel: level })),
  });

  test.each<[string, RoleOrGuest, ReturnType<typeof member> | undefined, ReturnType<typeof place>]>([
    ['is none for who does not belong to the organization', null, undefined, place('admin')],
    ['is admin for administrators of the organization', 'admin', member('admin'), place(null, null)],
    [
      'is the role in the organization where all inherit',
      'edit',
      member('edit'),
      place('inherit', 'inherit'),
    ],
    [
      'is the nearest level above where it inherits',
      'read',
      member('edit'),
      place('inherit', 'inherit', 'read', 'create'),
    ],
    ['is the own level where there is one', 'comment', member('edit'), place('comment', 'create')],
    ['is none where the level is nobody', null, member('create'), place('inherit', null, 'create')],
    ['takes no default for guests', null, member(null), place('create', 'create')],
    ['takes the grant of a guest', 'review', member(null, { it: 'review' }), place('create')],
    [
      'takes the highest of grants at any height',
      'create',
      member('read', { it: 'edit', 'above-1': 'create', 'above-0': 'review' }),
      place('inherit', 'inherit', 'inherit'),
    ],
    [
      'takes the default when it is above the grant',
      'create',
      member('read', { it: 'read' }),
      place('create'),
    ],
    ['takes no grant on something else', 'read', member('read', { other: 'admin' }), place('inherit')],
  ])('%s', (_name, role, standing, where) => {
    expect(effectiveRole(standing, where)).toBe(role);
  });
});

describe('in memory and in lists, the rule', () => {
  let database: TestDatabase;
  let organizationId: string;
  let pointers: Pointers;
  beforeAll(async () => {
    database = await createTestDatabase();
    organizationId = newId();
    await database.sql`insert into organization (organization_id, title, type, created_at)
      values (${organizationId}, 'O', 'business', now())`;
  });
  afterAll(() => database.drop());

  const level = fc.constantFrom<DefaultLevel>('inherit', 'inherit', 'inherit', null, ...LADDER);
  const role = fc.constantFrom<RoleOrGuest>(null, ...LADDER);
  /** `parent`: the how manieth of the collections before, or the top. `granted`: to one of three members. */
  const thing = fc.record({
    parent: fc.option(fc.nat({ max: 9 })),
    level,
    granted: fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom<Role>(...LADDER)), { maxLength: 2 }),
  });
  const tree = fc.record({
    collections: fc.array(thing, { maxLength: 10 }),
    spaces: fc.array(thing, { minLength: 1, maxLength: 6 }),
    members: fc.array(role, { minLength: 3, maxLength: 3 }),
    service: role,
  });
  type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never;

  /** Stores the tree in place of the one before; tells who may call. */
  async function plant({ collections, spaces, members, service }: Tree): Promise<Caller[]> {
    const { sql } = database;
    await sql`delete from space`;
    await sql`delete from collection`;
    await sql`truncate collection_directory, space_directory, member cascade`;
    const users = members.map(() => newId());
    for (const [n, userId] of users.entries()) {
      await sql`insert into user_account (user_id, email, email_folded, display_name, created_at)
        values (${userId}, ${userId}, ${userId}, 'U', now())`;
      await sql`insert into member (organization_id, user_id, role, joined_at)
        values (${organizationId}, ${userId}, ${members[n] ?? null}, now())`;
    }
    const ids: string[] = [];
    for (const [kind, things] of [
      ['collection', collections],
      ['space', spaces],
    ] as const) {
      for (const one of things) {
        const id = newId();
        const parentId = one.parent === null || ids.length === 0 ? null : ids[one.parent % ids.length];
        const row = {
          organization_id: organizationId,
          [`${kind}_id`]: id,
          title: 'T',
          parent_id: parentId ?? null,
          position: '1',
          default_level: one.level,
          created_at: new Date(),
          updated_at: new Date(),
          ...(kind === 'space' ? { revision_id: id } : {}),
        };
        await sql`insert into ${sql(`${kind}_directory`)} ${sql({ [`${kind}_id`]: id, organization_id: organizationId })}`;
        await sql`insert into ${sql(kind)} ${sql(row)}`;
        for (const [user, granted] of one.granted) {
          const grant = {
            organization_id: organizationId,
            [`${kind}_id`]: id,
            user_id: users[user] as string,
            role: granted,
          };
          await sql`insert into ${sql(`${kind}_user_grant`)} ${sql(grant)} on conflict do nothing`;
        }
        if (kind === 'collection') ids.push(id);
      }
    }
    const token = { tokenId: 't', scopes: ['read' as const], expiresAt: null };
    const actors: [Actor, RoleOrGuest][] = users.map((userId, n) => [
      { kind: 'user', userId, ...token },
      members[n] ?? null,
    ]);
    actors.push([{ kind: 'service', organizationId, role: service, ...token }, service]);
    return actors.map(([actor, own]) => ({ organizationId, actor, role: own }));
  }

  /** Every role on every space and collection, asked one by one. */
  async function rolesInMemory({ actor }: Caller): Promise<Record<string, Role>> {
    const standing = await findStanding(pointers, actor, organizationId);
    const roles: Record<string, Role> = {};
    const ids = await database.sql<{ kind: 'spaces' | 'collections'; id: string }[]>`
      select 'spaces' as kind, space_id as id from space union all select 'collections', collection_id from collection`;
    for (const { kind, id } of ids) {
      const named = await pointers[kind].find(id);
      if (!named) throw new Error(`${id} is not there.`);
      const found = await findRole(pointers, standing, named);
      if (found) roles[id] = found;
      // Once it is in memory it is found without waiting, and the same.
      const warm = peekStanding(pointers, actor, organizationId);
      expect(warm === 'unknown' ? warm : peekRole(pointers, warm, named)).toBe(found);
    }
    return roles;
  }

  async function rolesInSql(caller: Caller): Promise<Record<string, Role>> {
    const { db } = database;
    const spaces = await db.selectFrom(spaceRoles(caller).as('r')).selectAll().execute();
    const collections = await db.selectFrom(collectionRoles(caller).as('r')).selectAll().execute();
    return Object.fromEntries([
      ...spaces.map(({ space_id, role: own }) => [space_id, own]),
      ...collections.map(({ collection_id, role: own }) => [collection_id, own]),
    ]);
  }

  test('is the same for every tree of collections', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (planted) => {
        const callers = await plant(planted);
        pointers = createPointers(database.db);
        for (const caller of callers) {
          expect(await rolesInSql(caller)).toEqual(await rolesInMemory(caller));
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  test('opens nothing by default where the way to the top does not end', async () => {
    const actor: Actor = {
      kind: 'service',
      organizationId,
      role: 'create',
      tokenId: 't',
      scopes: [],
      expiresAt: null,
    };
    const [first, second] = [newId(), newId()];
    const space = { spaceId: newId(), parentId: first, defaultLevel: 'inherit' as const };
    const chain = (parents: Record<string, string | null>) => {
      const known = createPointers(database.db);
      for (const [collectionId, parentId] of Object.entries(parents)) {
        const row = { organizationId, collectionId, parentId, defaultLevel: 'inherit' as const };
        known.collections.find = async (id) =>
          id in parents ? { ...row, collectionId: id, parentId: parents[id] ?? null } : undefined;
        known.collections.peek = (id) =>
          id in parents ? { ...row, collectionId: id, parentId: parents[id] ?? null } : undefined;
      }
      return known;
    };
    const standing = { role: actor.role, grants: NO_GRANTS, teams: NO_TEAMS };
    const ways = { aCycle: chain({ [first]: second, [second]: first }), aGap: chain({ [first]: second }) };
    expect(await findRole(ways.aCycle, standing, space)).toBeNull();
    expect(peekRole(ways.aCycle, standing, space)).toBeNull();
    expect(await findRole(ways.aGap, standing, space)).toBeNull();
    expect(peekRole(ways.aGap, standing, space)).toBe('unknown');
    const ids = Array.from({ length: MAXIMUM_DEPTH }, newId);
    const deepest = chain(Object.fromEntries(ids.map((id, n) => [id, ids[n + 1] ?? null])));
    const below = { ...space, parentId: ids[0] as string };
    expect([await findRole(deepest, standing, below), peekRole(deepest, standing, below)]).toEqual([
      'create',
      'create',
    ]);
  });
});
