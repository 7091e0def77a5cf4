import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { findMembersAmong } from '../../identity/members/members-among.queries.ts';

/** Lets the notifications about a space go with it to another organization, for those who are members there. */
export async function moveNotifications(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  targetId: string,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from notification
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(trx);
  const members = await findMembersAmong(
    trx,
    targetId,
    rows.map((row) => row.user_id),
  );
  await sql`
    update notification n set organization_id = ${targetId}
    where n.organization_id = ${organizationId} and n.space_id = ${spaceId}
      and n.user_id = any(${members}::uuid[])`.execute(trx);
}
