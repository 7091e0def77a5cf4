import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { organizationNotFound, roleAboveOwn } from '../../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../../platform/access/authorize.ts';
import { causeOf } from '../../../../platform/access/cause.ts';
import { findStanding } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { openList } from '../../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../../platform/http/schemas.ts';
import { TeamSchema } from '../../../identity/teams/teams.schemas.ts';
import { keyOf } from '../providers.queries.ts';
import { presentLogin, presentProvider, providerLocation, type ShownProvider } from './saml.present.ts';
import {
  CreateSamlProviderBody,
  ListSamlProvidersQuery,
  OrganizationParams,
  SamlProviderParams,
  SamlProviderSchema,
  SsoLoginsSchema,
  UpdateSamlProviderBody,
} from './saml.schemas.ts';
import {
  changeProvider,
  createProvider,
  deleteProvider,
  getLogins,
  getProvider,
  listProviders,
  samlProviderNotFound,
  tooManySamlProviders,
} from './saml.service.ts';

const SamlProvider = refTo(SamlProviderSchema);

export const samlRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, pointers } = context;
    for (const schema of [TeamSchema, SamlProviderSchema]) app.addSchema(schema);

    /** Presents providers as the caller sees them: permissions on teams depend on the caller. */
    async function presenterFor(request: FastifyRequest, organizationId: string) {
      const { actor, role } = grantedTo(request);
      const standing = await findStanding(pointers, actor, organizationId);
      const viewer = standing ?? { role, teams: new Map() };
      return (provider: ShownProvider) => presentProvider(provider, viewer, config.baseUrl);
    }

    const toKey = ({
      organizationId,
      samlProviderId,
    }: {
      organizationId: string;
      samlProviderId: string;
    }) => ({
      organizationId,
      providerId: samlProviderId,
    });

    const changerOf = (request: FastifyRequest) => ({
      cause: causeOf(request),
      role: grantedTo(request).role,
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/saml',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listSAMLProvidersInOrganizationById',
        tags: ['Single sign-on'],
        summary: 'List the SAML providers of an organization',
        params: OrganizationParams,
        querystring: ListSamlProvidersQuery,
        response: { 200: listOf(SamlProvider) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<string>(cursors, `saml-providers:${organizationId}`, request.query);
        const providers = await listProviders(context, { organizationId, ...list.asked });
        return list.present(providers, await presenterFor(request, organizationId));
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/saml',
      config: {
        access: 'organization:administer',
        audit: 'saml-provider.created',
        errors: [tooManySamlProviders],
      },
      schema: {
        operationId: 'createOrganizationSAMLProvider',
        tags: ['Single sign-on'],
        summary: 'Add a SAML provider',
        description:
          'You can add a provider before you set up the identity provider: `service` in the response contains the values to enter there.',
        params: OrganizationParams,
        body: CreateSamlProviderBody,
        response: { 201: SamlProvider },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const provider = await createProvider(context, changerOf(request), organizationId, request.body);
        reply.code(201).header('location', providerLocation(keyOf(provider.row), config.baseUrl));
        return (await presenterFor(request, organizationId))(provider);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/saml/:samlProviderId',
      config: { access: 'organization:administer', errors: [samlProviderNotFound] },
      schema: {
        operationId: 'getOrganizationSAMLProviderById',
        tags: ['Single sign-on'],
        summary: 'Get a SAML provider',
        params: SamlProviderParams,
        response: { 200: SamlProvider },
      },
      handler: async (request) => {
        const provider = await getProvider(context, toKey(request.params));
        return (await presenterFor(request, request.params.organizationId))(provider);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/saml/:samlProviderId',
      config: {
        access: 'organization:administer',
        audit: 'saml-provider.updated',
        errors: [roleAboveOwn, samlProviderNotFound],
      },
      schema: {
        operationId: 'updateOrganizationSAMLProvider',
        tags: ['Single sign-on'],
        summary: 'Update a SAML provider',
        description:
          'Absent fields keep their values; null removes a value. A new `entityID` means a new identity provider: account links are deleted, and sessions opened through the provider end.',
        params: SamlProviderParams,
        body: UpdateSamlProviderBody,
        response: { 200: SamlProvider },
      },
      handler: async (request) => {
        const key = toKey(request.params);
        const provider = await changeProvider(context, changerOf(request), key, request.body);
        return (await presenterFor(request, key.organizationId))(provider);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/saml/:samlProviderId',
      config: {
        access: 'organization:administer',
        audit: 'saml-provider.deleted',
        errors: [samlProviderNotFound],
      },
      schema: {
        operationId: 'deleteOrganizationSAMLProvider',
        tags: ['Single sign-on'],
        summary: 'Delete a SAML provider',
        description: 'Ends the sessions that were opened through the provider. Its users remain members.',
        params: SamlProviderParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteProvider(context, causeOf(request), toKey(request.params));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sso',
      config: { access: 'public', errors: [organizationNotFound] },
      schema: {
        operationId: 'listSSOProviderLoginsInOrganization',
        tags: ['Single sign-on'],
        summary: 'List the sign-in options of an organization',
        description: 'Lists the active single sign-on providers with the address where signing in starts.',
        params: OrganizationParams,
        response: { 200: SsoLoginsSchema },
      },
      handler: async (request) => {
        const rows = await getLogins(context, request.params.organizationId);
        return { items: rows.map((row) => presentLogin(row, config.baseUrl)) };
      },
    });
  };
