import { isId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import {
  deleteMemberRow,
  findMemberRows,
  findMemberState,
  hasAdministrator,
  lockMembers,
  type MemberKey,
  type MemberRow,
  type MemberState,
  updateMemberRow,
} from './members.queries.ts';
import { endAccess, findEndingMembership } from './members.repository.ts';
import type { UpdateMemberBody } from './members.schemas.ts';

export const memberNotFound = defineNotFound('member-not-found', 'member');
export const lastAdministrator = defineError(
  { status: 409, reason: 'last-administrator' },
  (
    message: string = 'The organization needs an administrator. Make another member an administrator first.',
  ) => message,
);

/** The member, who has accepted the invitation: nobody learns more of others by inviting them. */
export async function getJoinedMember(db: Database, key: MemberKey): Promise<MemberState> {
  const member = isId(key.userId) ? await findMemberState(db, key) : undefined;
  if (!member || member.disabled) throw memberNotFound();
  return member;
}

/** The member, as the caller sees them. */
export async function getMemberRow(db: Context['db'], caller: Caller, userId: string): Promise<MemberRow> {
  const [row] = isId(userId) ? await findMemberRows(db, caller, [userId]) : [];
  if (!row) throw memberNotFound();
  return row;
}

/** A change of a member that the caller requested. */
interface Change {
  caller: Caller;
  cause: Cause;
  userId: string;
}

/** Without a role nothing changes; null makes the member a guest. Throws a 409 for the last administrator. */
export async function updateMember(
  { transact, clock }: Context,
  change: Change,
  { role }: Static<typeof UpdateMemberBody>,
): Promise<MemberRow> {
  const key = keyOf(change);
  return transact(async (unit) => {
    await changeRole(unit, change.cause, { ...key, role }, clock());
    return getMemberRow(unit.trx, change.caller, key.userId);
  });
}

/** Like `updateMember`, as a step of a transaction. */
export async function changeRole(
  unit: UnitOfWork,
  cause: Cause,
  { role, ...key }: MemberKey & { role: RoleOrGuest | undefined },
  at: Date,
): Promise<void> {
  const before = await lockMember(unit, key);
  if (role === undefined || role === before.role) return;
  await updateMemberRow(unit.trx, key, { role });
  if (before.role === 'admin') await assertAdministratorStays(unit.trx, key.organizationId);
  await announceUpdate(unit, cause, { key, before, after: { role }, at });
}

export async function setSsoMember({ transact, clock }: Context, change: Change): Promise<MemberRow> {
  const key = keyOf(change);
  return transact(async (unit) => {
    const before = await lockMember(unit, key);
    if (!before.sso) {
      await updateMemberRow(unit.trx, key, { sso: true });
      await announceUpdate(unit, change.cause, { key, before, after: { sso: true }, at: clock() });
    }
    return getMemberRow(unit.trx, change.caller, key.userId);
  });
}

const keyOf = ({ caller, userId }: Change): MemberKey => ({ organizationId: caller.organizationId, userId });

/** Like `removeMember`, in a separate transaction. */
export async function endMembership(
  { transact, clock }: Context,
  cause: Cause,
  key: MemberKey,
): Promise<void> {
  await transact(async (unit) => {
    const isRemoved = isId(key.userId) && (await removeMember(unit, cause, key, clock()));
    if (!isRemoved) throw memberNotFound();
  });
}

async function lockMember({ trx }: UnitOfWork, key: MemberKey): Promise<MemberState> {
  await lockMembers(trx, key.organizationId);
  const member = isId(key.userId) ? await findMemberState(trx, key) : undefined;
  if (!member) throw memberNotFound();
  return member;
}

async function announceUpdate(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  step: { key: MemberKey; before: MemberState; after: { role: RoleOrGuest } | { sso: boolean }; at: Date },
): Promise<void> {
  const { before, after, at } = step;
  const { organizationId, userId } = step.key;
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'member.updated',
    target: { type: 'member', id: userId, label: before.displayName },
    payload: { before: 'role' in after ? { role: before.role } : { sso: before.sso }, after },
    at,
  });
  announce({ kind: 'member', organizationId, userId });
}

/**
 * Throws a 409 if a change left the organization without an administrator. Call it after the change, under
 * `lockMembers`.
 */
async function assertAdministratorStays(trx: Transaction<DB>, organizationId: string): Promise<void> {
  if (!(await hasAdministrator(trx, organizationId))) throw lastAdministrator();
}

/**
 * Ends a membership with everything that it gave: grants, places in teams, names at identity providers, sessions and
 * tokens that act in this organization only, open invitations; and all sessions and tokens of a user who then belongs
 * to no organization. Tells whether there was one. Throws a 409 for the last administrator.
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
  const ending = await findEndingMembership(unit, key);
  await deleteMemberRow(trx, key);
  if (state.role === 'admin') await assertAdministratorStays(trx, organizationId);
  const ended = await endAccess(trx, { ...key, tookPart: !state.disabled });
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'member.removed',
    target: { type: 'member', id: userId, label: displayName },
    payload: { before: { ...state, ...ending }, ended },
    at,
  });
  announce({ kind: 'user', userId });
  announce({ kind: 'member', ...key });
  return true;
}
