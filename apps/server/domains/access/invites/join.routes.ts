import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  organizationNotFound,
  organizationSuspended,
  passwordSignInRequired,
} from '../../../platform/access/access-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { accountDeleted } from '../../identity/accounts/assert-owner.ts';
import { ownerOf } from '../../identity/accounts/owner.ts';
import { OrganizationParams } from './invites.schemas.ts';
import { joinByDomain, verifiedDomainRequired } from './join-by-domain.ts';
import { invitedByEmail, inviteExpired, inviteLinksOff, joinByLink } from './join-by-link.ts';
import { LinkInviteParams } from './link-invites.schemas.ts';
import { inviteNotFound } from './link-invites.service.ts';

const JOINS_PER_MINUTE = 20;

/** For people outside the organization: the routes themselves check what admits them, not a role. */
export const joinRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/invites/:inviteId',
      config: {
        access: 'person:write',
        audit: ['member.joined', 'member.updated'],
        errors: [
          passwordSignInRequired,
          accountDeleted,
          organizationNotFound,
          organizationSuspended,
          inviteNotFound,
          inviteExpired,
          inviteLinksOff,
          invitedByEmail,
        ],
        rateLimit: limitedByAddress(JOINS_PER_MINUTE),
      },
      schema: {
        operationId: 'joinOrganizationWithInvite',
        tags: ['Invites'],
        summary: 'Join an organization with an invite link',
        description: 'The link can add access for existing members, but never lowers a role.',
        params: LinkInviteParams,
        response: { 200: Type.Object({}) },
      },
      handler: async (request) => {
        await joinByLink(context, ownerOf(request), request.params);
        return {};
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/join',
      config: {
        access: 'person:write',
        audit: ['member.accepted', 'member.joined'],
        errors: [organizationNotFound, organizationSuspended, passwordSignInRequired, verifiedDomainRequired],
        rateLimit: limitedByAddress(JOINS_PER_MINUTE),
      },
      schema: {
        operationId: 'joinOrganization',
        tags: ['Invites'],
        summary: 'Join an organization by email domain',
        description:
          'Your verified email address must be in a verified email domain of the organization; subdomains do not count. You get the default role.',
        params: OrganizationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await joinByDomain(context, ownerOf(request), request.params.organizationId);
        return sendNothing(reply, 204);
      },
    });
  };
