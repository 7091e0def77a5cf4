import type { Transaction } from 'kysely';
import type { Cause } from '../../access/cause.ts';
import type { UnitOfWork } from '../../access/transaction.ts';
import type { DB } from '../../db/schema.ts';
import { type ApiError, conflict } from '../../http/errors.ts';
import { recordEvent } from '../audit/record-event.ts';
import {
  deleteMemberRow,
  endAccess,
  findMemberBelongings,
  findMemberState,
  hasAdministrator,
  lockMembers,
  type MemberKey,
  type MemberState,
} from './members.repository.ts';

const lastAdministrator = (): ApiError =>
  conflict('The organization needs an administrator: make another member one first.');

/** Throws a 409 when a change left nobody to administer the organization. After the change, under `lockMembers`. */
export async function assertAdministratorStays(trx: Transaction<DB>, organizationId: string): Promise<void> {
  if (!(await hasAdministrator(trx, organizationId))) throw lastAdministrator();
}

/**
 * Ends a membership with everything that it gave: grants, places in teams, names at identity providers, sessions and
 * tokens that act in this organization only, open invitations; and all sessions and tokens of who then belongs to no
 * organization. Tells whether there was one. Throws a 409 for the last administrator.
 */
export async function removeMember(
  unit: UnitOfWork,
  cause: Cause,
  { organizationId, userId }: MemberKey,
  at: Date,
): Promise<boolean> {
  const { trx, announce } = unit;
  const key = { organizationId, userId };
  await lockMembers(trx, organizationId);
  const member = await findMemberState(trx, key);
  if (!member) return false;
  const { displayName, ...state } = member;
  const belongings = await findMemberBelongings(trx, key);
  await deleteMemberRow(trx, key);
  if (isAdministrator(state)) await assertAdministratorStays(trx, organizationId);
  const ended = await endAccess(trx, key);
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'member.removed',
    target: { type: 'member', id: userId, label: displayName },
    payload: { before: { ...state, ...belongings }, ended },
    at,
  });
  announce({ kind: 'user', userId });
  return true;
}

const isAdministrator = ({ role, disabled }: Pick<MemberState, 'role' | 'disabled'>): boolean =>
  role === 'admin' && !disabled;
