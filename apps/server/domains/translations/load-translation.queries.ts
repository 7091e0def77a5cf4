import { type Kysely, sql } from 'kysely';
import type { TranslationNotice, TranslationPointer } from '../../platform/access/pointers.ts';
import type { DB } from '../../platform/db/schema.ts';

/** Returns a pointer for spaces without a translation, too, so that they are not queried again. */
export async function loadTranslation(
  db: Kysely<DB>,
  spaceId: string,
): Promise<TranslationPointer | undefined> {
  const { rows: spaces } = await sql<{ organization_id: string; source_space_id: string | null }>`
    select d.organization_id, s.source_space_id from space_directory d
    left join translation_target t on t.organization_id = d.organization_id and t.space_id = d.space_id
    left join translation_settings s on s.organization_id = t.organization_id and s.settings_id = t.settings_id
      and t.language = any(s.languages) and s.tells_readers
    where d.space_id = ${spaceId} order by s.settings_id nulls last limit 1`.execute(db);
  const [space] = spaces;
  if (!space) return undefined;
  const { organization_id: organizationId, source_space_id: sourceId } = space;
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
