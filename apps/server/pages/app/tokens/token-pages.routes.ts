import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  CreateOrganizationTokenBody,
  CreateUserTokenBody,
  OrganizationParams,
  OrganizationTokenParams,
  UserTokenParams,
} from '../../../domains/identity/tokens/tokens.schemas.ts';
import {
  createOrganizationToken,
  createPersonalToken,
  revokeToken,
} from '../../../domains/identity/tokens/tokens.service.ts';
import { grantedTo, grantedUserId } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { createSecret } from '../../parts/form/create-secret.ts';
import { readExpiry } from '../../parts/form/expiry.ts';
import { FormBody } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Entered, Refused } from '../../parts/form/refused.ts';
import { readRole } from '../../parts/form/role-options.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { accountTabs } from '../account/account-tabs.ts';
import { frameInOrganization } from '../organization-frame.ts';
import { readTokens, renderTokens } from './tokens-page.ts';

const Query = Type.Object(PageQuery);

interface Shown {
  refused?: Refused;
  created?: string;
}

/** Personal tokens, and the service accounts of an organization. */
export const tokenPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    const readTokenForm = (entered: Entered) => ({
      title: (entered.title ?? '').trim(),
      scopes: [entered.scope],
      expiresAt: readExpiry(entered.expiresAt, context.clock()),
    });

    async function showOwn(request: FastifyRequest, reply: FastifyReply, { refused, created }: Shown = {}) {
      const { page } = request.query as Static<typeof Query>;
      const tokens = await readTokens(context, ownTokens(request), {
        here: addresses.tokens(),
        page,
        isEditable: mayDo(grantedTo(request), 'person:administer'),
        created,
      });
      return sendFormPage(reply, addresses, {
        title: 'Tokens',
        crumbs: [],
        tabs: accountTabs(addresses, grantedTo(request).actor, 'tokens'),
        refused,
        render: (context) => renderTokens(tokens, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/account/tokens',
      config: { access: 'person:read', readToken },
      schema: { hide: true, querystring: Query },
      handler: (request, reply) => showOwn(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/account/tokens',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        createSecret(reply, {
          form: 'create',
          entered: request.body,
          act: async () => {
            const input = checkBody(request, CreateUserTokenBody, readTokenForm(request.body));
            return (await createPersonalToken(context, causeOf(request), ownTokens(request), input)).token;
          },
          show: (shown) => showOwn(request, reply, shown),
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/tokens/:tokenId/revoke',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, params: UserTokenParams, body: FormBody },
      handler: (request, reply) => {
        const { tokenId } = request.params;
        return handleForm(reply, addresses, {
          form: `revoke-${tokenId}`,
          entered: request.body,
          act: async () => {
            await revokeToken(context, causeOf(request), ownTokens(request), tokenId);
            return { to: addresses.tokens(), done: 'token-revoked' };
          },
          again: (refused) => showOwn(request, reply, { refused }),
        });
      },
    });

    async function showServices(
      request: FastifyRequest,
      reply: FastifyReply,
      { refused, created }: Shown = {},
    ) {
      const { page } = request.query as Static<typeof Query>;
      const { organizationId } = request.params as Static<typeof OrganizationParams>;
      const tokens = await readTokens(
        context,
        { organizationId },
        { here: addresses.inOrganization(organizationId, 'tokens'), page, isEditable: true, created },
      );
      return sendFormPage(reply, addresses, {
        title: 'Service accounts',
        ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'tokens' })),
        refused,
        render: (context) => renderTokens(tokens, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/o/:organizationId/tokens',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, querystring: Query },
      handler: (request, reply) => showServices(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/tokens',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, body: FormBody },
      handler: (request, reply) =>
        createSecret(reply, {
          form: 'create',
          entered: request.body,
          act: async () => {
            const input = checkBody(request, CreateOrganizationTokenBody, {
              ...readTokenForm(request.body),
              role: readRole(request.body.role),
            });
            const { organizationId } = request.params;
            return (await createOrganizationToken(context, causeOf(request), organizationId, input)).token;
          },
          show: (shown) => showServices(request, reply, shown),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/tokens/:tokenId/revoke',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationTokenParams, body: FormBody },
      handler: (request, reply) => {
        const { organizationId, tokenId } = request.params;
        return handleForm(reply, addresses, {
          form: `revoke-${tokenId}`,
          entered: request.body,
          act: async () => {
            await revokeToken(context, causeOf(request), { organizationId }, tokenId);
            return { to: addresses.inOrganization(organizationId, 'tokens'), done: 'token-revoked' };
          },
          again: (refused) => showServices(request, reply, { refused }),
        });
      },
    });
  };

/** A session limited to one organization sees only tokens with the same limit. */
function ownTokens(request: FastifyRequest): { userId: string; onlyIn?: string } {
  const { actor } = grantedTo(request);
  const onlyIn = actor.kind === 'user' ? actor.onlyIn : undefined;
  return { userId: grantedUserId(request), ...(onlyIn === undefined ? {} : { onlyIn }) };
}
