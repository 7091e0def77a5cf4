import type { Maker } from '@lectern/markdown/translation/follow-source';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';

/** Identifies a memory of an organization, from one language into another. */
export interface MemoryKey {
  organizationId: string;
  sourceLanguage: string;
  language: string;
}

export type KnownTranslations = Map<string, { translation: string; by: Maker }>;

/** The translations that are remembered for the keys of units. */
export async function findTranslations(
  db: Database,
  { organizationId, sourceLanguage, language }: MemoryKey,
  keys: readonly string[],
): Promise<KnownTranslations> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ unit_key: string; translation: string; made_by: string }>`
    select unit_key, translation, made_by from translation_memory
    where organization_id = ${organizationId} and source_language = ${sourceLanguage} and language = ${language}
      and unit_key = any(${keys}::text[])`.execute(db);
  // A machine’s translation stays one, however often it is used.
  return new Map(
    rows.map(({ unit_key, translation, made_by }) => [
      unit_key,
      { translation, by: made_by === 'person' ? 'memory' : 'machine' },
    ]),
  );
}

/** Stores translations. A machine translation never replaces one by a person. */
export async function rememberTranslations(
  db: Database,
  { organizationId, sourceLanguage, language }: MemoryKey,
  {
    translations,
    madeBy,
    at,
  }: {
    translations: readonly { key: string; unit: string; translation: string }[];
    madeBy: 'machine' | 'person';
    at: Date;
  },
): Promise<void> {
  if (translations.length === 0) return;
  await sql`
    insert into translation_memory
      (organization_id, source_language, language, unit_key, unit, translation, made_by, created_at)
    select ${organizationId}, ${sourceLanguage}, ${language}, t.key, t.unit, t.translation, ${madeBy}, ${at}
    from jsonb_to_recordset(${toJsonText(translations)}::text::jsonb) as t(key text, unit text, translation text)
    on conflict (organization_id, source_language, language, unit_key) do update
      set translation = excluded.translation, made_by = excluded.made_by, created_at = excluded.created_at
      where excluded.made_by = 'person' or translation_memory.made_by = 'machine'`.execute(db);
}
