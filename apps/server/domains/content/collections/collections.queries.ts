import { type Selectable, sql } from 'kysely';
import { type Caller, collectionRoles } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  cutMovable,
  cutPage,
  MAX_NAMED,
  type MovablePosition,
  type PageOfRows,
} from '../../../platform/http/lists.ts';

export type CollectionRow = Selectable<DB['collection']>;

/** A collection with the caller's role on it. */
export type OwnCollectionRow = CollectionRow & { role: Role };

/** The collections of the organization among these, in the order of their ids. */
export async function findCollectionRows(
  db: Database,
  { organizationId, collectionIds }: { organizationId: string; collectionIds: readonly string[] },
): Promise<CollectionRow[]> {
  if (collectionIds.length === 0) return [];
  return db
    .selectFrom('collection')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('collection_id', '=', sql<string>`any(${collectionIds}::uuid[])`)
    .orderBy('collection_id')
    .execute();
}

/** The collections that the caller may read, in the order of siblings, those of all parents mixed. */
export async function listCollectionRows(
  db: Database,
  caller: Caller,
  list: { isNested: boolean; after: MovablePosition | undefined; limit: number },
): Promise<PageOfRows<OwnCollectionRow, MovablePosition>> {
  const { isNested, after, limit } = list;
  const visible = sql`collection c join ${collectionRoles(caller)} own on own.collection_id = c.collection_id
    where c.organization_id = ${caller.organizationId} and ${isNested ? sql`true` : sql`c.parent_id is null`}`;
  const counted = await sql<{ count: number }>`select count(*) as count from ${visible}`.execute(db);
  const count = Number(counted.rows[0]?.count ?? 0);
  if (typeof after === 'string' || (after === undefined && count <= MAX_NAMED)) {
    const all = await sql<{ id: string }>`
      select c.collection_id as id from ${visible} order by c.position, c.collection_id`.execute(db);
    const page = cutMovable(all.rows, { after, limit }, (row) => row.id);
    const { rows } = await sql<OwnCollectionRow>`
      select c.*, own.role from ${visible} and c.collection_id = any(${page.rows.map((row) => row.id)}::uuid[])
      order by c.position, c.collection_id`.execute(db);
    return { ...page, rows };
  }
  const [position, collectionId] = after ?? [null, null];
  const { rows } = await sql<OwnCollectionRow>`
    select c.*, own.role from ${visible}
      and (${position}::numeric is null or (c.position, c.collection_id) > (${position}::numeric, ${collectionId}::uuid))
    order by c.position, c.collection_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, count, (row) => [row.position, row.collection_id]);
}
