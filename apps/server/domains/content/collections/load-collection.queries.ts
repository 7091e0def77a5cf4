import { type Kysely, sql } from 'kysely';
import { findOrganizationOf } from '../../../platform/access/find-organization.queries.ts';
import type { CollectionPointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';

export async function loadCollection(
  db: Kysely<DB>,
  collectionId: string,
): Promise<CollectionPointer | undefined> {
  const organizationId = await findOrganizationOf(db, 'collection', collectionId);
  if (organizationId === undefined) return undefined;
  const { rows } = await sql<CollectionPointer>`
    select c.organization_id as "organizationId", c.collection_id as "collectionId",
      c.parent_id as "parentId", c.default_level as "defaultLevel"
    from collection c
    join organization o on o.organization_id = c.organization_id and o.deleted_at is null
    where c.organization_id = ${organizationId} and c.collection_id = ${collectionId}`.execute(db);
  return rows[0];
}
