import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { Id, listOf, refTo, Timestamp } from '../../../platform/http/schemas.ts';
import { Language, SettingsParams } from '../settings/settings.schemas.ts';
import { getSettings, settingsNotFound } from '../settings/settings.service.ts';
import {
  countPageStatuses,
  listPageStatusRows,
  type PagePosition,
  type PageStatusRow,
} from './page-status.repository.ts';
import { ListPagesQuery, type PageStatus, TranslatedPageSchema } from './pages.schemas.ts';
import { findReadableTargets, type ReadableTarget } from './readable-targets.ts';
import { runTranslation, withoutSource } from './run-translation.ts';

const Count = Type.Integer({ minimum: 0 });

const TranslatedLanguageSchema = Type.Object(
  {
    object: Type.Literal('translated-language'),
    language: Language,
    space: Type.String({ description: 'The id of the space that contains the translation.' }),
    pages: Type.Object(
      { current: Count, edited: Count, behind: Count, missing: Count },
      { description: 'The number of pages and reusable contents by status.' },
    ),
    problem: Type.Optional(
      Type.String({ description: 'Why the last run was incomplete. Absent if it was complete.' }),
    ),
    resumesAt: Type.Optional(Timestamp),
    changeRequest: Type.Optional(Id),
    updatedAt: Timestamp,
  },
  { $id: 'TranslatedLanguage' },
);

const tags = ['Translations'];
const SETTINGS = '/v1/orgs/:organizationId/translations/:translationSettingsId';

/** Runs of translation settings, and the states of translated pages. */
export const translatedPageRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db } = context;
    for (const schema of [TranslatedPageSchema, TranslatedLanguageSchema]) app.addSchema(schema);

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
        summary: 'Run a translation',
        description:
          'Starts a run in the background. It retries failed texts and re-creates deleted spaces. Runs also start automatically within a minute after a change.',
        params: SettingsParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await runTranslation(context, request.params);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: `${SETTINGS}/languages`,
      config: { access: 'organization:read-translations', errors: [settingsNotFound] },
      schema: {
        operationId: 'listTranslatedLanguages',
        tags,
        summary: 'List the languages of a translation',
        description:
          'Lists the languages whose spaces you can read, with the result of the last run. A language appears after a run has reached it.',
        params: SettingsParams,
        response: { 200: listOf(refTo(TranslatedLanguageSchema)) },
      },
      handler: async (request) => {
        const settings = await getSettings(db, request.params);
        const targets = await findReadableTargets(context, grantedTo(request).actor, settings);
        const counts = await countPageStatuses(db, request.params);
        const items = targets.map((target) => presentLanguage(target, counts.get(target.language)));
        return { count: items.length, items };
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
          'Lists the pages in the spaces that you can read, by language. Within a language, the order is undefined. A page appears after a run has reached it.',
        params: SettingsParams,
        querystring: ListPagesQuery,
        response: { 200: listOf(refTo(TranslatedPageSchema)) },
      },
      handler: async (request) => {
        const settings = await getSettings(db, request.params);
        const { language, status } = request.query;
        const list = openList<PagePosition>(
          cursors,
          `translated-pages:${request.params.translationSettingsId}:${language}:${status}`,
          request.query,
        );
        const targets = await findReadableTargets(context, grantedTo(request).actor, settings);
        const spaceIds = targets.map(({ space_id }) => space_id);
        const rows = await listPageStatusRows(db, request.params, {
          spaceIds,
          language,
          status,
          ...list.asked,
        });
        return list.present(rows, presentPage);
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

const presentLanguage = (
  row: ReadableTarget,
  counts: ReadonlyMap<string, number> | undefined,
): Static<typeof TranslatedLanguageSchema> => {
  const count = (status: PageStatus): number => counts?.get(status) ?? 0;
  return {
    object: 'translated-language',
    language: row.language,
    space: row.space_id,
    pages: {
      current: count('current'),
      edited: count('edited'),
      behind: count('behind'),
      missing: count('missing'),
    },
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.resume_at === null ? {} : { resumesAt: row.resume_at.toISOString() }),
    ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
    updatedAt: row.updated_at.toISOString(),
  };
};
