import { organizationSuspended } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { type ApiError, AUTHENTICATE, defineError, invalidField } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockAccountRow, setVerified } from '../../identity/accounts/account.queries.ts';
import { claimAccount } from '../../identity/accounts/claim-account.queries.ts';
import { assertGoodPassword, hashPassword } from '../../identity/accounts/passwords.ts';
import { disableElsewhere, enableMember } from '../../identity/members/member-states.queries.ts';
import {
  findMemberState,
  hasAdministrator,
  type MemberKey,
  updateMemberRow,
} from '../../identity/members/members.queries.ts';
import {
  findOrganizationRow,
  type OrganizationRow,
} from '../../identity/organizations/organizations.queries.ts';
import { findTicket, type TicketRow, useTicket } from '../../identity/users/tickets.queries.ts';
import { belongsElsewhere, updateUserRow } from '../../identity/users/users.queries.ts';
import { findInvitedMember, type InvitedMember } from './invitations.queries.ts';
import { lockOrganizationsOf } from './invitations.repository.ts';

export const invitationExpired = defineError(
  { status: 404, reason: 'invitation-expired' },
  'This invitation is no longer valid. Ask for a new one.',
);
export const signInRequired = defineError({ status: 401, reason: 'sign-in-required' }, () => ({
  message: 'Sign in with the invited account, or send its token, to accept the invitation.',
  headers: AUTHENTICATE,
}));
export const otherAccountRequired = defineError(
  { status: 403, reason: 'other-account-required' },
  'This invitation is for another account. Sign in with that account to accept it.',
);
const passwordMissing = (): ApiError =>
  invalidField('password', 'is required, because the account has none yet');
export const otherInvitationFirst = defineError(
  { status: 409, reason: 'other-invitation-first' },
  'This account administers another organization. Accept the invitation of that organization first.',
);

/** The invitation as the holder of its link sees it. */
export interface Invitation {
  ticket: TicketRow;
  organization: OrganizationRow;
  member: InvitedMember;
}

/** The accepting party: a signed-in user, or anyone who has the link. */
export interface Acceptance {
  ticketText: string;
  actor: Actor | undefined;
  password?: string | undefined;
  displayName?: string | undefined;
}

/** Throws a 404 for a link that is expired or already used, and a 403 while the organization is suspended. */
export async function getOpenInvitation(
  { db, keyRing, clock }: Pick<Context, 'db' | 'keyRing' | 'clock'>,
  ticketText: string,
): Promise<Invitation> {
  const wanted = { text: ticketText, purpose: 'invitation', now: clock() } as const;
  const ticket = await findTicket(db, keyRing, wanted);
  if (!ticket?.organization_id) throw invitationExpired();
  const key = { organizationId: ticket.organization_id, userId: ticket.user_id };
  const [organization, member] = [
    await findOrganizationRow(db, key.organizationId),
    await findInvitedMember(db, key),
  ];
  // The member and their ticket are read in one statement: the ticket that was found before may be used by now.
  if (!organization || member?.ticketId !== ticket.ticket_id) throw invitationExpired();
  if (organization.suspended_at !== null) throw organizationSuspended();
  return { ticket, organization, member };
}

/**
 * Admits a member by the link of their invitation. An account that the invitation created gets its first password,
 * once; any other account is neither changed nor signed in by it, and its owner must be the caller.
 */
