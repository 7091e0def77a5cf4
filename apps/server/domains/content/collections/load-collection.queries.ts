import { isId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import type { CollectionPointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';

export async function loadCollection(
  db: Kysely<DB>,
  collectionId: string,
): Promise<CollectionPointer | undefined> {
  if (!isId(collectionId)) return undefined;
  const { rows } = await sql<CollectionPointer>`
    select c.organization_id as "organizationId", c.collection_id as "collectionId",
      c.parent_id as "parentId", c.default_level as "defaultLevel"
    from collection_directory d
    join collection c on c.organization_id = d.organization_id and c.collection_id = d.collection_id
    join organization o on o.organization_id = d.organization_id and o.deleted_at is null
    where d.collection_id = ${collectionId}`.execute(db);
  return rows[0];
}
