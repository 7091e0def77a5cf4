import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type { Context } from '../../../../platform/context.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { type AdaptiveSchemaRow, findAdaptiveSchema } from './adaptive-schema.queries.ts';
import {
  AdaptiveSchemaSchema,
  PutAdaptiveSchemaBody,
  SuggestedConditions,
} from './adaptive-schema.schemas.ts';
import { adaptiveSchemaNotFound, getAdaptiveSchema, putAdaptiveSchema } from './adaptive-schema.service.ts';
import { suggestConditions } from './suggest-conditions.ts';

const AdaptiveSchema = refTo(AdaptiveSchemaSchema);
const URL = '/v1/orgs/:organizationId/sites/:siteId/adaptive-schema';

const present = ({ schema, updatedAt }: AdaptiveSchemaRow): Static<typeof AdaptiveSchemaSchema> => ({
  object: 'site-adaptive-schema',
  jsonSchema: schema,
  updatedAt: updatedAt.toISOString(),
});

export const adaptiveSchemaRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db } = context;
    app.addSchema(AdaptiveSchemaSchema);

    app.route({
      method: 'GET',
      url: URL,
      config: { access: 'site:read', errors: [adaptiveSchemaNotFound] },
      schema: {
        operationId: 'getSiteAdaptiveSchema',
        tags: ['Sites'],
        summary: 'Get the claims schema of a site',
        description: 'Returns the claims that conditions of the site can use.',
        params: SiteParams,
        response: { 200: AdaptiveSchema },
      },
      handler: async (request) => present(await getAdaptiveSchema(db, request.params)),
    });

    app.route({
      method: 'PUT',
      url: URL,
      config: {
        access: 'site:edit',
        audit: { none: 'It describes what conditions can ask for, and gives nobody access.' },
      },
      schema: {
        operationId: 'updateSiteAdaptiveSchema',
        tags: ['Sites'],
        summary: 'Describe the claims of visitors',
        description:
          'Replaces the claims schema. Visitors can have unsigned claims only if the schema has claims below `unsigned`.',
        params: SiteParams,
        body: PutAdaptiveSchemaBody,
        response: { 200: AdaptiveSchema },
      },
      handler: async (request) =>
        present(await putAdaptiveSchema(context, request.params, request.body.jsonSchema)),
    });

    app.route({
      method: 'GET',
      url: `${URL}/template-conditions`,
      config: { access: 'site:read' },
      schema: {
        operationId: 'listSiteAdaptiveTemplateConditions',
        tags: ['Sites'],
        summary: 'List suggested conditions',
        description: 'Suggests conditions for the claims in the claims schema.',
        params: SiteParams,
        response: { 200: SuggestedConditions },
      },
      handler: async (request) => {
        const row = await findAdaptiveSchema(db, request.params);
        return { items: row ? suggestConditions(row.schema) : [] };
      },
    });
  };
