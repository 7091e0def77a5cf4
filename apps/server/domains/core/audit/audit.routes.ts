import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { AUDIT_ACTIONS } from './actions.ts';
import { presentEvent, presentEventDetails } from './audit.present.ts';
import {
  AuditEventActionSchema,
  AuditEventActionsSchema,
  AuditEventDetailsSchema,
  AuditEventListSchema,
  AuditEventParams,
  AuditEventSchema,
  ListAuditEventsQuery,
  OrganizationParams,
} from './audit.schemas.ts';
import { auditEventNotFound, getEvent, listEvents } from './audit.service.ts';

export const auditRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    for (const schema of [AuditEventSchema, AuditEventDetailsSchema, AuditEventActionSchema])
      app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/audit-events',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listOrganizationAuditEvents',
        tags: ['Audit'],
        summary: 'List the audit events of an organization',
        description:
          'Lists changes to members, roles, teams, permissions, invitations, tokens, single sign-on and settings, newest first. You can filter by time, action, actor and target.',
        params: OrganizationParams,
        querystring: ListAuditEventsQuery,
        response: { 200: AuditEventListSchema },
      },
      handler: async (request) => {
        const { rows, count, next } = await listEvents(context, request.params.organizationId, request.query);
        return {
          ...(next === undefined ? {} : { next: { page: next } }),
          ...(count === undefined ? {} : { count }),
          items: rows.map((row) => presentEvent(row, config.baseUrl)),
        };
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/audit-events/:auditEventId',
      config: { access: 'organization:administer', errors: [auditEventNotFound] },
      schema: {
        operationId: 'getOrganizationAuditEvent',
        tags: ['Audit'],
        summary: 'Get an audit event',
        description:
          'In addition to the fields in the list, returns the values before and after the change, and the network address of the request.',
        params: AuditEventParams,
        response: { 200: refTo(AuditEventDetailsSchema) },
      },
      handler: async (request) => presentEventDetails(await getEvent(db, request.params), config.baseUrl),
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/audit-event-actions',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listOrganizationAuditEventActions',
        tags: ['Audit'],
        summary: 'List the audit actions',
        description: 'Lists every action that audit events can have, with its label.',
        params: OrganizationParams,
        response: { 200: AuditEventActionsSchema },
      },
      handler: async () => ({
        items: Object.entries(AUDIT_ACTIONS).map(([id, label]) => ({
          object: 'audit-event-action' as const,
          id,
          label,
        })),
      }),
    });
  };
