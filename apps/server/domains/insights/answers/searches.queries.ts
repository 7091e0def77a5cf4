import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { EVENT_TYPES } from '../codes.ts';
import { eventsOf } from './events-of.queries.ts';
import { foldQuery } from './fold-query.queries.ts';
import type { Question } from './question.ts';

interface SearchCounts {
  searches: number;
  sessions: number;
  withoutResult: number;
  withoutClick: number;
}

export interface Searches {
  totals: SearchCounts & { queries: number };
  items: (SearchCounts & { query: string })[];
}

type Only = 'without-result' | 'without-click' | undefined;

const ORDERS = {
  'without-result': sql.ref('withoutResult'),
  'without-click': sql.ref('withoutClick'),
} as const;

const TYPED = EVENT_TYPES.codeOf('search_type_query');
const OPENED = EVENT_TYPES.codeOf('search_open_result');

const COUNTS: RawBuilder<unknown> = sql`
  sum(searches)::float8 as searches, count(*)::float8 as sessions,
  count(*) filter (where most_results = 0)::float8 as "withoutResult",
  count(*) filter (where opened_at is null or opened_at < typed_at)::float8 as "withoutClick"`;

/** Groups queries by session first: later events of the session show whether a query helped. Uses the partial index. */
export async function listSearches(db: Kysely<DB>, question: Question, only: Only): Promise<Searches> {
  const order = only && ORDERS[only];
  const { rows } = await sql<SearchCounts & { query: string | null; queries: number }>`
    with folded as (
      select session, type, occurred_at, search_results, ${foldQuery(sql.ref('search_query'))} as query
      from site_event
      where ${eventsOf(question, 'search_type_query', 'search_open_result')} and search_query is not null),
    tried as (
      select session, query, count(*) filter (where type = ${sql.lit(TYPED)}) as searches,
        max(search_results) filter (where type = ${sql.lit(TYPED)}) as most_results,
        min(occurred_at) filter (where type = ${sql.lit(TYPED)}) as typed_at,
        max(occurred_at) filter (where type = ${sql.lit(OPENED)}) as opened_at
      from folded group by session, query
      having count(*) filter (where type = ${sql.lit(TYPED)}) > 0),
    counted as (select query, ${COUNTS} from tried group by query)
    (select null as query, (select count(*) from counted)::float8 as queries, ${COUNTS} from tried)
    union all
    (select query, 0, searches, sessions, "withoutResult", "withoutClick" from counted
      ${order ? sql`where ${order} > 0` : sql``}
      order by ${order ? sql`${order} desc,` : sql``} searches desc, query limit ${question.limit})`.execute(
    db,
  );
  const [total, ...items] = rows;
  const { queries = 0, ...counts } = total ?? {};
  return {
    totals: { queries, ...readCounts(counts) },
    items: items.map(({ query, ...own }) => ({ query: query ?? '', ...readCounts(own) })),
  };
}

const readCounts = ({
  searches,
  sessions,
  withoutResult,
  withoutClick,
}: Partial<SearchCounts>): SearchCounts => ({
  searches: searches ?? 0,
  sessions: sessions ?? 0,
  withoutResult: withoutResult ?? 0,
  withoutClick: withoutClick ?? 0,
});
