import type { Cause } from '../../access/cause.ts';
import type { UnitOfWork } from '../../access/transaction.ts';
import { recordEvents } from '../audit/record-event.ts';
import { deleteTickets } from '../users/tickets.queries.ts';
import { deleteWaitingMembers, forgetInvitations, leaveSso } from './member-states.queries.ts';

/** A user who has another address now, after it was written. */
export interface LeftAddress {
  userId: string;
  displayName: string;
  /** Whether the new address is proven to be theirs. */
  isProven: boolean;
  at: Date;
}

/**
 * A step of a transaction: takes back what administrators gave an address, and not whoever had it. Invitations that wait
 * were for whose address it is: somebody else may have made the account under it, and would come in by another one. So
 * it is with who was given to a single sign-on, where nobody has proven the new address.
 */
export async function leaveAddress({ trx }: UnitOfWork, cause: Cause, left: LeftAddress): Promise<void> {
  const { userId, displayName, isProven, at } = left;
  // One of them that is accepted at this moment is none that waits, and stays.
  const withdrawn = await deleteWaitingMembers(trx, userId);
  await deleteTickets(trx, { userId, purposes: ['invitation'] });
  const parted = isProven ? [] : await leaveSso(trx, userId);
  await forgetInvitations(trx, userId);
  const target = { type: 'member' as const, id: userId, label: displayName };
  await recordEvents(trx, [
    ...withdrawn.map(({ organizationId, role, sso }) => ({
      organizationId,
      cause,
      action: 'member.removed' as const,
      target,
      payload: { before: { role, sso, disabled: true }, by: { email: 'changed' } },
      at,
    })),
    ...parted.map(({ organizationId }) => ({
      organizationId,
      cause,
      action: 'member.updated' as const,
      target,
      payload: { before: { sso: true }, after: { sso: false }, by: { email: 'changed' } },
      at,
    })),
  ]);
}
