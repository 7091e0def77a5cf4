import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { roleAboveOwn } from '../../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../../platform/access/authorize.ts';
import { causeOf } from '../../../../platform/access/cause.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { openList } from '../../../../platform/http/open-list.ts';
import { listOf, nullable, refTo } from '../../../../platform/http/schemas.ts';
import { keyOf } from '../providers.queries.ts';
import { OrganizationParams } from '../saml/saml.schemas.ts';
import { findProviderLogout } from './end-provider-session.ts';
import { instanceProviderRoutes } from './instance-providers.routes.ts';
import { oidcProviderLocation, presentOidcProvider, type ShownOidcProvider } from './oidc.present.ts';
import {
  CreateOidcProviderBody,
  ListOidcProvidersQuery,
  OIDC_SCHEMAS,
  OidcProviderParams,
  OidcProviderSchema,
  UpdateOidcProviderBody,
} from './oidc.schemas.ts';
import {
  changeOidcProvider,
  createOidcProvider,
  deleteOidcProvider,
  getOidcProvider,
  listOidcProviders,
  oidcProviderNotFound,
  testOidcProvider,
  tooManyOidcProviders,
} from './oidc.service.ts';
import type { OidcClients } from './oidc-clients.ts';

const OidcProvider = refTo(OidcProviderSchema);
const tags = ['Single sign-on'];

const toKey = (params: { organizationId: string; oidcProviderId: string }) => ({
  organizationId: params.organizationId,
  providerId: params.oidcProviderId,
});

const changerOf = (request: FastifyRequest) => ({
  cause: causeOf(request),
  role: grantedTo(request).role,
});

/** The providers of OpenID Connect of organizations and of the instance. Register after the SAML providers. */
export const oidcRoutes =
  (context: Context, clients: OidcClients): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config } = context;
    for (const schema of [...OIDC_SCHEMAS, OidcProviderSchema]) app.addSchema(schema);
    await app.register(instanceProviderRoutes(context, clients));

    const present = (provider: ShownOidcProvider) => presentOidcProvider(provider, config.baseUrl);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/oidc',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listOidcProviders',
        tags,
        summary: 'List the OpenID Connect providers of an organization',
        params: OrganizationParams,
        querystring: ListOidcProvidersQuery,
        response: { 200: listOf(OidcProvider) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<string>(cursors, `oidc-providers:${organizationId}`, request.query);
        const providers = await listOidcProviders(context, { organizationId, ...list.asked });
        return list.present(providers, present);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/oidc',
      config: {
        access: 'organization:administer',
        audit: 'oidc-provider.created',
        errors: [roleAboveOwn, tooManyOidcProviders],
      },
      schema: {
        operationId: 'createOidcProvider',
        tags,
        summary: 'Add an OpenID Connect provider',
        description:
          'Reads the configuration that the issuer publishes, and refuses an issuer that cannot be used. `service` in the response contains the values to enter at the identity provider.',
        params: OrganizationParams,
        body: CreateOidcProviderBody,
        response: { 201: OidcProvider },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { body } = request;
        const provider = await createOidcProvider(context, clients, changerOf(request), {
          organizationId,
          body,
        });
        reply.code(201).header('location', oidcProviderLocation(keyOf(provider.row), config.baseUrl));
        return present(provider);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/oidc/:oidcProviderId',
      config: { access: 'organization:administer', errors: [oidcProviderNotFound] },
      schema: {
        operationId: 'getOidcProvider',
        tags,
        summary: 'Get an OpenID Connect provider',
        params: OidcProviderParams,
        response: { 200: OidcProvider },
      },
      handler: async (request) => {
        const provider = await getOidcProvider(context, toKey(request.params));
        return present(provider);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/oidc/:oidcProviderId',
      config: {
        access: 'organization:administer',
        audit: 'oidc-provider.updated',
        errors: [roleAboveOwn, oidcProviderNotFound],
      },
      schema: {
        operationId: 'updateOidcProvider',
        tags,
        summary: 'Update an OpenID Connect provider',
        description:
          'Absent fields keep their values. A new `issuer` means a new identity provider: account links are deleted, and sessions opened through the provider end.',
        params: OidcProviderParams,
        body: UpdateOidcProviderBody,
        response: { 200: OidcProvider },
      },
      handler: async (request) => {
        const key = toKey(request.params);
        const { body } = request;
        const provider = await changeOidcProvider(context, clients, changerOf(request), { key, body });
        return present(provider);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/oidc/:oidcProviderId',
      config: {
        access: 'organization:administer',
        audit: 'oidc-provider.deleted',
        errors: [oidcProviderNotFound],
      },
      schema: {
        operationId: 'deleteOidcProvider',
        tags,
        summary: 'Delete an OpenID Connect provider',
        description: 'Ends the sessions that were opened through the provider. Its users remain members.',
        params: OidcProviderParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteOidcProvider(context, causeOf(request), toKey(request.params));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/oidc/:oidcProviderId/test',
      config: {
        access: 'organization:administer',
        audit: { none: 'changes nothing' },
        errors: [oidcProviderNotFound],
      },
      schema: {
        operationId: 'testOidcProvider',
        tags,
        summary: 'Test an OpenID Connect provider',
        description:
          'Reads the configuration that the issuer publishes again. A `400` says what is wrong with it.',
        params: OidcProviderParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await testOidcProvider(context, clients, toKey(request.params));
        return sendNothing(reply, 204);
      },
    });
  };

const ProviderLogoutSchema = Type.Object(
  {
    object: Type.Literal('provider-logout'),
    url: nullable(
      Type.String({
        format: 'uri',
        description:
          'The address at which the browser is signed out at the identity provider, too. Null: there is none, or the session was opened otherwise.',
      }),
    ),
  },
  { $id: 'ProviderLogout' },
);

/** What a browser asks before it signs out. */
export const providerLogoutRoutes =
  (context: Context, clients: OidcClients): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(ProviderLogoutSchema);
    app.route({
      method: 'GET',
      url: '/v1/session/provider-logout',
      config: { access: 'account:read' },
      schema: {
        // Only browsers need it, before they end the session: afterwards nothing is known of it anymore.
        hide: true,
        response: { 200: refTo(ProviderLogoutSchema) },
      },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { sessionId } = grantedTo(request).actor;
        const url =
          sessionId === undefined ? undefined : await findProviderLogout(context, clients, sessionId);
        return { object: 'provider-logout' as const, url: url?.href ?? null };
      },
    });
  };
