import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Html } from '@lectern/html/html';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { getReset, resetPassword } from '../../../domains/identity/accounts/password.service.ts';
import { requestPasswordReset } from '../../../domains/identity/accounts/reset-link.ts';
import { causeBy } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidRequest } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { type PageTexts, textsFor } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { FormBody, filled, useForms } from '../../parts/forms.ts';
import { hideAddress } from '../../parts/hide-address.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { renderForgot, renderNoMail, renderReset, renderSent } from './link-pages.ts';

const TRIES_PER_MINUTE = 10;
const MAILS_PER_MINUTE = 5;

const TicketParams = Type.Object({ ticket: Type.String() });

/**
 * The target of the link that sets a password, and the page to request one. Opening a link does nothing: mail scanners
 * open them too.
 */
export const linkPageRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);
    const limitedTries = limitedByAddress(TRIES_PER_MINUTE);
    const send = (reply: FastifyReply, title: string, body: Html): FastifyReply =>
      sendPage(reply, addresses, { title, isSignedIn: false, body });

    app.route({
      method: 'GET',
      url: '/forgot-password',
      config: { access: 'public' },
      schema: { hide: true },
      handler: (request, reply) => {
        const texts = textsFor(request);
        const body =
          context.config.smtpUrl === undefined
            ? renderNoMail(texts)
            : renderForgot(texts, addresses, undefined);
        return send(reply, texts.text('forgot'), body);
      },
    });

    app.route({
      method: 'POST',
      url: '/forgot-password',
      config: { access: 'public', rateLimit: limitedByAddress(MAILS_PER_MINUTE) },
      schema: { hide: true, body: FormBody },
      handler: async (request, reply) => {
        const texts = textsFor(request);
        const email = filled(request.body, 'email');
        if (email === undefined || email.length > 320) {
          const body = renderForgot(texts, addresses, texts.text('emailMissing'));
          return send(reply.code(400), texts.text('forgot'), body);
        }
        await requestPasswordReset(context, email);
        return send(reply, texts.text('sentTitle'), renderSent(texts, addresses));
      },
    });

    app.route({
      method: 'GET',
      url: '/reset-password/:ticket',
      config: { access: 'public' },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams },
      handler: async (request, reply) => {
        const { ticket } = request.params;
        const texts = textsFor(request);
        const { account } = await getReset(context, ticket);
        const { email } = account;
        const data = { action: addresses.resetPassword(ticket), email, problem: undefined };
        return send(reply, texts.text('resetTitle'), renderReset(texts, data));
      },
    });

    app.route({
      method: 'POST',
      url: '/reset-password/:ticket',
      config: { access: 'public', rateLimit: limitedTries },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams, body: FormBody },
      handler: async (request, reply) => {
        const { ticket } = request.params;
        const { password = '' } = request.body;
        const texts = textsFor(request);
        const toCause = (userId: string) => causeBy(request, { kind: 'user', userId });
        const problem = await findProblem(texts, resetPassword(context, { ticket, password }, toCause));
        if (problem === undefined)
          return reply.redirect(`${addresses.origin}${addresses.signIn()}?done=password-set`, 303);
        const { email } = (await getReset(context, ticket)).account;
        const data = { action: addresses.resetPassword(ticket), email, problem };
        return send(reply.code(400), texts.text('resetTitle'), renderReset(texts, data));
      },
    });
  };

/** Returns the problem with the password; any other error goes to the error page. */
async function findProblem(texts: PageTexts, work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (invalidRequest.matches(error)) return startWithCapital(texts.explain(error));
    throw error;
  }
}

/** The API begins a sentence with the name of the field. */
const startWithCapital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
