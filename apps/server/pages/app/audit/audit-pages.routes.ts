import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { AuditEventParams, OrganizationParams } from '../../../domains/core/audit/audit.schemas.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { frameInOrganization } from '../organization-frame.ts';
import { readAudit, renderAudit } from './audit-page.ts';
import { readEvent, renderEvent } from './event-page.ts';

const text = Type.Optional(Type.String({ maxLength: 100 }));
const Query = Type.Object({ ...PageQuery, action: text, actor: text, target: text, from: text, to: text });

/** The pages that show changes of people and access. */
export const auditPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/o/:organizationId/audit',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, querystring: Query },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { page, action = '', actor = '', target = '', from = '', to = '' } = request.query;
        const filter = { action, actor: actor.trim(), target: target.trim(), from, to };
        const audit = await readAudit(context, addresses, organizationId, { filter, page });
        return sendPage(reply, addresses, {
          title: 'Audit',
          ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'audit' })),
          isSignedIn: true,
          body: renderAudit(audit),
        });
      },
    });

    app.route({
      method: 'GET',
      url: '/o/:organizationId/audit/:auditEventId',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: AuditEventParams },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const event = await readEvent(context, request.params);
        return sendPage(reply, addresses, {
          ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'audit' })),
          title: event.title,
          isSignedIn: true,
          body: renderEvent(event),
        });
      },
    });
  };
