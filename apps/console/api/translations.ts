import type { ItemOf, RequestOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { pagedQuery } from './paged-query.ts';
import { listAll } from './queries.ts';

export type Translation = Schemas['TranslationSettings'];
export type TranslatedLanguage =
  ItemOf<'/v1/orgs/{organizationId}/translations/{translationSettingsId}/languages'>;
export type Language = Translation['languages'][number];
export type Tone = Translation['tone'];
export type TranslationBody = RequestOf<'/v1/orgs/{organizationId}/translations', 'post'>['body'];
export type GlossaryEntry = Schemas['GlossaryEntry'];

/** A translation as addresses name it. */
export interface TranslationKey {
  organizationId: string;
  translationSettingsId: string;
}

/** While a run is in progress, its state is read again soon. */
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
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? SOON_MS : false),
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
