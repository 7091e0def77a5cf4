import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cutText } from '@lectern/std/cut-text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptInvitation, getOpenInvitation } from '../../../domains/access/invites/accept-invitation.ts';
import { TicketParams } from '../../../domains/access/invites/invites.schemas.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeBy, causeOf } from '../../../platform/access/cause.ts';
import { findBrowserActor } from '../../../platform/access/find-caller-actor.ts';
import { invalidRequest } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { textsFor } from '../../messages/messages.ts';
import { csrfField, FormBody, filled, useForms } from '../../parts/forms.ts';
import { hideAddress } from '../../parts/hide-address.ts';
import { sendPage } from '../../parts/page-shell.ts';
import type { PeoplePages } from '../../parts/people-pages.ts';
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
      const texts = textsFor(request);
      const { organization, member } = await getOpenInvitation(context, ticket);
      const actor = await findBrowserActor(request, context);
      const isTheirs = actor?.kind === 'user' && actor.userId === member.userId;
      const data = { organization: organization.title, email: member.email };
      const action = addresses.invitation(ticket);
      const signIn = `${addresses.signIn()}?to=${encodeURIComponent(`/app/invitation/${ticket}`)}`;
      const csrf = csrfField(request);
      const body = member.isUnclaimed
        ? renderClaim(texts, {
            ...data,
            action,
            name: refused?.name ?? member.displayName,
            problem: refused?.message,
          })
        : isTheirs
          ? renderAccept(texts, { ...data, action: `${action}/accept`, csrf })
          : renderSignInToAccept(texts, { ...data, signIn, isSignedIn: actor !== undefined });
      const title = texts.text('joinPageTitle', { organization: organization.title });
      return sendPage(reply, addresses, { title, isSignedIn: actor !== undefined, body });
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
              displayName: name && cutText(name, 64),
            },
            (userId) => causeBy(request, { kind: 'user', userId }),
            (unit, { userId }) => openBrowserSession(context, unit, { request, reply, userId }),
          );
          return await reply.redirect(addresses.absolute(`/app/o/${organizationId}`), 303);
        } catch (error) {
          if (!invalidRequest.matches(error)) throw error;
          return show(request, reply.code(400), {
            name: name ?? '',
            message: textsFor(request).explain(error),
          });
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
