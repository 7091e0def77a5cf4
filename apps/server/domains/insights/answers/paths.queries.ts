import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { eventsOf } from './events-of.queries.ts';
import { nameOfPage, type PageKey } from './page-key.ts';
import type { Question } from './question.ts';

/** A path at which each of these pages was viewed, by `nameOfPage`. */
export async function findPaths(
  db: Kysely<DB>,
  question: Question,
  keys: readonly PageKey[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ spaceId: string | null; pageId: string; path: string }>`
    select space_id as "spaceId", page_id as "pageId", max(url_path) as path from site_event
    where ${eventsOf(question, 'page_view', 'page_post_feedback')}
      and page_id = any(${keys.map(({ pageId }) => pageId)}::uuid[])
    group by space_id, page_id`.execute(db);
  return new Map(rows.map((row) => [nameOfPage(row), row.path]));
}
