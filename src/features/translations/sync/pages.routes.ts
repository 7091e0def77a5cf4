import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { grantedTo } from '../../../access/authorize.ts';
import type { Context } from '../../../context.ts';
import { presentList } from '../../../http/lists.ts';
import { sendNothing } from '../../../http/no-content.ts';
import { listOf, refTo } from '../../../http/schemas.ts';
import { SettingsParams } from '../settings/settings.schemas.ts';
import { getSettings, settingsNotFound } from '../settings/settings.service.ts';
import { listPageStatusRows, type PagePosition, type PageStatusRow } from './page-status.repository.ts';
import { ListPagesQuery, type PageStatus, TranslatedPageSchema } from './pages.schemas.ts';
import { findReadableTargets } from './readable-targets.ts';
import { runTranslation, withoutSource } from './run-translation.ts';

const tags = ['Translations'];
const SETTINGS = '/v1/orgs/:organizationId/translations/:translationSettingsId';

/** Runs of translation settings, and what became of each page. */
export const translatedPageRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db } = context;
    app.addSchema(TranslatedPageSchema);

    app.route({
      method: 'POST',
      url: `${SETTINGS}/run`,
      config: {
        access: 'organization:write-translations',
        audit: { none: 'It changes content, not people or access.' },
        errors: [settingsNotFound, withoutSource],
      },
      schema: {
        operationId: 'runTranslation',
        tags,
        summary: 'Bring translations in step',
        description:
          'Starts a run in the background: it does what has failed again, and creates spaces that were deleted anew. Without it, translations follow within a minute of a change.',
        params: SettingsParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await runTranslation(context, request.params);
        sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: `${SETTINGS}/pages`,
      config: { access: 'organization:read-translations', errors: [settingsNotFound] },
      schema: {
        operationId: 'listTranslatedPages',
        tags,
        summary: 'List the translated pages',
        description:
          'By language, then in no particular order, of the spaces that you can read. Pages appear once a run has reached them.',
        params: SettingsParams,
        querystring: ListPagesQuery,
        response: { 200: listOf(refTo(TranslatedPageSchema)) },
      },
      handler: async (request) => {
        const settings = await getSettings(db, request.params);
        const { page, limit = 50, language, status } = request.query;
        const name = `translated-pages:${request.params.translationSettingsId}:${language}:${status}`;
        const after = page === undefined ? undefined : cursors.open<PagePosition>(name, page);
        const spaceIds = await findReadableTargets(context, grantedTo(request).actor, settings);
        const rows = await listPageStatusRows(db, request.params, {
          spaceIds,
          language,
          status,
          after,
          limit,
        });
        return presentList(rows, presentPage, cursors, name);
      },
    });
  };

const presentPage = (row: PageStatusRow): Static<typeof TranslatedPageSchema> => ({
  object: 'translated-page',
  page: row.page_id,
  space: row.space_id,
  language: row.language,
  title: row.title,
  status: row.status as PageStatus,
  blocks: row.blocks,
  behind: row.behind,
  edited: row.edited,
  missing: row.missing,
  failed: row.failed,
});
