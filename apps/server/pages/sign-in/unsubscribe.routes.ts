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
import type { Addresses } from '../parts/addresses.ts';
import { FormBody, useForms } from '../parts/forms.ts';
import { hideAddress } from '../parts/hide-address.ts';
import { sendPage } from '../parts/page-shell.ts';

const TRIES_PER_MINUTE = 10;
const TicketParams = Type.Object({ ticket: Type.String({ maxLength: 200 }) });

/** When mails of a kind are sent. */
const OCCASIONS: Record<Subscription['kind'], string> = {
  'review-requested': 'when someone requests your review',
  'changes-requested': 'when a reviewer requests changes to your change request',
  merged: 'when your change request is merged',
  mentioned: 'when someone mentions you',
  'sync-conflict': 'when Git Sync meets a conflict with your changes',
  'scheduled-merge-failed': 'when a scheduled merge of your change request does not happen',
  'openapi-breaking': 'when a new version of an OpenAPI spec breaks clients',
  weekly: 'every Monday about what the readers of a site do',
};

/** The target of the link at the end of notifications by mail. Opening it does nothing: mail scanners open it too. */
export const unsubscribeRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);
    const send = (reply: FastifyReply, body: Html): FastifyReply =>
      sendPage(reply, addresses, { title: 'Unsubscribe', isSignedIn: false, body });

    app.route({
      method: 'GET',
      url: '/unsubscribe/:ticket',
      config: { access: 'public' },
      onRequest: hideAddress,
      schema: { hide: true, params: TicketParams },
      handler: (request, reply) => {
        const { ticket } = request.params;
        const { kind } = openSubscription(context.keyRing, ticket);
        return send(reply, renderForm(addresses.unsubscribe(ticket), kind));
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
        const { kind } = openSubscription(context.keyRing, ticket);
        await unsubscribe(context, ticket);
        return send(reply, renderUnsubscribed(kind));
      },
    });
  };

const renderForm = (action: string, kind: Subscription['kind']): Html => html`<div class="sign-in">
<h1>Unsubscribe</h1>
<p>You get an email ${OCCASIONS[kind]}.</p>
<form method="post" action="${action}">
<button type="submit">Unsubscribe</button>
</form>
</div>`;

const renderUnsubscribed = (kind: Subscription['kind']): Html => html`<div class="sign-in">
<h1>Unsubscribed</h1>
<p>You no longer get an email ${OCCASIONS[kind]}.</p>
</div>`;