export async function acceptInvitation(
  context: Context,
  acceptance: Acceptance,
  toCause: (userId: string) => Cause,
  then: (unit: UnitOfWork, key: MemberKey) => Promise<void> = async () => {},
): Promise<MemberKey> {
  const { actor, password } = acceptance;
  const { member: known } = await getOpenInvitation(context, acceptance.ticketText);
  const isClaim = known.isUnclaimed && actor === undefined;
  if (!isClaim) assertInvited(actor, known);
  const passwordHash = isClaim ? await hashFirstPassword(password, known.email) : undefined;
  return context.transact(async (unit) => {
    const { ticket, member } = await lockInvitation(context, unit, acceptance.ticketText);
    const key = { organizationId: ticket.organization_id as string, userId: member.userId };
    if (actor) assertActsIn(actor, key.organizationId);
    // A password was set in the meantime.
    if (isClaim && !member.isUnclaimed) throw invitationExpired();
    if (!(await useTicket(unit.trx, ticket.ticket_id))) throw invitationExpired();

    const at = context.clock();
    const cause = toCause(member.userId);
    const isProven = ticket.email !== null && foldEmail(ticket.email) === foldEmail(member.email);
    if (isProven) await setVerified(unit.trx, { userId: member.userId, at });
    if (passwordHash !== undefined) {
      await claimAccount(unit.trx, { userId: member.userId, passwordHash, at });
      const { displayName } = acceptance;
      if (displayName !== undefined) {
        await updateUserRow(unit.trx, member.userId, { display_name: displayName });
        member.displayName = displayName;
      }
      if (!isProven) await withdrawTrust(unit, cause, { key, member, at });
    }
    await activateMember(unit, cause, { key, member, at });
    await then(unit, key);
    return key;
  });
}

/**
 * Locks all organizations that may be concerned, and the account: a mailed link may be setting a password at this
 * moment.
 */
async function lockInvitation(
  context: Context,
  { trx }: UnitOfWork,
  ticketText: string,
): Promise<Invitation> {
  const seen = await getOpenInvitation({ ...context, db: trx }, ticketText);
  const organizationId = seen.ticket.organization_id as string;
  await lockOrganizationsOf(trx, { organizationId, userId: seen.member.userId });
  await lockAccountRow(trx, seen.member.userId, 'no key update');
  return getOpenInvitation({ ...context, db: trx }, ticketText);
}

/** A user signed in through the single sign-on of another organization acts only in that one. */
export function assertActsIn(actor: Actor, organizationId: string): void {
  if (actor.kind === 'user' && actor.onlyIn !== organizationId) assertUnbound(actor);
}

function assertInvited(actor: Actor | undefined, { userId }: InvitedMember): void {
  if (!actor) throw signInRequired();
  if (actor.kind !== 'user' || actor.userId !== userId) throw otherAccountRequired();
}

async function hashFirstPassword(password: string | undefined, email: string): Promise<string> {
  if (password === undefined || password === '') throw passwordMissing();
  assertGoodPassword(password, email);
  return hashPassword(password);
}

async function activateMember(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  { key, member, at }: { key: MemberKey; member: InvitedMember; at: Date },
): Promise<void> {
  if (!member.disabled && !member.isUnclaimed) return;
  if (member.disabled) await enableMember(trx, key);
  // A sign-on that identifies them by their address must not open what other organizations gave them.
  if (member.disabled && member.sso && (await belongsElsewhere(trx, key)))
    await updateMemberRow(trx, key, { sso: false });
  const accepted = await findMemberState(trx, key);
  await recordEvent(trx, {
    organizationId: key.organizationId,
    cause,
    action: 'member.accepted',
    target: { type: 'member', id: key.userId, label: accepted?.displayName ?? null },
    payload: { before: { disabled: true }, after: { disabled: false } },
    at,
  });
  announce({ kind: 'member', ...key });
}

/**
 * Other organizations may have invited the same address, and the holder of this link need not be its owner: in each of
 * those organizations the account must accept that organization's own link.
 */
async function withdrawTrust(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  { key, member, at }: { key: MemberKey; member: InvitedMember; at: Date },
): Promise<void> {
  for (const { organizationId, role } of await disableElsewhere(trx, key)) {
    if (role === 'admin' && !(await hasAdministrator(trx, organizationId))) throw otherInvitationFirst();
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'member.updated',
      target: { type: 'member', id: key.userId, label: member.displayName },
      payload: { before: { disabled: false }, after: { disabled: true } },
      at,
    });
    announce({ kind: 'member', organizationId, userId: key.userId });
  }
}
