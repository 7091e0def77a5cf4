import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { type Static, Type } from 'typebox';
import { organizationNotFound } from '../../../platform/access/access-errors.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { cutPage } from '../../../platform/http/lists.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { endOfRetention } from '../../content/spaces/retention.ts';
import { createOrganization } from '../../identity/organizations/organizations.service.ts';
import {
  organizationNotSuspended,
  resumeOrganization,
  suspendOrganization,
} from '../../identity/organizations/suspension.service.ts';
import { userNotFound } from '../../identity/users/users.service.ts';
import {
  deleteOrganization,
  organizationNotDeleted,
  restoreOrganization,
  retentionOver,
} from '../../lifecycle/organization-deletion/delete-organization.service.ts';
import { getInstanceUserRow } from '../users/get-user.ts';
import {
  countOrganizations,
  type InstanceOrganizationRow,
  listOrganizationRows,
} from './organizations.queries.ts';
import {
  CreateInstanceOrganizationBody,
  InstanceOrganizationParams,
  InstanceOrganizationSchema,
  ListInstanceOrganizationsQuery,
  SuspendOrganizationBody,
} from './organizations.schemas.ts';

const tags = ['Instance'];

/** The organizations of the instance, for its administrators. */
export const instanceOrganizationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, cursors } = context;
    app.addSchema(InstanceOrganizationSchema);
    await app.register(suspensionRoutes(context));

    app.route({
      method: 'GET',
      url: '/v1/instance/organizations',
      config: { access: 'instance:administer' },
      schema: {
        operationId: 'listInstanceOrganizations',
        tags,
        summary: 'List the organizations of the instance',
        description:
          'Lists the organizations with counts but without their content, newest first. An instance administrator has no role in an organization.',
        querystring: ListInstanceOrganizationsQuery,
        response: { 200: listOf(refTo(InstanceOrganizationSchema)) },
      },
      handler: async (request) => {
        const { search = '', deleted = false } = request.query;
        const filter = { search: search.trim().toLowerCase(), isDeleted: deleted };
        const list = openList<string>(
          cursors,
          `instance-organizations:${JSON.stringify(filter)}`,
          request.query,
        );
        const { after, limit } = list.asked;
        const found = await listOrganizationRows(db, filter, { after, limit: limit + 1 });
        const count = await countOrganizations(db, filter);
        const page = cutPage(found, limit, count, (row) => row.organizationId);
        return list.present(page, presentOrganization);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/instance/organizations',
      config: { access: 'instance:administer', audit: 'organization.created', errors: [userNotFound] },
      schema: {
        operationId: 'createInstanceOrganization',
        tags,
        summary: 'Create an organization for a user',
        description:
          'Also where people cannot create organizations themselves. You get no role in it, unless you are the user.',
        body: CreateInstanceOrganizationBody,
        response: { 201: refTo(InstanceOrganizationSchema) },
      },
      handler: async (request, reply) => {
        const { title, administrator } = request.body;
        if (!isId(administrator)) throw userNotFound();
        const { userId } = await getInstanceUserRow(db, administrator);
        const allowed = { ...context, config: { ...config, allowOrganizationCreation: true } };
        const created = await createOrganization(allowed, causeOf(request), userId, { title });
        const { organization_id: organizationId } = created;
        const [row] = await listOrganizationRows(
          db,
          { search: '', isDeleted: false },
          { after: undefined, limit: 1, only: organizationId },
        );
        reply.code(201);
        return presentOrganization(row as InstanceOrganizationRow);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/instance/organizations/:organizationId',
      config: {
        access: 'instance:administer',
        audit: 'organization.deleted',
        errors: [organizationNotFound],
      },
      schema: {
        operationId: 'deleteInstanceOrganization',
        tags,
        summary: 'Delete an organization of the instance',
        description: 'Nobody can use it from now on. It can be restored for seven days.',
        params: InstanceOrganizationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        if (!isId(organizationId)) throw organizationNotFound();
        await deleteOrganization(context, causeOf(request), organizationId);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/instance/organizations/:organizationId/restore',
      config: {
        access: 'instance:administer',
        audit: 'organization.restored',
        errors: [organizationNotFound, organizationNotDeleted, retentionOver],
      },
      schema: {
        operationId: 'restoreInstanceOrganization',
        tags,
        summary: 'Restore a deleted organization',
        description:
          'Restores an organization that was deleted in the last seven days, with everything in it. If another organization uses its hostname now, it is restored without one.',
        params: InstanceOrganizationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        if (!isId(organizationId)) throw organizationNotFound();
        await restoreOrganization(context, causeOf(request), organizationId);
        return sendNothing(reply, 204);
      },
    });
  };

/** Takes an organization out of use, and back into use. Nothing in it changes. */
const suspensionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'POST',
      url: '/v1/instance/organizations/:organizationId/suspend',
      config: {
        access: 'instance:administer',
        audit: 'organization.suspended',
        errors: [organizationNotFound],
      },
      schema: {
        operationId: 'suspendInstanceOrganization',
        tags,
        summary: 'Suspend an organization',
        description:
          'Nobody can use the organization, its sites are not available and its jobs wait until it is resumed. Nothing is deleted, and its administrators can still export it. Suspending it again changes the reason.',
        params: InstanceOrganizationParams,
        body: SuspendOrganizationBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        if (!isId(organizationId)) throw organizationNotFound();
        const reason = request.body.reason.trim();
        await suspendOrganization(context, causeOf(request), { organizationId, reason });
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/instance/organizations/:organizationId/resume',
      config: {
        access: 'instance:administer',
        audit: 'organization.resumed',
        errors: [organizationNotFound, organizationNotSuspended],
      },
      schema: {
        operationId: 'resumeInstanceOrganization',
        tags,
        summary: 'Resume a suspended organization',
        description: 'Its members can use it again at once, and its jobs go on.',
        params: InstanceOrganizationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        if (!isId(organizationId)) throw organizationNotFound();
        await resumeOrganization(context, causeOf(request), organizationId);
        return sendNothing(reply, 204);
      },
    });
  };

function presentOrganization(row: InstanceOrganizationRow): Static<typeof InstanceOrganizationSchema> {
  const { deletedAt } = row;
  return {
    object: 'instance-organization' as const,
    id: row.organizationId,
    title: row.title,
    createdAt: row.createdAt.toISOString(),
    ...(row.lastSeenAt ? { lastSeenAt: row.lastSeenAt.toISOString() } : {}),
    ...(deletedAt
      ? { deletedAt: deletedAt.toISOString(), restorableUntil: endOfRetention(deletedAt).toISOString() }
      : {}),
    ...(row.suspendedAt
      ? { suspension: { since: row.suspendedAt.toISOString(), reason: row.suspensionReason ?? '' } }
      : {}),
    members: row.members,
    spaces: row.spaces,
    sites: row.sites,
    administrators: row.administrators,
  };
}
