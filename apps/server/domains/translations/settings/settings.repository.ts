import type { JSONDocument } from '@lectern/markdown/document';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import { lockInOrganization } from '../../../platform/db/organization-lock.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { ProviderName, RunStats, RunStatus, Tone } from './settings.schemas.ts';

export type SettingsRow = Omit<
  Selectable<DB['translation_settings']>,
  'instructions' | 'tone' | 'provider' | 'status' | 'stats'
> & {
  instructions: JSONDocument;
  tone: Tone;
  provider: ProviderName | null;
  status: RunStatus;
  stats: RunStats;
};

export interface SettingsKey {
  organizationId: string;
  translationSettingsId: string;
}

/** Oldest first. `after`: the last settings of the page before. */
export async function listSettingsRows(
  db: Database,
  { organizationId, after, limit }: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<SettingsRow, string>> {
  const count = await countSettings(db, organizationId);
  const { rows } = await sql<SettingsRow>`
    select * from translation_settings
    where organization_id = ${organizationId} and (${after ?? null}::uuid is null or settings_id > ${after ?? null})
    order by settings_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, count, (row) => row.settings_id);
}

export async function countSettings(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from translation_settings where organization_id = ${organizationId}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function findSettingsRow(db: Database, key: SettingsKey): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select * from translation_settings where ${isSettings(key)}`.execute(db);
  return rows[0];
}

export async function lockSettingsRow(
  trx: Transaction<DB>,
  key: SettingsKey,
): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select * from translation_settings where ${isSettings(key)} for update`.execute(trx);
  return rows[0];
}

/** Settings that are added at once are counted one after the other. */
export async function lockTranslations(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await lockInOrganization(trx, { organizationId, things: 'translations' });
}

export async function insertSettings(trx: Transaction<DB>, row: SettingsRow): Promise<void> {
  await sql`
    insert into translation_settings (organization_id, settings_id, title, source_space_id, source_language,
      languages, instructions, tone, provider, tells_readers, status, stats, created_by, created_at, updated_at)
    values (${row.organization_id}, ${row.settings_id}, ${row.title}, ${row.source_space_id}, ${row.source_language},
      ${row.languages}::text[], ${toJsonText(row.instructions)}::text::jsonb, ${row.tone}, ${row.provider}, ${row.tells_readers},
      ${row.status}, ${toJsonText(row.stats)}::text::jsonb, ${row.created_by}, ${row.created_at}, ${row.updated_at})`.execute(
    trx,
  );
}

export async function updateSettingsRow(trx: Transaction<DB>, row: SettingsRow): Promise<void> {
  const key = { organizationId: row.organization_id, translationSettingsId: row.settings_id };
  await sql`
    update translation_settings set title = ${row.title}, source_space_id = ${row.source_space_id},
      source_language = ${row.source_language}, languages = ${row.languages}::text[],
      instructions = ${toJsonText(row.instructions)}::text::jsonb, tone = ${row.tone}, provider = ${row.provider},
      tells_readers = ${row.tells_readers},
      updated_at = ${row.updated_at}
    where ${isSettings(key)}`.execute(trx);
}

export async function deleteSettingsRow(trx: Transaction<DB>, key: SettingsKey): Promise<void> {
  await sql`delete from translation_settings where ${isSettings(key)}`.execute(trx);
}

/** The ids of the spaces that hold translations. */
export async function listTranslatedSpaces(db: Database, key: SettingsKey): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select space_id from translation_target where ${isSettings(key)} and space_id is not null`.execute(db);
  return rows.map(({ space_id }) => space_id);
}

const isSettings = ({ organizationId, translationSettingsId }: SettingsKey) =>
  sql`organization_id = ${organizationId} and settings_id = ${translationSettingsId}`;
