import { type Kysely, sql } from 'kysely';
import { findOrganizationOf } from '../../../platform/access/find-organization.queries.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';

export async function loadSpace(db: Kysely<DB>, spaceId: string): Promise<SpacePointer | undefined> {
  const organizationId = await findOrganizationOf(db, 'space', spaceId);
  if (organizationId === undefined) return undefined;
  const space = await readSpace(db, organizationId, spaceId);
  if (space) return space;
  // It may have been transferred in between.
  const now = await findOrganizationOf(db, 'space', spaceId);
  return now === undefined || now === organizationId ? undefined : readSpace(db, now, spaceId);
}

async function readSpace(
  db: Kysely<DB>,
  organizationId: string,
  spaceId: string,
): Promise<SpacePointer | undefined> {
  const { rows } = await sql<SpacePointer>`
    select s.organization_id as "organizationId", s.space_id as "spaceId", s.revision_id as "revisionId",
      s.parent_id as "parentId", s.default_level as "defaultLevel", s.edit_mode as "editMode",
      s.file_epoch as "fileEpoch", s.history_epoch as "historyEpoch", s.deleted_at as "deletedAt"
    from space s
    join organization o on o.organization_id = s.organization_id and o.deleted_at is null
    where s.organization_id = ${organizationId} and s.space_id = ${spaceId}`.execute(db);
  return rows[0];
}
