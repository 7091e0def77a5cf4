import { sql, type Transaction } from 'kysely';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import { type Caller, collectionRoles, spaceRoles } from '../../../platform/access/role-sql.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { violates } from '../../../platform/db/violations.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { CollectionRow } from './collections.queries.ts';
import { lastPosition } from './order.queries.ts';

export interface CollectionKey {
  organizationId: string;
  collectionId: string;
}

export const collectionNotEmpty = defineError(
  { status: 409, reason: 'collection-not-empty' },
  'The collection still contains spaces or collections, perhaps some that you cannot see. Move or delete them first.',
);

export interface NewCollection extends CollectionKey {
  title: string;
  parentId: string | null;
  createdAt: Date;
}

/** Inserts the collection with its directory entry, after its siblings. */
export async function insertCollection(trx: Transaction<DB>, collection: NewCollection): Promise<void> {
  const { organizationId, collectionId, parentId, createdAt } = collection;
  await trx
    .insertInto('collection_directory')
    .values({ collection_id: collectionId, organization_id: organizationId })
    .execute();
  // Selected, because values must not have a subquery where the table is distributed.
  await sql`
    insert into collection (organization_id, collection_id, title, parent_id, position, default_level, created_at,
      updated_at)
    select ${organizationId}, ${collectionId}, ${collection.title}, ${parentId}, last.position, 'inherit', ${createdAt},
      ${createdAt}
    from (select ${lastPosition({ organizationId, parentId })} as position) last`.execute(trx);
}

export async function findCollectionRow(
  db: Database,
  { organizationId, collectionId }: CollectionKey,
): Promise<CollectionRow | undefined> {
  return db
    .selectFrom('collection')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('collection_id', '=', collectionId)
    .executeTakeFirst();
}

export type CollectionChanges = Partial<Pick<CollectionRow, 'title' | 'description' | 'default_level'>>;

/** Returns whether the collection exists. */
export async function updateCollectionRow(
  trx: Transaction<DB>,
  { organizationId, collectionId }: CollectionKey,
  changes: CollectionChanges & { updated_at: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('collection')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('collection_id', '=', collectionId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** `position` undefined: to the end. */
export async function moveCollectionRow(
  trx: Transaction<DB>,
  { organizationId, collectionId }: CollectionKey,
  to: { parentId: string | null; position: string | undefined; at: Date },
): Promise<void> {
  const { parentId, position, at } = to;
  await trx
    .updateTable('collection')
    .set({
      parent_id: parentId,
      position: position ?? lastPosition({ organizationId, parentId }),
      updated_at: at,
    })
    .where('organization_id', '=', organizationId)
    .where('collection_id', '=', collectionId)
    .execute();
}

/** Whether the collection contains spaces that are not deleted, or collections. */
export async function isCollectionInUse(
  db: Database,
  { organizationId, collectionId }: CollectionKey,
): Promise<boolean> {
  const { rows } = await sql<{ inUse: boolean }>`
    select exists (select 1 from collection where organization_id = ${organizationId} and parent_id = ${collectionId})
      or exists (select 1 from space where organization_id = ${organizationId} and parent_id = ${collectionId}
        and deleted_at is null) as "inUse"`.execute(db);
  return rows[0]?.inUse === true;
}

/**
 * Moves the deleted spaces of a collection to the top level, where they would be restored. A space that inherited its
 * level gets that level explicitly. Returns the moved spaces with their levels.
 */
export async function moveDeletedSpacesUp(
  trx: Transaction<DB>,
  { organizationId, collectionId }: CollectionKey,
  inherited: string | null,
): Promise<{ spaceId: string; title: string; defaultLevel: DefaultLevel }[]> {
  const { rows } = await sql<{ spaceId: string; title: string; defaultLevel: DefaultLevel }>`
    update space set parent_id = null, position = ${lastPosition({ organizationId, parentId: null })},
      default_level = case when default_level = 'inherit' then ${inherited}::text else default_level end
    where organization_id = ${organizationId} and parent_id = ${collectionId} and deleted_at is not null
    returning space_id as "spaceId", title, default_level as "defaultLevel"`.execute(trx);
  return rows;
}

/** Throws a 409 while it holds anything. */
export async function deleteCollectionRow(
  trx: Transaction<DB>,
  { organizationId, collectionId }: CollectionKey,
): Promise<void> {
  try {
    await trx
      .deleteFrom('collection')
      .where('organization_id', '=', organizationId)
      .where('collection_id', '=', collectionId)
      .execute();
    await trx.deleteFrom('collection_directory').where('collection_id', '=', collectionId).execute();
  } catch (error) {
    if (violates(error, 'space_in_collection') || violates(error, 'collection_in_collection')) {
      throw collectionNotEmpty();
    }
    throw error;
  }
}

/** Returns the depth of nesting from this collection down, itself included. */
export async function measureDepth(
  db: Database,
  { organizationId, collectionId }: CollectionKey,
): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    with recursive inside as (
      select ${collectionId}::uuid as collection_id, 1 as depth
      union all
      select c.collection_id, i.depth + 1 from inside i
      join collection c on c.organization_id = ${organizationId} and c.parent_id = i.collection_id)
    select max(depth) as depth from inside`.execute(db);
  return rows[0]?.depth ?? 1;
}

/** Whether the caller is an administrator of the collection and of everything in it, including deleted spaces. */
export async function isAdminInside(
  db: Database,
  caller: Caller,
  { organizationId, collectionId }: CollectionKey,
): Promise<boolean> {
  const { rows } = await sql<{ isAdmin: boolean }>`
    with recursive inside as (
      select ${collectionId}::uuid as collection_id
      union all
      select c.collection_id from inside i
      join collection c on c.organization_id = ${organizationId} and c.parent_id = i.collection_id),
    roles as (
      select own.role from inside i
      left join ${collectionRoles(caller)} own on own.collection_id = i.collection_id
      union all
      select own.role from inside i
      join space s on s.organization_id = ${organizationId} and s.parent_id = i.collection_id
      left join ${spaceRoles(caller)} own on own.space_id = s.space_id)
    select not exists (select 1 from roles where role is distinct from 'admin') as "isAdmin"`.execute(db);
  return rows[0]?.isAdmin === true;
}
