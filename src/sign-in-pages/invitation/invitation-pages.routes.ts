import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { grantedTo } from '../../access/authorize.ts';
import { causeBy, causeOf } from '../../access/cause.ts';
import { findBrowserActor } from '../../access/find-caller-actor.ts';
import { acceptInvitation, getOpenInvitation } from '../../features/invites/accept-invitation.ts';
import { TicketParams } from '../../features/invites/invites.schemas.ts';
import { invalidRequest } from '../../http/errors.ts';
import { limitedByAddress } from '../../http/rate-limit.ts';
import { FormBody, filled } from '../../page-parts/form/form-body.ts';
import { csrfField, useForms } from '../../page-parts/forms.ts';
import { hideAddress } from '../../page-parts/hide-address.ts';
import { sendPage } from '../../page-parts/page-shell.ts';
import type { PeoplePages } from '../../page-parts/people-pages.ts';
import { renderAccept, renderClaim, renderSignInToAccept } from './invitation-page.ts';
import { openBrowserSession } from './open-browser-session.ts';

const TRIES_PER_MINUTE = 10;

/** The target of an invitation link. Opening it does nothing: mail scanners open it too. */
export const invitationPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    async function show(
      request: FastifyRequest,
      reply: FastifyReply,
      refused?: { name: string; message: string },
    ): Promise<FastifyReply> {
      const { ticket } = request.params as { ticket: string };
      const { organization, member } = await getOpenInvitation(context, ticket);
      const actor = await findBrowserActor(request, context);
      const isTheirs = actor?.kind === 'user' && actor.userId === member.userId;
      const data = { organization: organization.title, email: member.email };
      const action = addresses.invitation(ticket);
      const signIn = `${addresses.signIn()}?to=${encodeURIComponent(`/app/invitation/${ticket}`)}`;
      const csrf = csrfField(request);
      const body = member.isUnclaimed
        ? renderClaim({
            ...data,
            action,
            name: refused?.name ?? member.displayName,
            problem: refused?.message,
          })
        : isTheirs
          ? renderAccept({ ...data, action: `${action}/accept`, csrf })
          : renderSignInToAccept({ ...data, signIn, isSignedIn: actor !== undefined });
      const title = `Join ${organization.title}`;
      return sendPage(reply, addresses, { title, crumbs: [], isSignedIn: actor !== undefined, body });
    }

    app.route({
      method: 'GET',
      url: '/invitation/:ticket',
      config: { access: 'public' },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams },
      handler: (request, reply) => show(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/invitation/:ticket',
      config: { access: 'public', rateLimit: limitedByAddress(TRIES_PER_MINUTE) },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams, body: FormBody },
      handler: async (request, reply) => {
        const name = filled(request.body, 'name');
        try {
          const { organizationId } = await acceptInvitation(
            context,
            {
              ticketText: request.params.ticket,
              actor: undefined,
              password: request.body.password ?? '',
              displayName: name?.slice(0, 64),
            },
            (userId) => causeBy(request, { kind: 'user', userId }),
            (unit, { userId }) => openBrowserSession(context, unit, { request, reply, userId }),
          );
          return await reply.redirect(addresses.absolute(`/app/o/${organizationId}`), 303);
        } catch (error) {
          if (!invalidRequest.matches(error)) throw error;
          return show(request, reply.code(400), { name: name ?? '', message: error.message });
        }
      },
    });

    app.route({
      method: 'POST',
      url: '/invitation/:ticket/accept',
      config: { access: 'person:write', readToken, rateLimit: limitedByAddress(TRIES_PER_MINUTE) },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams, body: FormBody },
      handler: async (request, reply) => {
        const { organizationId } = await acceptInvitation(
          context,
          { ticketText: request.params.ticket, actor: grantedTo(request).actor },
          () => causeOf(request),
        );
        return reply.redirect(addresses.absolute(`/app/o/${organizationId}`), 303);
      },
    });
  };
