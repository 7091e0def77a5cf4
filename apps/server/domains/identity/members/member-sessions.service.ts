import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import type { SessionOwner } from '../sessions/sessions.queries.ts';
import { endOwnSession, endSessions } from '../sessions/sessions.service.ts';
import type { MemberKey, MemberState } from './members.queries.ts';
import { getJoinedMember } from './members.service.ts';

interface Ending {
  member: MemberKey;
  cause: Cause;
}

/** The sessions with which a member can act in the organization. */
export const sessionsOfMember = ({ organizationId, userId }: MemberKey): SessionOwner => ({
  userId,
  actingIn: organizationId,
});

/** Signs a member out of one browser. */
export async function endMemberSession(
  context: Pick<Context, 'transact' | 'clock'>,
  { member, cause }: Ending,
  sessionId: string,
): Promise<void> {
  await context.transact(async (unit) => {
    const state = await getJoinedMember(unit.trx, member);
    await endOwnSession(unit, sessionsOfMember(member), sessionId);
    await recordSignOut(unit, { member, cause, state, sessions: 1, at: context.clock() });
  });
}

/** Signs a member out of all browsers but the one that asks for it. */
export async function endMemberSessions(
  context: Pick<Context, 'transact' | 'clock'>,
  { member, cause }: Ending,
  except: string | undefined,
): Promise<void> {
  await context.transact(async (unit) => {
    const state = await getJoinedMember(unit.trx, member);
    const sessions = await endSessions(unit, sessionsOfMember(member), except);
    if (sessions > 0) await recordSignOut(unit, { member, cause, state, sessions, at: context.clock() });
  });
}

const recordSignOut = (
  { trx }: UnitOfWork,
  {
    member: { organizationId, userId },
    cause,
    state,
    sessions,
    at,
  }: Ending & { state: MemberState; sessions: number; at: Date },
): Promise<void> =>
  recordEvent(trx, {
    organizationId,
    cause,
    action: 'member.signed-out',
    target: { type: 'member', id: userId, label: state.displayName },
    payload: { sessions },
    at,
  });
