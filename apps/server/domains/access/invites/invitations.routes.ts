import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  insufficientScope,
  organizationSuspended,
  passwordSignInRequired,
  TOKEN_ERRORS,
  userRequired,
} from '../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeBy, causeOf } from '../../../platform/access/cause.ts';
import { findCallerActor } from '../../../platform/access/find-caller-actor.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { concurrentChange } from '../../../platform/http/request-errors.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { signInBusy } from '../../identity/accounts/turnstile.ts';
import type { MemberKey } from '../../identity/members/members.queries.ts';
import { lastAdministrator, memberNotFound } from '../../identity/members/members.service.ts';
import { notAUser, resolveUserId } from '../../identity/users/users.service.ts';
import {
  acceptInvitation,
  invitationExpired,
  otherAccountRequired,
  otherInvitationFirst,
  signInRequired,
} from './accept-invitation.ts';
import { presentInvitation, presentInvitedUsers } from './invitations.present.ts';
import {
  alreadyJoined,
  getInvitation,
  invitationNotFound,
  inviteAgain,
  withdrawInvitation,
} from './invitations.service.ts';
import { inviteUsers } from './invite-users.ts';
import {
  AcceptedInvitationSchema,
  AcceptInvitationBody,
  InvitationParams,
  InvitationSchema,
  InvitedUsersSchema,
  InviteUsersBody,
  OrganizationParams,
  TicketParams,
} from './invites.schemas.ts';

const Invitation = refTo(InvitationSchema);

const INVITES_PER_MINUTE = 30;
const ACCEPTANCES_PER_MINUTE = 10;

/** Inviting people by their addresses, and accepting. */
export const invitationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [InvitedUsersSchema, InvitationSchema, AcceptedInvitationSchema])
      app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/invites',
      config: {
        access: 'organization:administer',
        audit: 'member.invited',
        errors: [concurrentChange],
        rateLimit: limitedByAddress(INVITES_PER_MINUTE),
      },
      schema: {
        operationId: 'inviteUsersToOrganization',
        tags: ['Invites'],
        summary: 'Invite people by email address',
        description:
          'Creates accounts for new addresses. People become members when they accept the invitation. People who share another organization with you become members immediately. If this instance sends email, everyone who needs a link receives it by email; otherwise the links are returned in `invitations`.',
        params: OrganizationParams,
        body: InviteUsersBody,
        response: { 200: refTo(InvitedUsersSchema) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const invited = await inviteUsers(context, causeOf(request), organizationId, request.body);
        return presentInvitedUsers(invited, context);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/members/:userId/invitation',
      config: { access: 'organization:administer', errors: [invitationNotFound, memberNotFound, notAUser] },
      schema: {
        operationId: 'getMemberInvitation',
        tags: ['Invites'],
        summary: 'Get the pending invitation of a member',
        params: InvitationParams,
        response: { 200: Invitation },
      },
      handler: async (request) => {
        const key = memberKeyOf(request);
        return presentInvitation(await getInvitation(context, key), key, context);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/members/:userId/invitation',
      config: {
        access: 'organization:administer',
        audit: 'member.invited',
        errors: [alreadyJoined, invitationNotFound, memberNotFound, notAUser],
        rateLimit: limitedByAddress(INVITES_PER_MINUTE),
      },
      schema: {
        operationId: 'inviteMemberAgain',
        tags: ['Invites'],
        summary: 'Renew an invitation',
        description:
          'Creates a new link, mails it if this instance sends email, and invalidates the previous link.',
        params: InvitationParams,
        response: { 200: Invitation },
      },
      handler: async (request) => {
        const key = memberKeyOf(request);
        const invitation = await inviteAgain(context, causeOf(request), key);
        return presentInvitation(invitation, key, context);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/members/:userId/invitation',
      config: {
        access: 'organization:administer',
        audit: ['member.removed', 'invite.deleted'],
        errors: [invitationNotFound, lastAdministrator, memberNotFound, notAUser],
      },
      schema: {
        operationId: 'withdrawMemberInvitation',
        tags: ['Invites'],
        summary: 'Revoke an invitation',
        description: 'Invalidates the link. A person who has not accepted yet is removed from the members.',
        params: InvitationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await withdrawInvitation(context, causeOf(request), memberKeyOf(request));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/invitations/:ticket',
      config: {
        access: 'public',
        audit: ['member.accepted', 'member.updated'],
        errors: [
          ...TOKEN_ERRORS,
          passwordSignInRequired,
          insufficientScope,
          userRequired,
          signInRequired,
          invitationExpired,
          organizationSuspended,
          otherAccountRequired,
          otherInvitationFirst,
          signInBusy,
        ],
        rateLimit: limitedByAddress(ACCEPTANCES_PER_MINUTE),
      },
      schema: {
        operationId: 'acceptInvitation',
        tags: ['Invites'],
        summary: 'Accept an invitation',
        description:
          'For an account that the invitation created, send a first `password` and no token. For any other account, sign in to it or send its token.',
        params: TicketParams,
        body: AcceptInvitationBody,
        response: { 200: refTo(AcceptedInvitationSchema) },
      },
      handler: async (request) => {
        const actor = await findCallerActor(request, context);
        const { password, displayName } = request.body;
        const accepted = await acceptInvitation(
          context,
          { ticketText: request.params.ticket, actor, password, displayName },
          (userId) => causeBy(request, actor ?? { kind: 'user', userId }),
        );
        return { organization: accepted.organizationId, user: accepted.userId };
      },
    });
  };

function memberKeyOf(request: FastifyRequest): MemberKey {
  const { organizationId, userId } = request.params as MemberKey;
  return { organizationId, userId: resolveUserId(grantedTo(request).actor, userId) };
}
