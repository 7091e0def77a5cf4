import type { TrackedPage } from '@lectern/markdown/translation/translate-page';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { SettingsKey, SettingsRow } from '../settings/settings.repository.ts';
import type { RunStats, RunStatus } from '../settings/settings.schemas.ts';

export type TargetRow = Selectable<DB['translation_target']>;

export interface TargetKey extends SettingsKey {
  language: string;
}

interface Titles {
  title: string;
  linkTitle?: string | undefined;
}

export type PageRow = Omit<Selectable<DB['translation_page']>, 'texts' | 'tracked'> & {
  texts: { source: Titles; translation: Titles };
  tracked: TrackedPage;
};

export async function findTargetRow(db: Database, key: TargetKey): Promise<TargetRow | undefined> {
  const { rows } = await sql<TargetRow>`select * from translation_target where ${isTarget(key)}`.execute(db);
  return rows[0];
}

export async function listTargetRows(db: Database, key: SettingsKey): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select * from translation_target
    where organization_id = ${key.organizationId} and settings_id = ${key.translationSettingsId}
    order by language`.execute(db);
  return rows;
}

/** Stores a new translated space; deletes the state of the pages of an earlier one. */
export async function putTarget(
  trx: Transaction<DB>,
  key: TargetKey,
  { spaceId, at }: { spaceId: string; at: Date },
): Promise<void> {
  await sql`delete from translation_target where ${isTarget(key)}`.execute(trx);
  await sql`
    insert into translation_target (organization_id, settings_id, language, space_id, updated_at)
    values (${key.organizationId}, ${key.translationSettingsId}, ${key.language}, ${spaceId}, ${at})`.execute(
    trx,
  );
}

/** Returns whether the target exists: the settings may have been deleted meanwhile. */
export async function updateTarget(
  db: Database,
  key: TargetKey,
  changes: {
    sourceRevisionId: string;
    spaceRevisionId: string;
    problem: string | null;
    resumeAt: Date | null;
    at: Date;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update translation_target set source_revision_id = ${changes.sourceRevisionId},
      space_revision_id = ${changes.spaceRevisionId}, problem = ${changes.problem},
      resume_at = ${changes.resumeAt}, updated_at = ${changes.at}
    where ${isTarget(key)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Lists the sites with the source of a target on which the target was not placed yet. */
export async function listSitesToPlace(
  db: Database,
  { organizationId, translationSettingsId, language }: TargetKey,
  sourceId: string,
): Promise<string[]> {
  const { rows } = await sql<{ site_id: string }>`
    select distinct o.site_id from site_space o
    where o.organization_id = ${organizationId} and o.space_id = ${sourceId}
      and not exists (select 1 from translation_placement p
        where p.organization_id = o.organization_id and p.settings_id = ${translationSettingsId}
          and p.language = ${language} and p.site_id = o.site_id)
    order by o.site_id`.execute(db);
  return rows.map(({ site_id }) => site_id);
}

/**
 * Records that a target was placed on a site, so that it is not placed again after somebody removes it. Returns false
 * if this was recorded before.
 */
export async function notePlaced(db: Database, key: TargetKey, siteId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into translation_placement (organization_id, settings_id, language, site_id)
    select organization_id, settings_id, language, site_id
    from translation_target join site using (organization_id)
    where ${isTarget(key)} and site_id = ${siteId}
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores the change request for filled-in translations, and its last written revision; null if there is none. */
export async function noteRequest(
  db: Database,
  key: TargetKey,
  { changeRequestId, revisionId }: { changeRequestId: string | null; revisionId: string | null },
): Promise<void> {
  await sql`
    update translation_target set change_request_id = ${changeRequestId}, request_revision_id = ${revisionId}
    where ${isTarget(key)}`.execute(db);
}

export async function noteProblem(db: Database, key: TargetKey, problem: string, at: Date): Promise<void> {
  await sql`
    update translation_target set problem = ${problem}, updated_at = ${at} where ${isTarget(key)}`.execute(
    db,
  );
}

export async function listPageRows(db: Database, key: TargetKey): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`select * from translation_page where ${isTarget(key)}`.execute(db);
  return rows;
}

/** Replaces the rows of changed pages, keeps those of `kept`, and removes all others. */
export async function replacePages(
  trx: Transaction<DB>,
  key: TargetKey,
  { changed, kept }: { changed: readonly PageRow[]; kept: readonly string[] },
): Promise<void> {
  const ids = [...kept, ...changed.map(({ page_id }) => page_id)];
  await sql`
    delete from translation_page where ${isTarget(key)} and page_id <> all(${ids}::uuid[])`.execute(trx);
  if (changed.length === 0) return;
  // With named columns: during an upgrade, the table may have more of them than this version knows.
  const columns = sql`organization_id, settings_id, language, page_id, source_hash, target_hash, texts, tracked, recipe,
    blocks, behind, edited, missing, failed, machine`;
  await sql`
    insert into translation_page (${columns})
    select ${columns} from jsonb_populate_recordset(null::translation_page, ${toJsonText(changed)}::text::jsonb)
    on conflict (organization_id, settings_id, language, page_id) do update set
      source_hash = excluded.source_hash, target_hash = excluded.target_hash, texts = excluded.texts,
      tracked = excluded.tracked, recipe = excluded.recipe, blocks = excluded.blocks, behind = excluded.behind,
      edited = excluded.edited, missing = excluded.missing, failed = excluded.failed, machine = excluded.machine`.execute(
    trx,
  );
}

export async function noteRun(
  db: Database,
  key: SettingsKey,
  { status, stats }: { status: RunStatus; stats: RunStats | undefined },
): Promise<void> {
  await sql`
    update translation_settings set status = ${status}
      ${stats === undefined ? sql`` : sql`, stats = ${toJsonText(stats)}::text::jsonb`}
    where organization_id = ${key.organizationId} and settings_id = ${key.translationSettingsId}`.execute(db);
}

/** Lists the terms of the glossary that have both languages, in a stable order. */
export async function listTerms(
  db: Database,
  { organization_id, source_language }: Pick<SettingsRow, 'organization_id' | 'source_language'>,
  language: string,
): Promise<[string, string][]> {
  const { rows } = await sql<{ source: string; translation: string }>`
    select translations ->> ${source_language} as source, translations ->> ${language} as translation
    from glossary_entry
    where organization_id = ${organization_id} and translations ?& array[${source_language}, ${language}]::text[]
    order by entry_id`.execute(db);
  return rows.map(({ source, translation }) => [source, translation]);
}

/** Whether there is anything to translate, or a count of what was. */
export const isAnythingTranslated = (): RawBuilder<boolean> => sql`(
  exists (select 1 from translation_settings) or exists (select 1 from translation_usage))`;

/**
 * Lists the settings whose source or translated space has changed since they were last in step, whose source was added
 * to a site since, or whose stopped run must continue now.
 */
export async function listOutOfStep(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<SettingsKey[]> {
  const { rows } = await sql<SettingsKey>`
    select distinct s.organization_id as "organizationId", s.settings_id as "translationSettingsId"
    from translation_settings s
    join space source on source.organization_id = s.organization_id and source.space_id = s.source_space_id
      and source.deleted_at is null
    cross join unnest(s.languages) as l(language)
    left join translation_target t on t.organization_id = s.organization_id and t.settings_id = s.settings_id
      and t.language = l.language
    left join space p on p.organization_id = t.organization_id and p.space_id = t.space_id
    where t.settings_id is null
      or (p.deleted_at is null and p.edit_mode <> 'locked'
        and (t.source_revision_id is distinct from source.revision_id or t.space_revision_id <> p.revision_id
          or t.resume_at <= ${now}
          or exists (select 1 from site_space o
            where o.organization_id = s.organization_id and o.space_id = s.source_space_id
              and not exists (select 1 from translation_placement x
                where x.organization_id = t.organization_id and x.settings_id = t.settings_id
                  and x.language = t.language and x.site_id = o.site_id))))
    limit ${limit}`.execute(db);
  return rows;
}

const isTarget = ({ organizationId, translationSettingsId, language }: TargetKey) =>
  sql`organization_id = ${organizationId} and settings_id = ${translationSettingsId} and language = ${language}`;
