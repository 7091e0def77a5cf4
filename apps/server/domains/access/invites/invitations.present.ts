import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { MemberKey } from '../../identity/members/members.queries.ts';
import { invitationAddress } from './invitation-tickets.ts';
import type { InvitedMember } from './invitations.queries.ts';
import type { InvitedUsers } from './invite-users.ts';
import type { InvitationSchema, InvitedUsersSchema, PendingInvitationSchema } from './invites.schemas.ts';
import type { PendingInvitation } from './pending-invitations.queries.ts';

/** The response for the person who invited. */
export function presentInvitedUsers(
  invited: InvitedUsers,
  context: Context,
): Static<typeof InvitedUsersSchema> {
  const { userIds, addedCount, failedSsoEmails, issued, known } = invited;
  return {
    users: userIds,
    invited: addedCount,
    ...(failedSsoEmails.length > 0 ? { failedSSOEmails: failedSsoEmails } : {}),
    ...(known.length > 0 ? { known } : {}),
    ...(context.config.smtpUrl === undefined
      ? {
          invitations: issued.map(({ userId, email, ticketId, expiresAt }) => ({
            user: userId,
            email,
            url: invitationAddress(context, ticketId),
            expiresAt: expiresAt.toISOString(),
          })),
        }
      : {}),
  };
}

/** Presents somebody who has not accepted yet. */
export const presentPendingInvitation = ({
  userId,
  email,
  role,
  expiresAt,
}: PendingInvitation): Static<typeof PendingInvitationSchema> => ({
  object: 'pending-invitation',
  user: userId,
  email,
  role,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
});

/** The Invitation object. A link that was mailed proves an address: an administrator must never see it. */
export function presentInvitation(
  invitation: InvitedMember & { ticketId: string; expiresAt: Date },
  { organizationId }: Pick<MemberKey, 'organizationId'>,
  context: Context,
): Static<typeof InvitationSchema> {
  const { userId, ticketId, expiresAt, mailedTo } = invitation;
  const { baseUrl, smtpUrl } = context.config;
  return {
    object: 'invitation' as const,
    user: userId,
    expiresAt: expiresAt.toISOString(),
    ...(mailedTo === null ? {} : { mailedTo }),
    ...(mailedTo === null && smtpUrl === undefined ? { url: invitationAddress(context, ticketId) } : {}),
    urls: { location: `${baseUrl}/v1/orgs/${organizationId}/members/${userId}/invitation` },
  };
}
