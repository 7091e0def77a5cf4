import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  grantedCollection,
  grantedSite,
  grantedSpace,
  grantedTo,
} from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import { NO_TEAMS } from '../../../platform/access/pointers.ts';
import { findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf } from '../../../platform/http/schemas.ts';
import { memberNotFound } from '../../identity/members/members.service.ts';
import { teamNotFound } from '../../identity/teams/change-team.ts';
import { TeamSchema } from '../../identity/teams/teams.schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { resolveUserId } from '../../identity/users/users.service.ts';
import type { TargetKey, TargetKind } from './grant-target.ts';
import { findInAggregate, listAggregate } from './list-aggregate.ts';
import { listTeamPermissions, listUserPermissions } from './list-permissions.ts';
import { presentPerson, presentTeamPermission, presentUserPermission } from './permissions.present.ts';
import {
  InviteBody,
  ListAggregateQuery,
  ListPermissionsQuery,
  PARAMS,
  PersonWithRoleSchema,
  TeamPermissionSchema,
  UpdatePermissionBody,
  UserPermissionSchema,
} from './permissions.schemas.ts';
import { invite, permissionNotFound, removePermission, setPermission } from './permissions.service.ts';
import { siteAccessRoute } from './site-access.routes.ts';

/** The same on spaces, on collections and on sites. */
export const permissionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [TeamSchema, UserSchema]) app.addSchema(schema);
    for (const kind of ['space', 'collection'] as const) {
      await app.register(permissionRoutesOn(context, kind));
      await app.register(aggregateRouteOn(context, kind));
    }
    await app.register(permissionRoutesOn(context, 'site'));
    await app.register(siteAccessRoute(context));
  };

const PLACES = {
  space: { Kind: 'Space', url: '/v1/spaces/:spaceId' },
  collection: { Kind: 'Collection', url: '/v1/collections/:collectionId' },
  site: { Kind: 'Site', url: '/v1/orgs/:organizationId/sites/:siteId' },
} as const;

const GRANTEES = {
  team: { Grantee: 'Team', noun: 'team', path: 'teams/:teamId', notFound: teamNotFound },
  user: { Grantee: 'User', noun: 'member', path: 'users/:userId', notFound: memberNotFound },
} as const;

/** The place of the kind that the URL names. */
function grantedTarget(request: FastifyRequest, kind: TargetKind): TargetKey {
  if (kind === 'space') {
    const { organizationId, spaceId: id } = grantedSpace(request);
    return { kind, organizationId, id };
  }
  if (kind === 'site') {
    const { organizationId, siteId: id } = grantedSite(request);
    return { kind, organizationId, id };
  }
  const { organizationId, collectionId: id } = grantedCollection(request);
  return { kind, organizationId, id };
}

/** The caller's role in the organization decides which details of people are shown. */
const callerIn = (context: Context, request: FastifyRequest, { organizationId }: TargetKey) =>
  findCaller(context, grantedTo(request).actor, organizationId);

const permissionRoutesOn =
  (context: Context, kind: TargetKind): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db, pointers } = context;
    const { Kind } = PLACES[kind];
    const url = `${PLACES[kind].url}/permissions`;
    const tags = [`${Kind}s`];
    const params = PARAMS[kind];

    const placeOf = (request: FastifyRequest): TargetKey => grantedTarget(request, kind);
    const callerOf = (request: FastifyRequest) => callerIn(context, request, placeOf(request));

    app.route({
      method: 'POST',
      url,
      config: { access: `${kind}:share`, audit: ['permission.granted', 'permission.updated'] },
      schema: {
        operationId: `inviteTo${Kind}`,
        tags,
        summary: `Give members and teams a role on a ${kind}`,
        description:
          'Sets the same direct role for all of them, replacing previous direct roles. If any id is invalid, nothing changes.',
        params: params.place,
        body: InviteBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await invite(context, causeOf(request), placeOf(request), request.body);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: `${url}/teams`,
      config: { access: `${kind}:list-permissions` },
      schema: {
        operationId: `listTeamPermissionsIn${Kind}`,
        tags,
        summary: `List the teams with a direct role on a ${kind}`,
        description: 'Roles from other sources are not included.',
        params: params.place,
        querystring: ListPermissionsQuery,
        response: { 200: listOf(TeamPermissionSchema) },
      },
      handler: async (request) => {
        const target = placeOf(request);
        const list = openList<string>(cursors, `permissions:teams:${target.id}`, request.query);
        const rows = await listTeamPermissions(context, target, list.asked);
        const standing = await findStanding(pointers, grantedTo(request).actor, target.organizationId);
        const viewer = standing ?? { role: null, teams: NO_TEAMS };
        return list.present(rows, (row) => presentTeamPermission(row, viewer, config.baseUrl));
      },
    });

    app.route({
      method: 'GET',
      url: `${url}/users`,
      config: { access: `${kind}:list-permissions` },
      schema: {
        operationId: `listUserPermissionsIn${Kind}`,
        tags,
        summary: `List the members with a direct role on a ${kind}`,
        description: 'Roles from teams and from other sources are not included.',
        params: params.place,
        querystring: ListPermissionsQuery,
        response: { 200: listOf(UserPermissionSchema) },
      },
      handler: async (request) => {
        const target = placeOf(request);
        const list = openList<string>(cursors, `permissions:users:${target.id}`, request.query);
        const rows = await listUserPermissions(db, await callerOf(request), target, list.asked);
        return list.present(rows, (row) => presentUserPermission(row, config.baseUrl));
      },
    });

    for (const grantee of ['team', 'user'] as const)
      await app.register(granteeRoutesOn(context, kind, grantee));
  };

