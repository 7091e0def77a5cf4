import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Html, html } from '@lectern/html/html';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  openSubscription,
  type Subscription,
  unsubscribe,
} from '../../domains/review/notifications/unsubscribe.ts';
import type { Context } from '../../platform/context.ts';
import { limitedByAddress } from '../../platform/http/rate-limit.ts';
import { type PageTexts, textsFor } from '../messages/messages.ts';
import type { Addresses } from '../parts/addresses.ts';
import { FormBody, useForms } from '../parts/forms.ts';
import { hideAddress } from '../parts/hide-address.ts';
import { sendPage } from '../parts/page-shell.ts';

const TRIES_PER_MINUTE = 10;
const TicketParams = Type.Object({ ticket: Type.String({ maxLength: 200 }) });

/** The target of the link at the end of notifications by mail. Opening it does nothing: mail scanners open it too. */
export const unsubscribeRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);
    const send = (reply: FastifyReply, body: Html): FastifyReply => {
      const title = textsFor(reply.request).text('unsubscribe');
      return sendPage(reply, addresses, { title, isSignedIn: false, body });
    };

    app.route({
      method: 'GET',
      url: '/unsubscribe/:ticket',
      config: { access: 'public' },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams },
      handler: (request, reply) => {
        const { ticket } = request.params;
        const { kind } = openSubscription(context.keyRing, ticket);
        return send(reply, renderForm(textsFor(request), addresses.unsubscribe(ticket), kind));
      },
    });

    app.route({
      method: 'POST',
      url: '/unsubscribe/:ticket',
      config: { access: 'public', rateLimit: limitedByAddress(TRIES_PER_MINUTE) },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams, body: FormBody },
      handler: async (request, reply) => {
        const { ticket } = request.params;
        await unsubscribe(context, ticket);
        return send(reply, renderUnsubscribed(textsFor(request)));
      },
    });
  };

const renderForm = (
  { text }: PageTexts,
  action: string,
  kind: Subscription['kind'],
): Html => html`<h1>${text('unsubscribe')}</h1>
<p>${text(`mail-${kind}`)}</p>
<form method="post" action="${action}">
<button type="submit">${text('unsubscribe')}</button>
</form>`;

const renderUnsubscribed = ({ text }: PageTexts): Html => html`<h1>${text('unsubscribed')}</h1>
<p>${text('noMore')}</p>`;
