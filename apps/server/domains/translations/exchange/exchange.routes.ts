import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { insufficientRole } from '../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { contentChanged, spaceLocked } from '../../content/revisions/space-branch.ts';
import { settingsNotFound } from '../settings/settings.service.ts';
import { withoutSource } from '../sync/run-translation.ts';
import {
  ExportQuery,
  ImportBody,
  LanguageParams,
  MAX_IMPORT_BYTES,
  TranslationImportSchema,
} from './exchange.schemas.ts';
import { getExchangeTarget, translatedSpaceNotFound } from './exchange-target.ts';
import { exportUnits } from './export-units.ts';
import { importUnits } from './import-units.ts';
import type { FileFormat } from './unit-file.ts';

const LANGUAGE = '/v1/orgs/:organizationId/translations/:translationSettingsId/languages/:language';
const tags = ['Translations'];

const TYPES: Record<FileFormat, { type: string; extension: string }> = {
  xliff: { type: 'application/xliff+xml', extension: 'xlf' },
  po: { type: 'text/x-gettext-translation', extension: 'po' },
};
const File = Type.String();

/** Files for translation programs, out and in. */
export const exchangeRoutes =
  (editing: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = editing;
    app.addSchema(TranslationImportSchema);

    app.route({
      method: 'GET',
      url: `${LANGUAGE}/export`,
      config: {
        access: 'organization:read-translations',
        errors: [settingsNotFound, translatedSpaceNotFound, withoutSource],
      },
      schema: {
        operationId: 'exportTranslation',
        tags,
        summary: 'Export the units to translate',
        description:
          'Returns a file for translation programs. You must be able to read both the source and the space of the translation.',
        params: LanguageParams,
        querystring: ExportQuery,
        produces: Object.values(TYPES).map(({ type }) => type),
        response: {
          200: {
            description: 'The file.',
            content: Object.fromEntries(Object.values(TYPES).map(({ type }) => [type, { schema: File }])),
          },
        },
      },
      handler: async (request, reply) => {
        const { format = 'xliff', all = false, page } = request.query;
        const target = await getExchangeTarget(context, grantedTo(request).actor, request.params, 'read');
        const text = await exportUnits(editing, target, { format, isAll: all, pageId: page });
        const { type, extension } = TYPES[format];
        reply
          .type(`${type}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="${request.params.language}.${extension}"`);
        return text;
      },
    });

    app.route({
      method: 'POST',
      url: `${LANGUAGE}/import`,
      bodyLimit: MAX_IMPORT_BYTES,
      config: {
        access: 'organization:write-translations',
        audit: { none: 'It changes content, not people or access.' },
        errors: [
          settingsNotFound,
          translatedSpaceNotFound,
          withoutSource,
          insufficientRole,
          spaceLocked,
          contentChanged,
        ],
      },
      schema: {
        operationId: 'importTranslation',
        tags,
        summary: 'Import translations',
        description:
          'Imports a completed export file. Its translations are written to the space, or to a new change request, as human translations. Units that cannot be used are listed in the response; all others are written. You must be able to edit the space of the translation.',
        params: LanguageParams,
        body: ImportBody,
        response: { 200: refTo(TranslationImportSchema) },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const target = await getExchangeTarget(context, actor, request.params, 'edit');
        return importUnits(editing, target, { actor, file: request.body, signal: request.signal });
      },
    });
  };
