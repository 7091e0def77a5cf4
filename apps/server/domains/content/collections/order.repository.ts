import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type Parent, type Sibling, siblings } from './order.queries.ts';

/** Returns the items between two siblings without deleted spaces; undefined if they are not in this order. */
export async function listBetween(
  db: Database,
  parent: Parent,
  { after, before }: { after: Sibling; before: Sibling },
): Promise<Sibling[] | undefined> {
  const order = await sql<{ isOrder: boolean }>`
    select (${after.position}::numeric, ${after.id}::uuid) < (${before.position}::numeric, ${before.id}::uuid)
      as "isOrder"`.execute(db);
  if (!order.rows[0]?.isOrder) return undefined;
  const { rows } = await sql<Sibling>`
    select kind, id, ${parent.parentId}::uuid as "parentId", position, default_level as "defaultLevel"
    from ${siblings(parent)} s
    where not is_deleted and (position, id) > (${after.position}::numeric, ${after.id}::uuid)
      and (position, id) < (${before.position}::numeric, ${before.id}::uuid)`.execute(db);
  return rows;
}
