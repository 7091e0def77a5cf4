import { isId } from '@lectern/std/ids';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { type ApiError, defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockMembers, type MemberKey } from '../../identity/members/members.queries.ts';
import { memberNotFound, removeMember } from '../../identity/members/members.service.ts';
import { getOrganizationRow } from '../../identity/organizations/organizations.service.ts';
import { hasSomethingToAccept } from './decide-invite.ts';
import { issueInvitations } from './invitation-tickets.ts';
import { findInvitedMember, type InvitedMember } from './invitations.queries.ts';
import { deleteInvitation } from './invitations.repository.ts';
import { recordInvited } from './invite-events.ts';
import { MAIL_PAUSE_MS } from './invite-users.ts';

export const invitationNotFound = defineNotFound('invitation-not-found', 'invitation');
export const alreadyJoined = defineError(
  { status: 409, reason: 'already-joined' },
  'This member has already joined and needs no invitation.',
);
const justMailed = (): ApiError =>
  rateLimited('The invitation was sent a moment ago. Wait a minute before you send it again.', {
    'retry-after': '60',
  });

type Pending = InvitedMember & { ticketId: string; expiresAt: Date };

/** The invitation that waits to be accepted. Throws a 404 where none does. */
export async function getInvitation(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: MemberKey,
): Promise<Pending> {
  const member = isId(key.userId) ? await findInvitedMember(db, key) : undefined;
  if (!member) throw memberNotFound();
  const { ticketId, expiresAt } = member;
  if (ticketId === null || expiresAt === null || expiresAt <= clock()) throw invitationNotFound();
  return { ...member, ticketId, expiresAt };
}

/** Makes a new link in place of the one that there may be, and mails it where the instance sends mail. */
export async function inviteAgain(context: Context, cause: Cause, key: MemberKey): Promise<Pending> {
  const { organizationId } = key;
  await context.transact(async (unit) => {
    const at = context.clock();
    await lockMembers(unit.trx, organizationId);
    const member = isId(key.userId) ? await findInvitedMember(unit.trx, key) : undefined;
    if (!member) throw memberNotFound();
    if (!hasSomethingToAccept(member, member.disabled)) throw alreadyJoined();
    const isMailed = context.config.smtpUrl !== undefined && member.mailedTo !== null;
    if (isMailed && at.getTime() - (member.invitedAt?.getTime() ?? 0) < MAIL_PAUSE_MS) throw justMailed();
    const organization = await getOrganizationRow(unit.trx, organizationId);
    const inviterId = cause.actor?.kind === 'user' ? cause.actor.userId : null;
    await issueInvitations(context, unit, { organization, inviterId, invitees: [member], at });
    const person = { ...member, isAdded: false, isDisabled: member.disabled };
    await recordInvited(unit.trx, cause, { organizationId, people: [person], at });
  });
  return getInvitation(context, key);
}

/** Invalidates the link; a user who has not accepted yet is removed from the members. */
export async function withdrawInvitation(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  key: MemberKey,
): Promise<void> {
  await transact(async (unit) => {
    await lockMembers(unit.trx, key.organizationId);
    const member = isId(key.userId) ? await findInvitedMember(unit.trx, key) : undefined;
    if (!member) throw memberNotFound();
    if (hasSomethingToAccept(member, member.disabled)) {
      await removeMember(unit, cause, key, clock());
      return;
    }
    if (!(await deleteInvitation(unit.trx, key))) throw invitationNotFound();
    await recordEvent(unit.trx, {
      organizationId: key.organizationId,
      cause,
      action: 'invite.deleted',
      target: { type: 'member', id: key.userId, label: member.displayName },
      at: clock(),
    });
  });
}
