import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { recordEvents } from '../../core/audit/record-event.ts';
import { deleteTickets } from '../users/tickets.queries.ts';
import { deleteWaitingMembers, forgetInvitations, leaveSso } from './member-states.queries.ts';

/** A user whose address has just been changed. */
export interface LeftAddress {
  userId: string;
  displayName: string;
  /** Whether the new address is verified. */
  isProven: boolean;
  at: Date;
}

/**
 * A step of a transaction: withdraws what administrators granted to the former address rather than to its user. Pending
 * invitations were meant for the owner of the address, who need not be the person who registered it. The same applies
 * to an assignment to single sign-on, as long as the new address is unverified.
 */
export async function leaveAddress({ trx }: UnitOfWork, cause: Cause, left: LeftAddress): Promise<void> {
  const { userId, displayName, isProven, at } = left;
  // An invitation that is accepted at this moment is no longer pending, and stays.
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
