import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createPointers } from '../../access/pointers.ts';
import type { Caller } from '../../access/role-sql.ts';
import { isAtLeast, LADDER, type Role } from '../../access/roles.ts';
import { findRole, findStanding } from '../../access/space-role.ts';
import { type PlantedTree, plantTree, randomTree } from '../../access/trees.fixtures.ts';
import { newId } from '../../http/ids.ts';
import type { Decided } from './deciding-source.ts';
import { listAggregate } from './list-aggregate.ts';
import type { PlaceKey } from './place.ts';

let database: TestDatabase;
let organizationId: string;
let caller: Caller;
beforeAll(async () => {
  database = await createTestDatabase();
  organizationId = newId();
  await database.sql`insert into organization (organization_id, title, type, created_at)
    values (${organizationId}, 'O', 'business', now())`;
  const actor = { tokenId: 't', scopes: ['read' as const], expiresAt: null };
  caller = {
    organizationId,
    role: 'admin',
    actor: { kind: 'service', organizationId, role: 'admin', ...actor },
  };
});
afterAll(() => database.drop());

type Roles = Record<string, Role>;

/** As requests decide about each member, one by one. */
async function rolesInMemory({ callers }: PlantedTree, { kind, id }: PlaceKey): Promise<Roles> {
  const pointers = createPointers(database.db);
  const named = await pointers[`${kind}s`].find(id);
  if (!named) throw new Error(`${id} is not there.`);
  const roles: Roles = {};
  for (const { actor } of callers) {
    if (actor.kind === 'service') continue;
    const role = await findRole(pointers, await findStanding(pointers, actor, organizationId), named);
    if (role) roles[actor.userId] = role;
  }
  return roles;
}

/** All pages, with what decides. */
async function readAggregate(place: PlaceKey, list: { role?: Role; limit: number; large: number }) {
  const { role, limit, large } = list;
  const decided = new Map<string, Decided>();
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await listAggregate(database.db, caller, place, { role, after, limit, large });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    for (const row of page.rows) {
      ids.push(row.person.user_id);
      decided.set(row.person.user_id, row.decided);
    }
    after = page.next;
    if (!after) expect(page.count).toBe(ids.length);
  } while (after);
  expect(ids).toEqual([...new Set(ids)].sort());
  return decided;
}

test('the aggregate has everybody with the role that requests decide by, in whole and by role', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomTree,
      fc.constantFrom(1, 2, 50),
      fc.constantFrom(0, 2, 9),
      async (tree, limit, large) => {
        const planted = await plantTree(database, organizationId, tree);
        const { places } = planted;
        for (const { kind, id } of [places[0], places.at(-1)].flatMap((place) => place ?? [])) {
          const place = { kind, organizationId, id };
          const expected = await rolesInMemory(planted, place);
          const found = await readAggregate(place, { limit, large });
          const roles = Object.fromEntries([...found].map(([userId, { role }]) => [userId, role]));
          expect(roles).toEqual(expected);
          for (const role of LADDER) {
            const only = await readAggregate(place, { role, limit, large });
            expect([...only.keys()].sort()).toEqual(
              Object.keys(expected)
                .filter((userId) => expected[userId] === role)
                .sort(),
            );
          }
          for (const [userId, decided] of found) await expectTrueSource(userId, decided);
        }
      },
    ),
    { numRuns: 40 },
  );
}, 180_000);

/** What a role is said to come from is there, and gives that role. */
async function expectTrueSource(userId: string, { role, source }: Decided): Promise<void> {
  const { sql } = database;
  if (source.type === 'organization') {
    const [row] = await sql`select role from member where user_id = ${userId}`;
    expect(row?.role).toBe(role);
    return;
  }
  const { kind, id } = source.on;
  const isOn = sql`${sql(`${kind}_id`)} = ${id}`;
  const rows =
    source.type === 'default'
      ? await sql`select default_level as role from ${sql(kind)} where ${isOn}`
      : source.type === 'user'
        ? await sql`select role from ${sql(`${kind}_user_grant`)} where ${isOn} and user_id = ${userId}`
        : await sql`
            select g.role from ${sql(`${kind}_team_grant`)} g
            join team_member i on i.team_id = g.team_id and i.user_id = ${userId}
            where ${isOn} and g.team_id = ${source.team}`;
  expect(rows.map((row) => row.role)).toEqual([role]);
  expect(isAtLeast(role, 'read')).toBe(true);
}
