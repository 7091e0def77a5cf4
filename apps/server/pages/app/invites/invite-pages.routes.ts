import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  presentInvitation,
  presentInvitedUsers,
} from '../../../domains/access/invites/invitations.present.ts';
import { inviteAgain, withdrawInvitation } from '../../../domains/access/invites/invitations.service.ts';
import { inviteUsers } from '../../../domains/access/invites/invite-users.ts';
import { InviteUsersBody, OrganizationParams } from '../../../domains/access/invites/invites.schemas.ts';
import {
  CreateLinkInviteBody,
  LinkInviteParams,
} from '../../../domains/access/invites/link-invites.schemas.ts';
import { createLinkInvite, deleteLinkInvite } from '../../../domains/access/invites/link-invites.service.ts';
import { updateOrganization } from '../../../domains/identity/organizations/organizations.service.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { createSecret } from '../../parts/form/create-secret.ts';
import { readExpiry } from '../../parts/form/expiry.ts';
import { FormBody, filled, linesOf } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { readRole } from '../../parts/form/role-options.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { frameInOrganization } from '../organization-frame.ts';
import { type Invited, readInvites, renderInvites } from './invites-page.ts';
import { readPlace } from './read-place.ts';

const INVITES_PER_MINUTE = 30;

const Query = Type.Object({ ...PageQuery, pending: Type.Optional(Type.String()) });
const PendingParams = Type.Object({ organizationId: Id, userId: Id });

/** Inviting people to an organization: by their addresses, and by links. */
export const invitePageRoutes =
  (pages: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);
    await app.register(invitationRoutes(pages));
    await app.register(linkRoutes(pages));
    await app.register(pendingRoutes(pages));
  };

const createShowInvites =
  ({ context, addresses }: PeoplePages) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    { refused, created: invited }: { refused?: Refused; created?: Invited } = {},
  ) => {
    const { organizationId } = request.params as Static<typeof OrganizationParams>;
    const { page, pending } = request.query as Static<typeof Query>;
    const invites = await readInvites(context, addresses, { organizationId, page, pending });
    return sendFormPage(reply, addresses, {
      title: 'Invitations',
      ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'invites' })),
      refused,
      render: (context) => renderInvites(invites, invited, context),
    });
  };

/** Shows the invitations of an organization, and invites people by their addresses. */
const invitationRoutes =
  (pages: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, readToken } = pages;
    const showInvites = createShowInvites(pages);

    app.route({
      method: 'GET',
      url: '/o/:organizationId/invites',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, querystring: Query },
      handler: (request, reply) => {
        // It shows links that let people in.
        reply.header('cache-control', 'no-store');
        return showInvites(request, reply);
      },
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/invites',
      config: {
        access: 'organization:administer',
        readToken,
        rateLimit: limitedByAddress(INVITES_PER_MINUTE),
      },
      schema: { hide: true, params: OrganizationParams, body: FormBody },
      handler: (request, reply) =>
        createSecret<Invited>(reply, {
          form: 'invite',
          entered: request.body,
          act: async () => {
            const emails = linesOf(request.body.emails);
            const body = checkBody(request, InviteUsersBody, {
              emails,
              role: readRole(request.body.role),
              sso: request.body.sso !== undefined,
            });
            const { organizationId } = request.params;
            const invited = await inviteUsers(context, causeOf(request), organizationId, body);
            const shown = presentInvitedUsers(invited, context) as {
              failedSSOEmails?: string[];
              invitations?: { user: string; url: string }[];
            };
            return {
              count: invited.addedCount,
              known: invited.known,
              failedSso: shown.failedSSOEmails ?? [],
              links: (shown.invitations ?? []).map(({ user, url }) => ({
                email: emails[invited.userIds.indexOf(user)] ?? '',
                url,
              })),
            };
          },
          show: (shown) => showInvites(request, reply, shown),
        }),
    });
  };

/** Links that let people join. */
const linkRoutes =
  (pages: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, addresses, readToken } = pages;
    const showInvites = createShowInvites(pages);

    const turnOnLinks = (request: FastifyRequest, organizationId: string) =>
      updateOrganization(context, causeOf(request), organizationId, { inviteLinks: true });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/invites/links',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'link',
          entered: request.body,
          act: async () => {
            const { organizationId } = request.params;
            const place = readPlace(filled(request.body, 'place'));
            const role = readRole(request.body.role);
            const isOfPlace = place.space !== undefined || place.collection !== undefined;
            const body = checkBody(request, CreateLinkInviteBody, {
              ...place,
              ...(isOfPlace ? { level: role } : { role }),
              expiresAt: readExpiry(request.body.expiresAt, context.clock()),
            });
            await createLinkInvite(context, causeOf(request), organizationId, body);
            if (request.body.turnOn !== undefined) await turnOnLinks(request, organizationId);
            return { to: addresses.inOrganization(organizationId, 'invites'), done: 'saved' };
          },
          again: (refused) => showInvites(request, reply, { refused }),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/invites/links/turn-on',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'turn-on',
          entered: request.body,
          act: async () => {
            const { organizationId } = request.params;
            await turnOnLinks(request, organizationId);
            return { to: addresses.inOrganization(organizationId, 'invites'), done: 'links-on' };
          },
          again: (refused) => showInvites(request, reply, { refused }),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/invites/links/:inviteId/delete',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: LinkInviteParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: `delete-${request.params.inviteId}`,
          entered: request.body,
          act: async () => {
            await deleteLinkInvite(context, causeOf(request), request.params);
            const { organizationId } = request.params;
            return { to: addresses.inOrganization(organizationId, 'invites'), done: 'link-deleted' };
          },
          again: (refused) => showInvites(request, reply, { refused }),
        }),
    });
  };

/** Invitations that were not accepted yet. */
const pendingRoutes =
  (pages: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, addresses, readToken } = pages;
    const showInvites = createShowInvites(pages);

    app.route({
      method: 'POST',
      url: '/o/:organizationId/invites/pending/:userId/renew',
      config: {
        access: 'organization:administer',
        readToken,
        rateLimit: limitedByAddress(INVITES_PER_MINUTE),
      },
      schema: { hide: true, params: PendingParams, body: FormBody },
      handler: (request, reply) =>
        createSecret<Invited>(reply, {
          form: `renew-${request.params.userId}`,
          entered: request.body,
          act: async () => {
            const invitation = await inviteAgain(context, causeOf(request), request.params);
            const { email } = invitation;
            const { url } = presentInvitation(invitation, request.params, context) as { url?: string };
            const links = url === undefined ? [] : [{ email, url }];
            return { count: 0, known: [{ email, outcome: 'renewed' }], failedSso: [], links };
          },
          show: (shown) => showInvites(request, reply, shown),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/invites/pending/:userId/revoke',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: PendingParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: `revoke-${request.params.userId}`,
          entered: request.body,
          act: async () => {
            const { organizationId } = request.params;
            await withdrawInvitation(context, causeOf(request), request.params);
            return { to: addresses.inOrganization(organizationId, 'invites'), done: 'invitation-withdrawn' };
          },
          again: (refused) => showInvites(request, reply, { refused }),
        }),
    });
  };
