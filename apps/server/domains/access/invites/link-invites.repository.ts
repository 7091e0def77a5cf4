import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { LinkInviteKey, LinkInviteRow } from './link-invites.queries.ts';

export async function insertLinkInvite(trx: Transaction<DB>, row: LinkInviteRow): Promise<void> {
  await trx.insertInto('organization_invite').values(row).execute();
}

export async function findLinkInviteRow(
  db: Database,
  { organizationId, inviteId }: LinkInviteKey,
): Promise<LinkInviteRow | undefined> {
  const { rows } = await sql<LinkInviteRow>`
    select * from organization_invite
    where organization_id = ${organizationId} and invite_id = ${inviteId}`.execute(db);
  return rows[0];
}

export async function updateLinkInviteRow(
  trx: Transaction<DB>,
  { organizationId, inviteId }: LinkInviteKey,
  changes: Partial<Pick<LinkInviteRow, 'role' | 'expires_at'>>,
): Promise<void> {
  await trx
    .updateTable('organization_invite')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('invite_id', '=', inviteId)
    .execute();
}

export async function deleteLinkInviteRow(
  trx: Transaction<DB>,
  { organizationId, inviteId }: LinkInviteKey,
): Promise<void> {
  await trx
    .deleteFrom('organization_invite')
    .where('organization_id', '=', organizationId)
    .where('invite_id', '=', inviteId)
    .execute();
}
