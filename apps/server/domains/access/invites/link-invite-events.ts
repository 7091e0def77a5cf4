import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import type { LinkInviteRow } from './link-invites.queries.ts';

/** Returns the name of an invite in the audit: its id is a secret that lets people join. */
export const nameOfInvite = (inviteId: string): string =>
  createHash('sha256').update(inviteId).digest('hex').slice(0, 16);

export async function recordLinkInvite(
  trx: Transaction<DB>,
  cause: Cause,
  event: { before?: LinkInviteRow; after?: LinkInviteRow; at: Date },
): Promise<void> {
  const { before, after, at } = event;
  const row = (after ?? before) as LinkInviteRow;
  await recordEvent(trx, {
    organizationId: row.organization_id,
    cause,
    action: before && after ? 'invite.updated' : after ? 'invite.created' : 'invite.deleted',
    target: { type: 'invite', id: nameOfInvite(row.invite_id) },
    payload: {
      ...(before ? { before: describe(before) } : {}),
      ...(after ? { after: describe(after) } : {}),
    },
    at,
  });
}

const describe = ({ role, space_id, collection_id, expires_at }: LinkInviteRow): object => ({
  ...(space_id || collection_id ? { level: role } : { role }),
  ...(space_id ? { space: space_id } : {}),
  ...(collection_id ? { collection: collection_id } : {}),
  expiresAt: expires_at?.toISOString() ?? null,
});
