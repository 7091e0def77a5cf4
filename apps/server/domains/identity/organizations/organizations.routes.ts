import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import { grantedTo, grantedUserId } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findStanding } from '../../../platform/access/space-role.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentOrganization, toViewer } from './organizations.present.ts';
import { listOrganizationRows } from './organizations.queries.ts';
import { hostnameTaken } from './organizations.repository.ts';
import {
  CreateOrganizationBody,
  CreateOrganizationQuery,
  ListOrganizationsQuery,
  OrganizationParams,
  OrganizationSchema,
  UpdateOrganizationBody,
} from './organizations.schemas.ts';
import {
  createOrganization,
  getOrganizationRow,
  type NewOrganization,
  organizationCreationOff,
  updateOrganization,
} from './organizations.service.ts';

const Organization = refTo(OrganizationSchema);

/** Creates the default site of a new organization in the transaction that creates it; returns its id. */
type AddDefaultSite = (
  unit: UnitOfWork,
  site: {
    organizationId: string;
    title: string;
    creatorId: string;
    openapiUrl: string | undefined;
    at: Date;
  },
) => Promise<string>;

export const organizationRoutes =
  (context: Context, addDefaultSite: AddDefaultSite): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db, pointers } = context;
    app.addSchema(OrganizationSchema);

    app.route({
      method: 'GET',
      url: '/v1/orgs',
      config: { access: 'account:read' },
      schema: {
        operationId: 'listOrganizationsForAuthenticatedUser',
        tags: ['Organizations'],
        summary: 'List your organizations',
        description: 'Lists the organizations you belong to.',
        querystring: ListOrganizationsQuery,
        response: { 200: listOf(Organization) },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const list = openList<string>(
          cursors,
          `organizations:${actor.kind === 'user' ? actor.userId : actor.organizationId}`,
          request.query,
        );
        const rows = await listOrganizationRows(db, { actor, ...list.asked });
        return list.present(rows, (row) =>
          presentOrganization(row, { role: row.role, ownsTeam: row.owns_team }, config.baseUrl),
        );
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs',
      config: {
        access: 'person:write',
        audit: 'organization.created',
        errors: [organizationCreationOff, passwordSignInRequired],
      },
      schema: {
        operationId: 'createOrganization',
        tags: ['Organizations'],
        summary: 'Create an organization',
        description:
          'You become the administrator. Service accounts cannot create organizations. An operator can turn this operation off.',
        querystring: CreateOrganizationQuery,
        body: CreateOrganizationBody,
        response: { 201: Organization },
      },
      handler: async (request, reply) => {
        assertUnbound(grantedTo(request).actor);
        const userId = grantedUserId(request);
        const { withDefaultSite, openapiUrl } = request.query;
        if (openapiUrl !== undefined && !withDefaultSite)
          throw invalidField('openapiUrl', 'requires `withDefaultSite`');
        const addSite = withDefaultSite
          ? (unit: UnitOfWork, { createdAt: at, ...organization }: NewOrganization) =>
              addDefaultSite(unit, { ...organization, openapiUrl, at })
          : undefined;
        const row = await createOrganization(context, causeOf(request), userId, request.body, addSite);
        reply.code(201).header('location', `${config.baseUrl}/v1/orgs/${row.organization_id}`);
        return presentOrganization(row, { role: 'admin', ownsTeam: false }, config.baseUrl);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId',
      config: { access: 'organization:view' },
      schema: {
        operationId: 'getOrganizationById',
        tags: ['Organizations'],
        summary: 'Get an organization',
        params: OrganizationParams,
        response: { 200: Organization },
      },
      handler: async (request) => {
        const row = await getOrganizationRow(db, request.params.organizationId);
        const standing = await findStanding(pointers, grantedTo(request).actor, row.organization_id);
        return presentOrganization(row, toViewer(standing), config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId',
      config: { access: 'organization:administer', audit: 'organization.updated', errors: [hostnameTaken] },
      schema: {
        operationId: 'updateOrganizationById',
        tags: ['Organizations'],
        summary: 'Update an organization',
        description: 'Absent fields keep their values; null removes a value.',
        params: OrganizationParams,
        body: UpdateOrganizationBody,
        response: { 200: Organization },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const row = await updateOrganization(context, causeOf(request), organizationId, request.body);
        const standing = await findStanding(pointers, grantedTo(request).actor, row.organization_id);
        return presentOrganization(row, toViewer(standing), config.baseUrl);
      },
    });
  };
