import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { getEmailProof, proveEmail } from '../../../domains/identity/accounts/email.service.ts';
import { ownerOf } from '../../../domains/identity/accounts/owner.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findBrowserActor } from '../../../platform/access/find-caller-actor.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { textsFor } from '../../messages/messages.ts';
import { csrfField, FormBody, useForms } from '../../parts/forms.ts';
import { hideAddress } from '../../parts/hide-address.ts';
import { sendPage } from '../../parts/page-shell.ts';
import type { PeoplePages } from '../../parts/people-pages.ts';
import { renderConfirm, renderSignInToConfirm } from './link-pages.ts';

const TRIES_PER_MINUTE = 10;

const TicketParams = Type.Object({ ticket: Type.String() });

const otherAccountRequired = defineError(
  { status: 403, reason: 'other-account-required' },
  'Another account requested this email. Sign in with that account to confirm the address.',
);

const isFor = (actor: Actor | undefined, userId: string): boolean =>
  actor?.kind === 'user' && actor.userId === userId && actor.onlyIn === undefined;

/**
 * The target of the link that verifies an address. The reader of the mail must also be signed in to the account: anyone
 * can enter another person's address, who might confirm without a thought, and the account would pass for theirs.
 */
export const confirmEmailRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    app.route({
      method: 'GET',
      url: '/confirm-email/:ticket',
      config: { access: 'public' },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams },
      handler: async (request, reply) => {
        const { ticket } = request.params;
        const texts = textsFor(request);
        const { email, user_id: userId } = await getEmailProof(context, ticket);
        const actor = await findBrowserActor(request, context);
        const action = addresses.confirmEmail(ticket);
        const signIn = `${addresses.signIn()}?to=${encodeURIComponent(`/app/confirm-email/${ticket}`)}`;
        return sendPage(reply, addresses, {
          title: texts.text('confirmTitle'),
          isSignedIn: actor !== undefined,
          body: isFor(actor, userId)
            ? renderConfirm(texts, { action, email, csrf: csrfField(request) })
            : renderSignInToConfirm(texts, { signIn, isSignedIn: actor !== undefined }),
        });
      },
    });

    app.route({
      method: 'POST',
      url: '/confirm-email/:ticket',
      config: { access: 'person:write', readToken, rateLimit: limitedByAddress(TRIES_PER_MINUTE) },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams, body: FormBody },
      handler: async (request, reply) => {
        const { actor } = ownerOf(request);
        const { ticket } = request.params;
        const { user_id: userId } = await getEmailProof(context, ticket);
        assertUnbound(actor);
        if (!isFor(actor, userId)) throw otherAccountRequired();
        await proveEmail(context, ticket, () => causeOf(request));
        return reply.redirect(`${addresses.origin}${addresses.accountSecurity()}?done=email-proven`, 303);
      },
    });
  };
