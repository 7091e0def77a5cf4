import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** Lets the notifications about a space go with it to another organization, for those who are members there. */
export async function moveNotifications(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  targetId: string,
): Promise<void> {
  await sql`
    update notification n set organization_id = ${targetId}
    where n.organization_id = ${organizationId} and n.space_id = ${spaceId} and exists (
      select 1 from member m where m.organization_id = ${targetId} and m.user_id = n.user_id)`.execute(trx);
}
