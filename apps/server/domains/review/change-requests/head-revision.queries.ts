import type { Kysely } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** The revision that a change request is at; undefined if there is no such change request of this space. */
export async function findHeadRevision(
  db: Kysely<DB>,
  { organizationId, spaceId }: SpaceKey,
  changeRequestId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('change_request')
    .select('revision_id')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('change_request_id', '=', changeRequestId)
    .executeTakeFirst();
  return row?.revision_id;
}
