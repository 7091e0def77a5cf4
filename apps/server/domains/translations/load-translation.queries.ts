import { type Kysely, sql } from 'kysely';
import { findOrganizationOf } from '../../platform/access/find-organization.queries.ts';
import type { TranslationNotice, TranslationPointer } from '../../platform/access/pointers.ts';
import type { DB } from '../../platform/db/schema.ts';

/** Returns a pointer for spaces without a translation, too, so that they are not queried again. */
export async function loadTranslation(
  db: Kysely<DB>,
  spaceId: string,
): Promise<TranslationPointer | undefined> {
  const organizationId = await findOrganizationOf(db, 'space', spaceId);
  if (organizationId === undefined) return undefined;
  const { rows: settings } = await sql<{ source_space_id: string | null }>`
    select s.source_space_id from translation_target t
    join translation_settings s on s.organization_id = t.organization_id and s.settings_id = t.settings_id
      and t.language = any(s.languages) and s.tells_readers
    where t.organization_id = ${organizationId} and t.space_id = ${spaceId} order by s.settings_id limit 1`.execute(
    db,
  );
  const sourceId = settings[0]?.source_space_id ?? null;
  if (sourceId === null) return { organizationId, sourceId, notices: new Map() };
  const { rows } = await sql<{ page_id: string; notice: TranslationNotice }>`
    select p.page_id, case when p.missing + p.failed > 0 then 'missing' when p.behind > 0 then 'behind'
      else 'machine' end as notice
    from translation_target t
    join translation_page p on p.organization_id = t.organization_id and p.settings_id = t.settings_id
      and p.language = t.language
    where t.organization_id = ${organizationId} and t.space_id = ${spaceId}
      and p.missing + p.failed + p.behind + p.machine > 0`.execute(db);
  return {
    organizationId,
    sourceId,
    notices: new Map(rows.map(({ page_id, notice }) => [page_id, notice])),
  };
}
