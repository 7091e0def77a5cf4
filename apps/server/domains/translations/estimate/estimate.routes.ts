import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { refTo } from '../../../platform/http/schemas.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { FindProvider } from '../providers/find-provider.ts';
import { SettingsParams } from '../settings/settings.schemas.ts';
import { settingsNotFound } from '../settings/settings.service.ts';
import { withoutSource } from '../sync/run-translation.ts';
import { TranslationEstimateSchema } from './estimate.schemas.ts';
import { estimateRun } from './estimate-run.ts';

/** Estimates the cost of a run. */
export const estimateRoutes =
  (editing: EditingParts, findProvider: FindProvider): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(TranslationEstimateSchema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/translations/:translationSettingsId/estimate',
      config: {
        access: 'organization:estimate-translations',
        audit: { none: 'It changes nothing.' },
        inMaintenance: 'reads',
        errors: [settingsNotFound, withoutSource],
      },
      schema: {
        operationId: 'estimateTranslation',
        tags: ['Translations'],
        summary: 'Estimate a run',
        description:
          'Counts the texts that a run would translate now. Nothing is changed, and no request is sent to a provider. The instructions and responses of a language model are not included.',
        params: SettingsParams,
        response: { 200: refTo(TranslationEstimateSchema) },
      },
      handler: ({ params, signal }) => estimateRun(editing, findProvider, { key: params, signal }),
    });
  };
