import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOpenLink, joinByLink } from '../../../domains/access/invites/join-by-link.ts';
import { joinWithNewAccount } from '../../../domains/access/invites/join-with-new-account.ts';
import type { LinkInviteKey, LinkInviteRow } from '../../../domains/access/invites/link-invites.queries.ts';
import { LinkInviteParams } from '../../../domains/access/invites/link-invites.schemas.ts';
import { ownerOf } from '../../../domains/identity/accounts/owner.ts';
import { causeBy } from '../../../platform/access/cause.ts';
import { findBrowserActor } from '../../../platform/access/find-caller-actor.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { textsFor } from '../../messages/messages.ts';
import { csrfField, FormBody, filled, useForms } from '../../parts/forms.ts';
import { hideAddress } from '../../parts/hide-address.ts';
import { sendPage } from '../../parts/page-shell.ts';
import type { PeoplePages } from '../../parts/people-pages.ts';
import {
  type EnteredAccount,
  type JoinData,
  renderJoin,
  renderJoinAsNew,
  renderNotForThis,
} from './join-page.ts';
import { openBrowserSession } from './open-browser-session.ts';

const ACCOUNTS_PER_MINUTE = 10;
const JOINS_PER_MINUTE = 20;

/** The statuses of errors that are shown beside the form, with what was entered. */
const CORRECTABLE = new Set([400, 403, 409, 412]);

/** The target of an invite link: signed-in users join; others sign in or create an account. */
export const joinPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    async function show(
      request: FastifyRequest,
      reply: FastifyReply,
      refused?: EnteredAccount,
    ): Promise<FastifyReply> {
      const key = request.params as LinkInviteKey;
      const texts = textsFor(request);
      const { organizationTitle, placeTitle } = await getOpenLink(context, key);
      const action = addresses.join(key);
      const back = `/app/join/${key.organizationId}/${key.inviteId}`;
      const data: JoinData = {
        organization: organizationTitle,
        place: placeTitle,
        action,
        signIn: `${addresses.signIn()}?to=${encodeURIComponent(back)}`,
        createAccount: `${action}/account`,
      };
      const actor = await findBrowserActor(request, context);
      const canJoin =
        actor?.kind === 'user' && (actor.onlyIn === undefined || actor.onlyIn === key.organizationId);
      const body = !actor
        ? renderJoinAsNew(texts, data, refused)
        : canJoin
          ? renderJoin(texts, data, csrfField(request))
          : renderNotForThis(texts, data);
      const title = texts.text('joinPageTitle', { organization: organizationTitle });
      return sendPage(reply, addresses, { title, isSignedIn: actor !== undefined, body });
    }

    app.route({
      method: 'GET',
      url: '/join/:organizationId/:inviteId',
      config: { access: 'public' },
      onRequest: hideAddress,
      schema: { hide: true, params: LinkInviteParams },
      handler: (request, reply) => show(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/join/:organizationId/:inviteId',
      config: { access: 'person:write', readToken, rateLimit: limitedByAddress(JOINS_PER_MINUTE) },
      onRequest: hideAddress,
      schema: { hide: true, params: LinkInviteParams, body: FormBody },
      handler: async (request, reply) => {
        const row = await joinByLink(context, ownerOf(request), request.params);
        return reply.redirect(addresses.absolute(placeOf(row)), 303);
      },
    });

    app.route({
      method: 'POST',
      url: '/join/:organizationId/:inviteId/account',
      config: { access: 'public', rateLimit: limitedByAddress(ACCOUNTS_PER_MINUTE) },
      onRequest: hideAddress,
      schema: { hide: true, params: LinkInviteParams, body: FormBody },
      handler: async (request, reply) => {
        const { email = '', password = '' } = request.body;
        const account = { email, password, name: filled(request.body, 'name') };
        try {
          const row = await joinWithNewAccount(
            context,
            request.params,
            account,
            (userId) => causeBy(request, { kind: 'user', userId }),
            (unit, userId) => openBrowserSession(context, unit, { request, reply, userId }),
          );
          return await reply.redirect(addresses.absolute(placeOf(row)), 303);
        } catch (error) {
          if (!(error instanceof ApiError) || !CORRECTABLE.has(error.status)) throw error;
          const { name = '' } = request.body;
          const problem = textsFor(request).explain(error);
          return show(request, reply.code(error.status), { email, name, problem });
        }
      },
    });
  };

/** A user without a role on the space or collection cannot see it. */
function placeOf({ organization_id, space_id, collection_id, role }: LinkInviteRow): string {
  if (space_id && role !== null) return `/app/s/${space_id}`;
  if (collection_id && role !== null) return `/app/c/${collection_id}`;
  return `/app/o/${organization_id}`;
}