/** The direct role of one team or one member. */
const granteeRoutesOn =
  (context: Context, kind: TargetKind, grantee: keyof typeof GRANTEES): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { Kind } = PLACES[kind];
    const tags = [`${Kind}s`];
    const params = PARAMS[kind];
    const { Grantee, noun, path, notFound } = GRANTEES[grantee];
    const url = `${PLACES[kind].url}/permissions/${path}`;
    const placeOf = (request: FastifyRequest): TargetKey => grantedTarget(request, kind);
    const granteeOf = (request: FastifyRequest<{ Params: Static<(typeof params)['team' | 'user']> }>) => ({
      grantee,
      id:
        'userId' in request.params
          ? resolveUserId(grantedTo(request).actor, request.params.userId)
          : request.params.teamId,
    });

    app.route({
      method: 'PATCH',
      url,
      config: {
        access: `${kind}:share`,
        audit: ['permission.granted', 'permission.updated'],
        errors: [notFound],
      },
      schema: {
        operationId: `update${Grantee}PermissionIn${Kind}`,
        tags,
        summary: `Set the direct role of a ${noun} on a ${kind}`,
        description: 'Replaces the previous direct role. Roles from other sources are not affected.',
        params: params[grantee],
        body: UpdatePermissionBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { role } = request.body;
        await setPermission(context, causeOf(request), placeOf(request), { ...granteeOf(request), role });
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'DELETE',
      url,
      config: {
        access: `${kind}:share`,
        audit: 'permission.removed',
        errors: [permissionNotFound, notFound],
      },
      schema: {
        operationId: `remove${Grantee}From${Kind}`,
        tags,
        summary: `Remove the direct role of a ${noun} on a ${kind}`,
        description: 'Roles from other sources are not affected.',
        params: params[grantee],
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await removePermission(context, causeOf(request), placeOf(request), granteeOf(request));
        return sendNothing(reply, 205);
      },
    });
  };

const aggregateRouteOn =
  (context: Context, kind: 'space' | 'collection'): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db } = context;
    const { Kind, url } = PLACES[kind];
    app.route({
      method: 'GET',
      url: `${url}/permissions/aggregate`,
      config: { access: `${kind}:list-permissions` },
      schema: {
        operationId: `listPermissionsAggregateIn${Kind}`,
        tags: [`${Kind}s`],
        summary: `List everyone with access to a ${kind}`,
        description:
          'Lists every member with a role from any source, and the source of the role. People who have not accepted their invitation are not included.',
        params: PARAMS[kind].place,
        querystring: ListAggregateQuery,
        response: { 200: listOf(PersonWithRoleSchema) },
      },
      handler: async (request) => {
        const target = grantedTarget(request, kind);
        const { role, user } = request.query;
        const list = openList<string>(
          cursors,
          `permissions:aggregate:${target.id}:${role}:${user ?? ''}`,
          request.query,
        );
        const caller = await callerIn(context, request, target);
        const rows =
          user === undefined
            ? await listAggregate(db, caller, target, { role, ...list.asked })
            : await findInAggregate(db, caller, target, { role, user });
        return list.present(rows, (row) => presentPerson(row, config.baseUrl));
      },
    });
  };
