import type { SettingsRow } from './settings.repository.ts';
import type { TranslationSettings } from './settings.schemas.ts';

const locationOf = (
  { organization_id, settings_id }: Pick<SettingsRow, 'organization_id' | 'settings_id'>,
  baseUrl: string,
): string => `${baseUrl}/v1/orgs/${organization_id}/translations/${settings_id}`;

/** `canEdit`: whether the caller may change the settings. */
export function presentSettings(
  row: SettingsRow,
  { baseUrl, canEdit }: { baseUrl: string; canEdit: boolean },
): TranslationSettings {
  const { source_space_id: space, source_language: language, languages } = row;
  return {
    object: 'translation-settings',
    id: row.settings_id,
    title: row.title,
    languages,
    ...(space !== null && language !== null ? { source: { space, language } } : {}),
    ...(languages[0] === undefined ? {} : { language: languages[0] }),
    status: row.status,
    tone: row.tone,
    provider: row.provider,
    instructions: row.instructions,
    tellsReaders: row.tells_readers,
    stats: row.stats,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    permissions: { view: true, edit: canEdit },
    urls: { location: locationOf(row, baseUrl) },
  };
}
