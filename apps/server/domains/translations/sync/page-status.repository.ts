import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { SettingsKey } from '../settings/settings.repository.ts';
import type { PageStatus } from './pages.schemas.ts';

export type PagePosition = [language: string, pageId: string];

export interface PageStatusRow {
  page_id: string;
  space_id: string;
  language: string;
  title: string;
  status: string;
  blocks: number;
  behind: number;
  edited: number;
  missing: number;
  failed: number;
}

interface PageFilter {
  /** Only those of these spaces. */
  spaceIds: readonly string[];
  language: string | undefined;
  status: PageStatus | undefined;
  after: PagePosition | undefined;
  limit: number;
}

/** The status of the page in a row `p`. */
const STATUS = sql`case when p.missing + p.failed > 0 then 'missing' when p.behind > 0 then 'behind'
  when p.edited > 0 then 'edited' else 'current' end`;

/** How many pages have which status, by language. */
export async function countPageStatuses(
  db: Kysely<DB>,
  { organizationId, translationSettingsId }: SettingsKey,
): Promise<Map<string, Map<string, number>>> {
  const { rows } = await sql<{ language: string; status: string; count: number }>`
    select p.language, ${STATUS} as status, count(*)::int as count from translation_page p
    where p.organization_id = ${organizationId} and p.settings_id = ${translationSettingsId}
    group by 1, 2`.execute(db);
  const counts = new Map<string, Map<string, number>>();
  for (const { language, status, count } of rows) {
    const ofLanguage = counts.get(language) ?? new Map<string, number>();
    counts.set(language, ofLanguage.set(status, count));
  }
  return counts;
}

export async function listPageStatusRows(
  db: Kysely<DB>,
  { organizationId, translationSettingsId }: SettingsKey,
  { spaceIds, language, status, after, limit }: PageFilter,
): Promise<PageOfRows<PageStatusRow, PagePosition>> {
  const pages = sql`(
    select p.page_id, t.space_id, p.language collate "C" as language, p.texts -> 'translation' ->> 'title' as title,
      ${STATUS} as status,
      p.blocks, p.behind, p.edited, p.missing, p.failed
    from translation_page p
    join translation_target t on t.organization_id = p.organization_id and t.settings_id = p.settings_id
      and t.language = p.language
    where p.organization_id = ${organizationId} and p.settings_id = ${translationSettingsId}
      and t.space_id = any(${spaceIds}::uuid[])) as page`;
  const matching = sql`
    (${language ?? null}::text is null or language = ${language ?? null})
    and (${status ?? null}::text is null or status = ${status ?? null})`;
  const [afterLanguage = null, afterId = null] = after ?? [];
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${pages} where ${matching}`.execute(db);
  const { rows } = await sql<PageStatusRow>`
    select * from ${pages}
    where ${matching} and (${afterId}::uuid is null
      or (language, page_id) > (${afterLanguage}::text collate "C", ${afterId}::uuid))
    order by language, page_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted[0]?.count ?? 0, (row): PagePosition => [row.language, row.page_id]);
}
