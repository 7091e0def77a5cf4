import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
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
        summary: 'List the changes of people and access in an organization',
        description: 'Newest first. For administrators.',
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
        summary: 'Get a change of people and access, with what was before and after',
        params: AuditEventParams,
        response: { 200: Type.Ref('AuditEventDetails') },
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
        summary: 'List the kinds of changes that are recorded',
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
