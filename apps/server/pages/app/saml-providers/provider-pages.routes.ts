import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { isSecret } from '../../../domains/access/sign-on/saml/certificates.ts';
import {
  CreateSamlProviderBody,
  OrganizationParams,
  SamlProviderParams,
  UpdateSamlProviderBody,
} from '../../../domains/access/sign-on/saml/saml.schemas.ts';
import {
  type Changer,
  changeProvider,
  createProvider,
  deleteProvider,
} from '../../../domains/access/sign-on/saml/saml.service.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { FormBody, filled } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { readRole } from '../../parts/form/role-options.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { frameInOrganization } from '../organization-frame.ts';
import { readProvider, renderProvider } from './provider-page.ts';
import { readProviders, renderProviders } from './providers-page.ts';

const Query = Type.Object(PageQuery);

/** The SAML providers of an organization. */
export const providerPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    async function showProviders(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
      const { organizationId } = request.params as Static<typeof OrganizationParams>;
      const providers = await readProviders(context, addresses, organizationId);
      return sendFormPage(reply, addresses, {
        title: 'Single sign-on',
        ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'saml' })),
        refused,
        render: (context) => renderProviders(providers, context),
      });
    }

    async function showProvider(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
      const { organizationId } = request.params as Static<typeof SamlProviderParams>;
      const provider = await readProvider(context, addresses, keyOf(request));
      return sendFormPage(reply, addresses, {
        ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'saml' })),
        title: provider.row.label,
        refused: refused && withoutSecret(refused),
        render: (context) => renderProvider(provider, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/o/:organizationId/saml',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, querystring: Query },
      handler: (request, reply) => showProviders(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/saml',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'create',
          entered: request.body,
          act: async () => {
            const { organizationId } = request.params;
            const body = checkBody(request, CreateSamlProviderBody, { label: request.body.label?.trim() });
            const { row } = await createProvider(context, changerOf(request), organizationId, body);
            return {
              to: addresses.inOrganization(organizationId, 'saml', row.provider_id),
              done: 'provider-added',
            };
          },
          again: (refused) => showProviders(request, reply, refused),
        }),
    });

    app.route({
      method: 'GET',
      url: '/o/:organizationId/saml/:samlProviderId',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: SamlProviderParams, querystring: Query },
      handler: (request, reply) => showProvider(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/saml/:samlProviderId',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: SamlProviderParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'settings',
          entered: request.body,
          act: async () => {
            const key = keyOf(request);
            const body = checkBody(request, UpdateSamlProviderBody, {
              label: request.body.label?.trim(),
              entityID: filled(request.body, 'entityID') ?? null,
              ssoURL: filled(request.body, 'ssoURL') ?? null,
              certificate: filled(request.body, 'certificate') ?? null,
              defaultTeam: filled(request.body, 'defaultTeam') ?? null,
              defaultRole: readRole(request.body.defaultRole),
            });
            await changeProvider(context, changerOf(request), key, body);
            return {
              to: addresses.inOrganization(key.organizationId, 'saml', key.providerId),
              done: 'saved',
            };
          },
          again: (refused) => showProvider(request, reply, refused),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/saml/:samlProviderId/delete',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: SamlProviderParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'delete',
          entered: request.body,
          act: async () => {
            const key = keyOf(request);
            await deleteProvider(context, causeOf(request), key);
            return { to: addresses.inOrganization(key.organizationId, 'saml'), done: 'provider-deleted' };
          },
          again: (refused) => showProvider(request, reply, refused),
        }),
    });
  };

/** Returns the entered values without a private key that was entered by mistake: no page may contain one. */
function withoutSecret(refused: Refused): Refused {
  const { certificate = '', ...entered } = refused.entered;
  return isSecret(certificate) ? { ...refused, entered } : refused;
}

function keyOf(request: FastifyRequest): { organizationId: string; providerId: string } {
  const { organizationId, samlProviderId } = request.params as Static<typeof SamlProviderParams>;
  return { organizationId, providerId: samlProviderId };
}

const changerOf = (request: FastifyRequest): Changer => ({
  cause: causeOf(request),
  role: grantedTo(request).role,
});
