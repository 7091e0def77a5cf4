import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { collectionNotFound, spaceNotFound } from '../../../platform/access/access-errors.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { CollectionSchema } from '../../content/collections/collections.schemas.ts';
import { SHARED_SPACE_SCHEMAS } from '../../content/spaces/spaces.schemas.ts';
import { OrganizationParams } from './invites.schemas.ts';
import { findInvitePlaces, presentLinkInvite, presentListedInvite } from './link-invites.present.ts';
import { type LinkInvitePosition, type LinkInviteRow, listLinkInviteRows } from './link-invites.queries.ts';
import {
  CreateLinkInviteBody,
  LinkInviteParams,
  LinkInviteSchema,
  ListLinkInvitesQuery,
  UpdateLinkInviteBody,
} from './link-invites.schemas.ts';
import {
  createLinkInvite,
  deleteLinkInvite,
  getLinkInviteRow,
  inviteNotFound,
  updateLinkInvite,
} from './link-invites.service.ts';

const LinkInvite = refTo(LinkInviteSchema);

/** Routes for links that let anyone who has them join. */
export const linkInviteRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    for (const schema of [...SHARED_SPACE_SCHEMAS, CollectionSchema, LinkInviteSchema]) app.addSchema(schema);

    const present = async (row: LinkInviteRow): Promise<Static<typeof LinkInviteSchema>> =>
      presentLinkInvite(row, await findInvitePlaces(context, row.organization_id, [row]), config);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/link-invites',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listOrganizationInviteLinks',
        tags: ['Invites'],
        summary: 'List the invite links of an organization',
        description: 'The id of an invite link is a secret: anyone who knows it can join.',
        params: OrganizationParams,
        querystring: ListLinkInvitesQuery,
        response: { 200: listOf(LinkInvite) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<LinkInvitePosition>(cursors, `link-invites:${organizationId}`, request.query);
        const rows = await listLinkInviteRows(db, { organizationId, ...list.asked });
        const places = await findInvitePlaces(context, organizationId, rows.rows);
        return list.present(rows, (row) => presentListedInvite(row, places, config));
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/link-invites',
      config: {
        access: 'organization:administer',
        audit: 'invite.created',
        errors: [collectionNotFound, spaceNotFound],
      },
      schema: {
        operationId: 'createOrganizationInvite',
        tags: ['Invites'],
        summary: 'Create an invite link',
        description:
          'Invites to the organization with a `role`, or to a `space` or `collection` with a `level`. The link works only while `inviteLinks` is turned on in the organization.',
        params: OrganizationParams,
        body: CreateLinkInviteBody,
        response: { 201: LinkInvite },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const row = await createLinkInvite(context, causeOf(request), organizationId, request.body);
        const { baseUrl } = config;
        reply.code(201);
        reply.header('location', `${baseUrl}/v1/orgs/${organizationId}/link-invites/${row.invite_id}`);
        return present(row);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/link-invites/:inviteId',
      config: { access: 'organization:administer', errors: [inviteNotFound] },
      schema: {
        operationId: 'getOrganizationInviteLink',
        tags: ['Invites'],
        summary: 'Get an invite link',
        params: LinkInviteParams,
        response: { 200: LinkInvite },
      },
      handler: async (request) => present(await getLinkInviteRow(db, request.params)),
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/link-invites/:inviteId',
      config: { access: 'organization:administer', audit: 'invite.updated', errors: [inviteNotFound] },
      schema: {
        operationId: 'updateOrganizationInviteById',
        tags: ['Invites'],
        summary: 'Update an invite link',
        description:
          'Changes the role or level that the link grants, or its expiry time. People who have already joined are not affected.',
        params: LinkInviteParams,
        body: UpdateLinkInviteBody,
        response: { 200: LinkInvite },
      },
      handler: async (request) =>
        present(await updateLinkInvite(context, causeOf(request), request.params, request.body)),
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/link-invites/:inviteId',
      config: { access: 'organization:administer', audit: 'invite.deleted', errors: [inviteNotFound] },
      schema: {
        operationId: 'deleteOrganizationInviteById',
        tags: ['Invites'],
        summary: 'Delete an invite link',
        description: 'People who joined with the link remain members.',
        params: LinkInviteParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteLinkInvite(context, causeOf(request), request.params);
        return sendNothing(reply, 204);
      },
    });
  };
