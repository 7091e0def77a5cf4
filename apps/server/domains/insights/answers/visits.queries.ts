import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { eventsOf } from './events-of.queries.ts';
import type { PageKey } from './page-key.ts';
import type { Question } from './question.ts';

/** A page at one end of sessions; `total`: all sessions. */
export interface EndPage extends PageKey {
  sessions: number;
  total: number;
}

/** The pages with which most sessions begin or end. */
export async function listEndPages(
  db: Kysely<DB>,
  question: Question,
  end: 'first' | 'last',
): Promise<EndPage[]> {
  const direction = sql.raw(end === 'first' ? 'asc' : 'desc');
  const { rows } = await sql<EndPage>`
    select space_id as "spaceId", page_id as "pageId", path, count(*)::float8 as sessions,
      (sum(count(*)) over ())::float8 as total
    from (
      select distinct on (session) case when page_id is not null then space_id end as space_id, page_id,
        case when page_id is null then url_path end as path
      from site_event where ${eventsOf(question, 'page_view')}
      order by session, occurred_at ${direction}, event_id ${direction}) e
    group by space_id, page_id, path
    order by sessions desc, space_id nulls last, page_id nulls last, path nulls last
    limit ${question.limit}`.execute(db);
  return rows;
}
