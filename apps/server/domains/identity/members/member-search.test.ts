/** Whatever the search, order and page size: a list shows exactly what examining every member finds. */

import { newId } from '@lectern/std/ids';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { LADDER } from '../../../platform/access/roles.ts';
import { insertUser } from '../users/users.queries.ts';
import { insertMember } from './insert-members.queries.ts';
import { listMemberRows, type MemberList, type MemberPosition } from './member-list.queries.ts';

const MEMBERS = 90;
const ROLES = [null, ...LADDER] as const;
const START = Date.parse('2030-01-01T00:00:00.000Z');

const organizationId = newId();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db, sql } = database;
  await sql`insert into organization (organization_id, title, type, created_at)
    values (${organizationId}, 'O', 'business', now())`;
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < MEMBERS; n += 1) {
      const userId = newId();
      // Letters that many, few and one of them have; moments that several share.
      const displayName = ['anna', 'bo', 'cara'][n % 3] + (n % 17 === 0 ? 'x' : '') + (n === 41 ? 'y' : '');
      const joinedAt = new Date(START + Math.floor(n / 4) * 1000);
      const email = `${n % 11 === 0 ? 'z' : 'q'}${n}@e`;
      await insertUser(trx, { userId, email, displayName, createdAt: joinedAt });
      await insertMember(trx, { organizationId, userId, role: ROLES[n % 7] ?? null, joinedAt });
    }
  });
  await sql`update member set last_seen_at = joined_at + interval '1 hour' where email_folded not like '%7%'`;
});
afterAll(() => database.drop());

interface Everybody {
  id: string;
  role: MemberList['role'];
  name: string;
  email: string;
  joinedAt: string;
  lastSeenAt: string | null;
}

const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function lookAtAll(all: Everybody[], list: Omit<MemberList, 'after' | 'limit'>): string[] {
  const { sort, role, search } = list;
  const key = (one: Everybody) => one[sort] ?? '';
  return all
    .filter((one) => role === undefined || one.role === role)
    .filter((one) => sort !== 'lastSeenAt' || one.lastSeenAt !== null)
    .filter((one) => one.name.includes(search) || one.email.includes(search))
    .sort((left, right) => order(key(left), key(right)) || order(left.id, right.id))
    .map(({ id }) => id);
}

test('lists are what looking at everybody finds', async () => {
  const { rows } = {
    rows: await database.sql`
    select user_id as id, role, name_folded as name, email_folded as email, joined_at, last_seen_at from member`,
  };
  const all = rows.map((row) => ({
    ...(row as unknown as Everybody),
    joinedAt: row.joined_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  }));
  const filters = fc.record({
    sort: fc.constantFrom('joinedAt' as const, 'lastSeenAt' as const, 'name' as const),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    role: fc.constantFrom(undefined, undefined, ...ROLES),
    search: fc.constantFrom('', 'a', 'x', 'y', 'z', '@', 'ax', 'nobody'),
    limit: fc.integer({ min: 1, max: 4 }),
    callerRole: fc.constantFrom(...LADDER),
  });
  await fc.assert(
    fc.asyncProperty(filters, async ({ callerRole: role, ...list }) => {
      const token = { tokenId: 't', scopes: ['read' as const], expiresAt: null };
      const actor = { kind: 'service' as const, organizationId, role, ...token };
      const found: string[] = [];
      let after: MemberPosition | undefined;
      do {
        const page = await listMemberRows(database.db, { organizationId, actor, role }, { ...list, after });
        found.push(...page.rows.map((row) => row.user_id));
        after = page.next;
        if (!after) expect(page.count).toBe(found.length);
      } while (after);
      const expected = lookAtAll(all, list);
      expect(found).toEqual(list.order === 'asc' ? expected : expected.reverse());
    }),
    { numRuns: 60 },
  );
}, 120_000);
