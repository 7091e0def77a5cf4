import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { OrganizationParams } from '../settings/settings.schemas.ts';
import { type EntryPosition, type EntryRow, listEntryRows } from './glossary.repository.ts';
import {
  EntryParams,
  GlossaryEntrySchema,
  ListEntriesQuery,
  UpdateGlossaryBody,
} from './glossary.schemas.ts';
import { entryNotFound, getEntry, glossaryTooLarge, updateGlossary } from './glossary.service.ts';

const tags = ['Translations'];
const GLOSSARY = '/v1/orgs/:organizationId/translations-glossary';

/** The terms that all translations of an organization use. */
export const glossaryRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    app.addSchema(GlossaryEntrySchema);
    const Entry = refTo(GlossaryEntrySchema);

    app.route({
      method: 'GET',
      url: GLOSSARY,
      config: { access: 'organization:read-translations' },
      schema: {
        operationId: 'listGlossaryEntries',
        tags,
        summary: 'List the entries of the glossary',
        params: OrganizationParams,
        querystring: ListEntriesQuery,
        response: { 200: listOf(Entry) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { orderBy } = request.query;
        const list = openList<EntryPosition>(cursors, `glossary:${organizationId}:${orderBy}`, request.query);
        const rows = await listEntryRows(db, { organizationId, orderBy, ...list.asked });
        return list.present(rows, (row) => presentEntry(row, config.baseUrl));
      },
    });

    app.route({
      method: 'PUT',
      url: GLOSSARY,
      config: {
        access: 'organization:write-translations',
        audit: { none: 'It changes content, not people or access.' },
        errors: [glossaryTooLarge],
      },
      schema: {
        operationId: 'updateGlossaryEntries',
        tags,
        summary: 'Change the glossary',
        description: 'Adds, replaces and deletes entries.',
        params: OrganizationParams,
        body: UpdateGlossaryBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await updateGlossary(context, request.params.organizationId, request.body.operations);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: `${GLOSSARY}/:glossaryEntryId`,
      config: { access: 'organization:read-translations', errors: [entryNotFound] },
      schema: {
        operationId: 'getGlossaryEntry',
        tags,
        summary: 'Get an entry of the glossary',
        params: EntryParams,
        response: { 200: Entry },
      },
      handler: async (request) => presentEntry(await getEntry(db, request.params), config.baseUrl),
    });
  };

const presentEntry = (row: EntryRow, baseUrl: string): Static<typeof GlossaryEntrySchema> => ({
  object: 'glossary-entry',
  id: row.entry_id,
  translations: row.translations,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  urls: { location: `${baseUrl}/v1/orgs/${row.organization_id}/translations-glossary/${row.entry_id}` },
});
