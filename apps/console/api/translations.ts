import type { ItemOf, RequestOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { pagedQuery } from './paged-query.ts';
import { listAll, queries } from './queries.ts';

export type Translation = Schemas['TranslationSettings'];
export type TranslatedLanguage =
  ItemOf<'/v1/orgs/{organizationId}/translations/{translationSettingsId}/languages'>;
export type TranslatedPageStatus = Schemas['TranslatedPage']['status'];
export type Language = Translation['languages'][number];
export type Tone = Translation['tone'];
export type TranslationBody = RequestOf<'/v1/orgs/{organizationId}/translations', 'post'>['body'];
export type GlossaryEntry = Schemas['GlossaryEntry'];

/** A translation as addresses name it. */
export interface TranslationKey {
  organizationId: string;
  translationSettingsId: string;
}

/** While a run is in progress, or about to begin, its state is read again soon. */
const SOON_MS = 3000;

export const translationsQuery = (organizationId: string) =>
  pagedQuery(['organization', organizationId, 'translations'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/translations', { path: { organizationId }, query: cursor }),
  );

export const translationQuery = (path: TranslationKey) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'translation', path.translationSettingsId],
    queryFn: () => api.get('/v1/orgs/{organizationId}/translations/{translationSettingsId}', { path }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.status !== 'completed' ? SOON_MS : false),
  });

/** `of`: the time of the last change, after which the states are others. */
export const translatedLanguagesQuery = (path: TranslationKey, of: string) =>
  queryOptions({
    queryKey: [
      'organization',
      path.organizationId,
      'translation',
      path.translationSettingsId,
      'languages',
      of,
    ],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/translations/{translationSettingsId}/languages', { path }),
    staleTime: 0,
  });

/** The pages of the translated spaces. An empty text is every language, or every status. */
export const translatedPagesQuery = (
  path: TranslationKey,
  { language, status }: { language: Language | ''; status: TranslatedPageStatus | '' },
) =>
  pagedQuery(
    [
      'organization',
      path.organizationId,
      'translation',
      path.translationSettingsId,
      'pages',
      language,
      status,
    ],
    (cursor) =>
      api.get('/v1/orgs/{organizationId}/translations/{translationSettingsId}/pages', {
        path,
        query: {
          limit: 50,
          ...(language === '' ? {} : { language }),
          ...(status === '' ? {} : { status }),
          ...cursor,
        },
      }),
  );

/** Reads a translation again, after a change. */
export async function refreshTranslation({
  organizationId,
  translationSettingsId,
}: TranslationKey): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['organization', organizationId, 'translations'] });
  await queries.invalidateQueries({
    queryKey: ['organization', organizationId, 'translation', translationSettingsId],
  });
}

export const glossaryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'glossary'],
    queryFn: () =>
      listAll(
        api.list('/v1/orgs/{organizationId}/translations-glossary', {
          path: { organizationId },
          query: { limit: 500 },
        }),
      ),
  });
