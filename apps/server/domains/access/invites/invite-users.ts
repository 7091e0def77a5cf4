import { newUserId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { concurrentChange } from '../../../platform/http/request-errors.ts';
import { insertMembers } from '../../identity/members/insert-members.queries.ts';
import { lockMembers } from '../../identity/members/members.queries.ts';
import { getOrganizationRow } from '../../identity/organizations/organizations.service.ts';
import { displayNameFromEmail } from '../../identity/users/display-name.ts';
import { insertUnclaimedUsers } from '../../identity/users/unclaimed-users.queries.ts';
import { hasSomethingToAccept, isMemberAtOnce } from './decide-invite.ts';
import { type IssuedInvitation, issueInvitations } from './invitation-tickets.ts';
import { recordInvited } from './invite-events.ts';
import { findInvitees, type Invitee } from './invitees.repository.ts';
import type { InviteUsersBody } from './invites.schemas.ts';
import { type RequestedInvite, readRequestedInvites } from './read-requested-invites.ts';

const hasChanged = (): ApiError =>
  concurrentChange(
    'One of these people has just changed their email address or was deleted. Invite them again.',
  );

/** If more members than this change, every process forgets all members of the organization. */
const MAX_ANNOUNCED = 100;
/** No user gets two mails for one invitation, and no caller can fill a mailbox by repeating the request. */
export const MAIL_PAUSE_MS = 60_000;

export interface InvitedUsers {
  /** In the order of the request. */
  userIds: string[];
  addedCount: number;
  failedSsoEmails: string[];
  issued: IssuedInvitation[];
  /** The people who were members before, with an invitation or without. */
  known: KnownPerson[];
}

/** The result of an invitation for someone who was already a member. */
interface KnownPerson {
  email: string;
  outcome: 'renewed' | 'mailed-just-now' | 'already-joined';
}

/** A user whose address was in the request, and how the invitation treats them. */
interface InvitedPerson extends Invitee {
  role: RoleOrGuest;
  sso: boolean;
  /** They were no member before. */
  isAdded: boolean;
  isDisabled: boolean;
}

/**
 * Invites all users or, with a 400 that names the invalid addresses, none. Existing members keep their membership
 * unchanged.
 */
export async function inviteUsers(
  context: Context,
  cause: Cause,
  organizationId: string,
  body: Static<typeof InviteUsersBody>,
): Promise<InvitedUsers> {
  const isMailed = context.config.smtpUrl !== undefined;
  return context.transact(async (unit) => {
    const at = context.clock();
    await lockMembers(unit.trx, organizationId);
    const organization = await getOrganizationRow(unit.trx, organizationId);
    const requested = readRequestedInvites(body, organization.default_role as RoleOrGuest);
    const inviterId = inviterOf(cause);
    const people = await findPeople(unit, {
      organizationId,
      inviterId,
      requested,
      isSso: body.sso ?? false,
      at,
    });
    const added = people.filter(({ isAdded }) => isAdded);
    const members = added.map(({ userId, role, sso, isDisabled }) => ({
      organizationId,
      userId,
      role,
      sso,
      disabled: isDisabled,
      isInvited: true,
      joinedAt: at,
    }));
    if ((await insertMembers(unit.trx, members)).size < added.length) throw hasChanged();

    const linked = people.filter((person) => getsLink(person, { isMailed, at }));
    const issued = await issueInvitations(context, unit, { organization, inviterId, invitees: linked, at });
    await recordInvited(unit.trx, cause, {
      organizationId,
      people: people
        .filter((person) => person.isAdded || linked.includes(person))
        .map((person) => ({ ...person, isDisabled: hasSomethingToAccept(person, person.isDisabled) })),
      at,
    });
    announceAdded(unit, organizationId, added);
    return {
      userIds: people.map(({ userId }) => userId),
      addedCount: added.length,
      failedSsoEmails: body.sso ? added.filter(({ sso }) => !sso).map(({ email }) => email) : [],
      issued,
      known: people.filter(({ isAdded }) => !isAdded).map((person) => toKnown(person, linked)),
    };
  });
}

function toKnown(person: InvitedPerson, linked: InvitedPerson[]): KnownPerson {
  const { email } = person;
  if (linked.includes(person)) return { email, outcome: 'renewed' };
  const isPending = hasSomethingToAccept(person, person.isDisabled);
  return { email, outcome: isPending ? 'mailed-just-now' : 'already-joined' };
}

/**
 * Returns the user who vouches for people known from other organizations; an actor limited to this organization cannot.
 */
function inviterOf({ actor }: Cause): string | null {
  if (actor?.kind !== 'user') return null;
  return 'onlyIn' in actor && actor.onlyIn !== undefined ? null : actor.userId;
}

async function findPeople(
  { trx }: UnitOfWork,
  wanted: {
    organizationId: string;
    inviterId: string | null;
    requested: RequestedInvite[];
    isSso: boolean;
    at: Date;
  },
): Promise<InvitedPerson[]> {
  const { organizationId, inviterId, requested, isSso, at } = wanted;
  const accounts = requested.map(({ email, folded }) => {
    const displayName = displayNameFromEmail(email);
    return { userId: newUserId(), email, folded, displayName, nameFolded: foldName(displayName) };
  });
  const made = await insertUnclaimedUsers(trx, accounts, at);
  const folded = requested.map((invite) => invite.folded);
  const invitees = await findInvitees(trx, { organizationId, inviterId, folded });
  const byAddress = new Map(invitees.map((invitee) => [invitee.folded, invitee]));
  return requested.map((invite) => {
    const invitee = byAddress.get(invite.folded);
    if (!invitee) throw hasChanged();
    const isAdded = invitee.membership === null;
    const isDisabled = isAdded
      ? !isMemberAtOnce(invitee, made.has(invitee.userId))
      : invitee.membership === 'disabled';
    const isKnown = !hasSomethingToAccept(invitee, isDisabled);
    return {
      ...invitee,
      // As the request writes it, and the name that it gives: an account may write its address in another case.
      ...(isKnown ? {} : { email: invite.email, displayName: displayNameFromEmail(invite.folded) }),
      role: invite.role,
      // Whether the others belong to another organization is known when they accept.
      sso: isSso && !(isKnown && invitee.belongsElsewhere),
      isAdded,
      isDisabled,
    };
  });
}

function getsLink(person: InvitedPerson, { isMailed, at }: { isMailed: boolean; at: Date }): boolean {
  // A user who is a member at once and can sign in is notified, if the instance sends mail.
  if (!hasSomethingToAccept(person, person.isDisabled)) return isMailed && person.isAdded;
  if (!isMailed || person.invitedAt === null) return true;
  return at.getTime() - person.invitedAt.getTime() >= MAIL_PAUSE_MS;
}

function announceAdded({ announce }: UnitOfWork, organizationId: string, added: InvitedPerson[]): void {
  if (added.length > MAX_ANNOUNCED) announce({ kind: 'members', organizationId });
  else for (const { userId } of added) announce({ kind: 'member', organizationId, userId });
}
