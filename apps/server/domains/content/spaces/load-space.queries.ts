import { isId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';

export async function loadSpace(db: Kysely<DB>, spaceId: string): Promise<SpacePointer | undefined> {
  if (!isId(spaceId)) return undefined;
  const { rows } = await sql<SpacePointer>`
    select s.organization_id as "organizationId", s.space_id as "spaceId", s.revision_id as "revisionId",
      s.parent_id as "parentId", s.default_level as "defaultLevel", s.edit_mode as "editMode",
      s.file_epoch as "fileEpoch", s.history_epoch as "historyEpoch", s.deleted_at as "deletedAt"
    from space_directory d
    join space s on s.organization_id = d.organization_id and s.space_id = d.space_id
    join organization o on o.organization_id = d.organization_id and o.deleted_at is null
    where d.space_id = ${spaceId}`.execute(db);
  return rows[0];
}
