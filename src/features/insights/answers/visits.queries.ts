import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { eventsOf } from './events-of.queries.ts';
import type { PageKey } from './page-key.ts';
import type { Question } from './question.ts';

/** A page at one end of sessions; `total`: all sessions. */
export interface EndPage extends PageKey {
  sessions: number;
  total: number;
}

/**
 * The pages with which most sessions begin or end. The end of a session is found by hashing: sorting the views of all
 * sessions takes several times as long.
 */
export async function listEndPages(
  db: Kysely<DB>,
  question: Question,
  end: 'first' | 'last',
): Promise<EndPage[]> {
  const views = eventsOf(question, 'page_view');
  const pick = sql.raw(end === 'first' ? 'min' : 'max');
  const { rows } = await sql<EndPage>`
    with ends as (
      select (${pick}(array[(extract(epoch from occurred_at) * 1000000)::bigint, event_id]))[2] as event_id
      from site_event where ${views} group by session)
    select space_id as "spaceId", page_id as "pageId", path, count(*)::float8 as sessions,
      (sum(count(*)) over ())::float8 as total
    from (
      select case when page_id is not null then space_id end as space_id, page_id,
        case when page_id is null then url_path end as path
      from site_event where ${views} and event_id in (select event_id from ends)) e
    group by space_id, page_id, path
    order by sessions desc, space_id nulls last, page_id nulls last, path nulls last
    limit ${question.limit}`.execute(db);
  return rows;
}
