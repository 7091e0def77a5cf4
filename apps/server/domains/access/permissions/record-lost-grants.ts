import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import type { TargetKey } from './grant-target.ts';
import { listOwnGrants } from './grants.repository.ts';

/** Records that everyone with a grant on a space loses it because the space leaves its organization. */
export async function recordLostGrants(
  trx: Transaction<DB>,
  { place, ...change }: { place: TargetKey & { title: string }; cause: Cause; movesTo: string; at: Date },
): Promise<void> {
  const before = await listOwnGrants(trx, place);
  if (before.users.length + before.teams.length === 0) return;
  await recordEvent(trx, {
    organizationId: place.organizationId,
    cause: change.cause,
    action: 'permission.removed',
    target: { type: place.kind, id: place.id, label: place.title },
    payload: { before, movedTo: { organization: change.movesTo } },
    at: change.at,
  });
}
