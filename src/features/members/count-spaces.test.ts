import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createPointers } from '../../access/pointers.ts';
import { findRole, findStanding } from '../../access/space-role.ts';
import { type PlantedTree, plantTree, randomTree } from '../../access/trees.fixtures.ts';
import { newId } from '../../http/ids.ts';
import { listSpacesOfMember } from '../member-access/member-access.service.ts';
import { findMemberRows } from './members.repository.ts';

const organizationId = newId();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`insert into organization (organization_id, title, type, created_at)
    values (${organizationId}, 'O', 'business', now())`;
});
afterAll(() => database.drop());

const token = { tokenId: 't', scopes: ['read' as const], expiresAt: null };
const administrator = {
  organizationId,
  actor: { kind: 'service' as const, organizationId, role: 'admin' as const, ...token },
  role: 'admin' as const,
};

/** The role of the user on each space that is not deleted, asked one by one. */
async function rolesOf(userId: string, places: PlantedTree['places'], deleted: Set<string>) {
  const pointers = createPointers(database.db);
  const standing = await findStanding(pointers, { kind: 'user', userId, ...token }, organizationId);
  const roles = new Map<string, string>();
  for (const { kind, id } of places) {
    if (kind !== 'space' || deleted.has(id)) continue;
    const space = await pointers.spaces.find(id);
    if (!space) throw new Error(`${id} is not there.`);
    const role = await findRole(pointers, standing, space);
    if (role) roles.set(id, role);
  }
  return roles;
}

test('of every member as many spaces are counted, and listed, as there are roles on spaces', async () => {
  await fc.assert(
    fc.asyncProperty(randomTree, fc.nat({ max: 8 }), async (tree, gone) => {
      const { userIds, places } = await plantTree(database, organizationId, tree);
      const spaces = places.filter(({ kind }) => kind === 'space');
      const deleted = new Set(spaces.filter((_, n) => n === gone).map(({ id }) => id));
      for (const id of deleted)
        await database.sql`update space set deleted_at = now() where space_id = ${id}`;
      // All of them at once, as a page of a list asks.
      const rows = await findMemberRows(database.db, administrator, userIds);
      expect(rows.map((row) => row.user_id)).toEqual(userIds);
      for (const row of rows) {
        const roles = await rolesOf(row.user_id, places, deleted);
        expect(row.spaces).toBe(roles.size);
        const list = { order: 'asc' as const, after: undefined, limit: 100 };
        const listed = await listSpacesOfMember(database.db, { organizationId, userId: row.user_id }, list);
        expect(listed.count).toBe(roles.size);
        expect(listed.rows.map((space) => [space.space_id, space.role])).toEqual(
          [...roles].sort(([one], [other]) => (one < other ? -1 : 1)),
        );
        const [alone] = await findMemberRows(database.db, administrator, [row.user_id]);
        expect(alone).toEqual(row);
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);
