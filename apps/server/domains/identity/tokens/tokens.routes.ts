import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { grantedUser } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import type { List } from '../../../platform/http/lists.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { outlivesToken } from './token-maker.ts';
import { presentToken, tokenLocation } from './tokens.present.ts';
import { listTokenRows, type TokenOwner } from './tokens.queries.ts';
import {
  CreateOrganizationTokenBody,
  CreateUserTokenBody,
  ListTokensQuery,
  OrganizationParams,
  OrganizationTokenParams,
  TokenSchema,
  UpdateOrganizationTokenBody,
  UpdateUserTokenBody,
  UserTokenParams,
} from './tokens.schemas.ts';
import {
  createOrganizationToken,
  createPersonalToken,
  getTokenRow,
  revokeToken,
  tokenNotFound,
  updateToken,
  userLeft,
} from './tokens.service.ts';

const Token = refTo(TokenSchema);

const createListTokens =
  ({ cursors, config, db }: Pick<Context, 'cursors' | 'config' | 'db'>) =>
  async (
    owner: TokenOwner,
    asked: { page?: string; limit?: number },
  ): Promise<List<Static<typeof TokenSchema>>> => {
    const list = openList<string>(cursors, `tokens:${JSON.stringify(owner)}`, asked);
    const rows = await listTokenRows(db, { owner, ...list.asked });
    return list.present(rows, (row) => presentToken(row, config.baseUrl));
  };

/** Personal tokens. */
export const tokenRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.addSchema(TokenSchema);
    const listTokens = createListTokens(context);

    app.route({
      method: 'GET',
      url: '/v1/user/tokens',
      config: { access: 'person:read' },
      schema: {
        operationId: 'listTokens',
        tags: ['Tokens'],
        summary: 'List your tokens',
        querystring: ListTokensQuery,
        response: { 200: listOf(Token) },
      },
      handler: (request) => listTokens(ownTokens(request), request.query),
    });

    app.route({
      method: 'POST',
      url: '/v1/user/tokens',
      config: { access: 'person:administer', audit: 'token.created', errors: [outlivesToken, userLeft] },
      schema: {
        operationId: 'createToken',
        tags: ['Tokens'],
        summary: 'Create a personal token',
        description: 'The token acts as you. Its secret is shown only in this response.',
        body: CreateUserTokenBody,
        response: { 201: Token },
      },
      handler: async (request, reply) => {
        const { row, token } = await createPersonalToken(
          context,
          causeOf(request),
          ownTokens(request),
          request.body,
        );
        reply.code(201).header('location', tokenLocation(row, config.baseUrl));
        return presentToken(row, config.baseUrl, token);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/user/tokens/:tokenId',
      config: { access: 'person:read', errors: [tokenNotFound] },
      schema: {
        operationId: 'getToken',
        tags: ['Tokens'],
        summary: 'Get one of your tokens',
        params: UserTokenParams,
        response: { 200: Token },
      },
      handler: async (request) => {
        const row = await getTokenRow(db, ownTokens(request), request.params.tokenId);
        return presentToken(row, config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/user/tokens/:tokenId',
      config: { access: 'person:administer', audit: 'token.updated', errors: [tokenNotFound] },
      schema: {
        operationId: 'updateToken',
        tags: ['Tokens'],
        summary: 'Rename one of your tokens',
        params: UserTokenParams,
        body: UpdateUserTokenBody,
        response: { 200: Token },
      },
      handler: async (request) => {
        const { tokenId } = request.params;
        const row = await updateToken(context, causeOf(request), ownTokens(request), tokenId, request.body);
        return presentToken(row, config.baseUrl);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/user/tokens/:tokenId',
      config: { access: 'person:administer', audit: 'token.revoked', errors: [tokenNotFound] },
      schema: {
        operationId: 'deleteToken',
        tags: ['Tokens'],
        summary: 'Revoke one of your tokens',
        description: 'The token stops working immediately.',
        params: UserTokenParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await revokeToken(context, causeOf(request), ownTokens(request), request.params.tokenId);
        return sendNothing(reply, 204);
      },
    });
  };

/** Service accounts: tokens of an organization. */
export const serviceAccountRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.addSchema(TokenSchema);
    const listTokens = createListTokens(context);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/tokens',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listOrganizationTokens',
        tags: ['Tokens'],
        summary: 'List the service accounts of an organization',
        description: 'A service account is an organization token with its own role.',
        params: OrganizationParams,
        querystring: ListTokensQuery,
        response: { 200: listOf(Token) },
      },
      handler: (request) => listTokens({ organizationId: request.params.organizationId }, request.query),
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/tokens',
      config: { access: 'organization:administer', audit: 'token.created', errors: [outlivesToken] },
      schema: {
        operationId: 'createOrganizationToken',
        tags: ['Tokens'],
        summary: 'Create a service account',
        description:
          'The account acts with its own role, not as a user. The secret of its token is shown only in this response.',
        params: OrganizationParams,
        body: CreateOrganizationTokenBody,
        response: { 201: Token },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { row, token } = await createOrganizationToken(
          context,
          causeOf(request),
          organizationId,
          request.body,
        );
        reply.code(201).header('location', tokenLocation(row, config.baseUrl));
        return presentToken(row, config.baseUrl, token);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/tokens/:tokenId',
      config: { access: 'organization:administer', errors: [tokenNotFound] },
      schema: {
        operationId: 'getOrganizationToken',
        tags: ['Tokens'],
        summary: 'Get a service account',
        params: OrganizationTokenParams,
        response: { 200: Token },
      },
      handler: async (request) => {
        const { organizationId, tokenId } = request.params;
        return presentToken(await getTokenRow(db, { organizationId }, tokenId), config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/tokens/:tokenId',
      config: { access: 'organization:administer', audit: 'token.updated', errors: [tokenNotFound] },
      schema: {
        operationId: 'updateOrganizationToken',
        tags: ['Tokens'],
        summary: 'Update a service account',
        params: OrganizationTokenParams,
        body: UpdateOrganizationTokenBody,
        response: { 200: Token },
      },
      handler: async (request) => {
        const { organizationId, tokenId } = request.params;
        const owner = { organizationId };
        const row = await updateToken(context, causeOf(request), owner, tokenId, request.body);
        return presentToken(row, config.baseUrl);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/tokens/:tokenId',
      config: { access: 'organization:administer', audit: 'token.revoked', errors: [tokenNotFound] },
      schema: {
        operationId: 'deleteOrganizationToken',
        tags: ['Tokens'],
        summary: 'Delete a service account',
        description: 'Its token stops working immediately.',
        params: OrganizationTokenParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId, tokenId } = request.params;
        await revokeToken(context, causeOf(request), { organizationId }, tokenId);
        return sendNothing(reply, 204);
      },
    });
  };

/** A caller limited to one organization manages only tokens with the same limit. */
function ownTokens(request: FastifyRequest): { userId: string; onlyIn?: string } {
  const { userId, onlyIn } = grantedUser(request);
  return { userId, ...(onlyIn === undefined ? {} : { onlyIn }) };
}
