import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { eventsOf } from './events-of.queries.ts';
import type { Question } from './question.ts';

/** How often readers followed links to these addresses, which have no query. */
export async function countClicks(
  db: Kysely<DB>,
  question: Question,
  urls: readonly string[],
): Promise<Map<string, number>> {
  if (urls.length === 0) return new Map();
  const { rows } = await sql<{ url: string; clicks: number }>`
    select link_target->>'url' as url, count(*)::float8 as clicks from site_event
    where ${eventsOf(question, 'link_click')} and link_target->>'url' = any(${urls}::text[])
    group by 1`.execute(db);
  return new Map(rows.map(({ url, clicks }) => [url, clicks]));
}
