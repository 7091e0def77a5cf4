import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { organizationNotFound } from '../../../platform/access/access-errors.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { QUOTAS } from '../../../platform/config.ts';
import type { Context } from '../../../platform/context.ts';
import { findTitles } from '../organizations/organizations.queries.ts';
import { listQuotaRows, type QuotaRow } from './quotas.repository.ts';
import { ChangeQuotasBody, QuotaParams, QuotaSchema, QuotasSchema } from './quotas.schemas.ts';
import { changeQuotas } from './quotas.service.ts';

const OF_INSTANCE = '/v1/instance/organizations/:organizationId/quotas';

/** What organizations have and can have: for their administrators, and for those of the instance, who change it. */
export const quotaRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db } = context;
    app.addSchema(QuotaSchema);
    const list = async (organizationId: string) => ({
      items: (await listQuotaRows(db, organizationId, QUOTAS)).map(presentQuota),
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/quotas',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listQuotas',
        tags: ['Organizations'],
        summary: 'List the quotas of an organization',
        description:
          'Lists what the organization has and can have. Growth beyond a limit is refused with `quota-exceeded`.',
        params: QuotaParams,
        response: { 200: QuotasSchema },
      },
      handler: async (request) => list(request.params.organizationId),
    });

    app.route({
      method: 'GET',
      url: OF_INSTANCE,
      config: { access: 'instance:administer', errors: [organizationNotFound] },
      schema: {
        operationId: 'listInstanceQuotas',
        tags: ['Instance'],
        summary: 'List the quotas of an organization of the instance',
        params: QuotaParams,
        response: { 200: QuotasSchema },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        if (!isId(organizationId) || (await findTitles(db, [organizationId])).size === 0)
          throw organizationNotFound();
        return list(organizationId);
      },
    });

    app.route({
      method: 'PATCH',
      url: OF_INSTANCE,
      config: {
        access: 'instance:administer',
        audit: 'organization.quotas-changed',
        errors: [organizationNotFound],
      },
      schema: {
        operationId: 'changeQuotas',
        tags: ['Instance'],
        summary: 'Change the quotas of an organization',
        description:
          'A limit below what the organization has takes nothing away, and refuses only further growth.',
        params: QuotaParams,
        body: ChangeQuotasBody,
        response: { 200: QuotasSchema },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        if (!isId(organizationId)) throw organizationNotFound();
        await changeQuotas(context, causeOf(request), { organizationId, change: request.body });
        return list(organizationId);
      },
    });
  };

const presentQuota = ({ quota, usage, limit, isOwn }: QuotaRow): Static<typeof QuotaSchema> => ({
  object: 'quota',
  quota,
  usage,
  ...(limit === null ? {} : { limit }),
  source: isOwn ? 'organization' : 'default',
});
