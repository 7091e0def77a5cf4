import { type RawBuilder, sql } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { CLICKHOUSE_EVENTS } from '../aggregate/sources.ts';
import { type PageComment, PER_PAGE } from '../answers/comments.queries.ts';
import { eventsIn } from '../answers/events-of.queries.ts';
import { foldQueryInClickHouse } from '../answers/fold-query.queries.ts';
import { MAX_REFERRERS, type MissingPage, type MissingPages } from '../answers/missing-pages.queries.ts';
import { nameOfPage, type PageKey } from '../answers/page-key.ts';
import type { Question } from '../answers/question.ts';
import type { Searches } from '../answers/searches.queries.ts';
import type { EndPage } from '../answers/visits.queries.ts';
import { EVENT_TYPES, type EventType, PAGE_RATINGS } from '../codes.ts';

/** The statements of answers that need single events, as ClickHouse has them. Its counts of 64 bits are texts. */

const ofTypes = (question: Question, ...types: readonly EventType[]) =>
  eventsIn(CLICKHOUSE_EVENTS, question, types);

const refs = (...names: string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

export async function listEndPages(
  clickHouse: ClickHouse,
  question: Question,
  end: 'first' | 'last',
): Promise<EndPage[]> {
  const direction = sql.raw(end === 'first' ? 'asc' : 'desc');
  const rows = await clickHouse.select<Record<string, string | null>>(sql`
    select toString(space_id) as space, toString(page_id) as page, path, count(*) as sessions,
      sum(count(*)) over () as total
    from (
      select distinct on (session) session, case when page_id is not null then space_id end as space_id, page_id,
        case when page_id is null then url_path end as path
      from site_event final where ${ofTypes(question, 'page_view')}
      order by session, occurred_at ${direction}, event_id ${direction}) e
    group by space_id, page_id, path
    order by sessions desc, space nulls last, page nulls last, path nulls last
    limit ${question.limit}`);
  return rows.map(({ space = null, page = null, path = null, sessions, total }) => ({
    spaceId: space,
    pageId: page,
    path,
    sessions: Number(sessions),
    total: Number(total),
  }));
}

const TYPED = sql.raw(String(EVENT_TYPES.codeOf('search_type_query')));
const OPENED = sql.raw(String(EVENT_TYPES.codeOf('search_open_result')));

const COUNTS: RawBuilder<unknown> = sql`
  sum(tries) as searches, count(*) as sessions, countIf(most_results = 0) as without_result,
  countIf(opened = 0 or opened_at < typed_at) as without_click`;

export async function listSearches(
  clickHouse: ClickHouse,
  question: Question,
  only: 'without-result' | 'without-click' | undefined,
): Promise<Searches> {
  const order = only && sql.ref(only.replace('-', '_'));
  const tried = sql`
    select session, query, countIf(type = ${TYPED}) as tries, countIf(type = ${OPENED}) as opened,
      max(case when type = ${TYPED} then search_results end) as most_results,
      min(case when type = ${TYPED} then occurred_at end) as typed_at,
      max(case when type = ${OPENED} then occurred_at end) as opened_at
    from (
      select session, type, occurred_at, search_results, ${foldQueryInClickHouse(sql.ref('search_query'))} as query
      from site_event final
      where ${ofTypes(question, 'search_type_query', 'search_open_result')} and search_query is not null) f
    group by session, query having countIf(type = ${TYPED}) > 0`;
  const [total] = await clickHouse.select<Counts & { queries: string }>(
    sql`select uniqExact(query) as queries, ${COUNTS} from (${tried}) t`,
  );
  const items = await clickHouse.select<Counts & { query: string }>(sql`
    select * from (select query, ${COUNTS} from (${tried}) t group by query) c
    ${order ? sql`where ${order} > 0` : sql``}
    order by ${order ? sql`${order} desc,` : sql``} searches desc, query limit ${question.limit}`);
  return {
    totals: { queries: Number(total?.queries ?? 0), ...readCounts(total) },
    items: items.map(({ query, ...counts }) => ({ query, ...readCounts(counts) })),
  };
}

type Counts = Record<'searches' | 'sessions' | 'without_result' | 'without_click', string | null>;

const readCounts = (counts: Partial<Counts> = {}) => ({
  searches: Number(counts.searches ?? 0),
  sessions: Number(counts.sessions ?? 0),
  withoutResult: Number(counts.without_result ?? 0),
  withoutClick: Number(counts.without_click ?? 0),
});

export async function countClicks(
  clickHouse: ClickHouse,
  question: Question,
  urls: readonly string[],
): Promise<Map<string, number>> {
  if (urls.length === 0) return new Map();
  const rows = await clickHouse.select<{ url: string; clicks: string }>(sql`
    select url, count(*) as clicks from (
      select JSONExtractString(link_target, 'url') as url from site_event final
      where ${ofTypes(question, 'link_click')} and link_target is not null) e
    where url in (select arrayJoin(${urls}))
    group by url`);
  return new Map(rows.map(({ url, clicks }) => [url, Number(clicks)]));
}

export async function listComments(
  clickHouse: ClickHouse,
  question: Question,
  pages: readonly PageKey[],
): Promise<Map<string, PageComment[]>> {
  const pageIds = pages.flatMap(({ pageId }) => (pageId === null ? [] : [pageId]));
  const rows = await clickHouse.select<{
    space: string | null;
    page: string | null;
    at: string;
    rating: number;
    comment: string;
  }>(sql`
    select toString(space_id) as space, toString(page_id) as page, occurred_at as at, rating, comment from (
      select space_id, page_id, occurred_at, rating, comment,
        row_number() over (partition by space_id, page_id order by occurred_at desc, event_id desc) as place
      from (
        select ${refs('space_id', 'page_id', 'occurred_at', 'event_id', 'rating', 'comment')} from site_event final
        where ${ofTypes(question, 'page_post_feedback_comment')} and comment is not null
          and (page_id is null or toString(page_id) in (select arrayJoin(${pageIds})))) e
    ) p
    where place <= ${PER_PAGE} order by place`);
  const comments = new Map<string, PageComment[]>();
  for (const { space, page, at, rating, comment } of rows) {
    const key = nameOfPage({ spaceId: space, pageId: page });
    const list = comments.get(key) ?? [];
    comments.set(key, list);
    list.push({ at: `${at.replace(' ', 'T')}Z`, rating: PAGE_RATINGS.valueOf(rating) ?? 'bad', comment });
  }
  return comments;
}

export async function listMissingPages(clickHouse: ClickHouse, question: Question): Promise<MissingPages> {
  const missed = sql`
    select url_origin, url_path, referrer, session from site_event final
    where ${ofTypes(question, 'page_view')} and page_id is null and not_found is null`;
  const top = await clickHouse.select<{
    origin: string;
    path: string;
    views: string;
    sessions: string;
    pages: string;
    all_views: string;
  }>(sql`
    select url_origin as origin, url_path as path, count(*) as views, uniqExact(session) as sessions,
      count(*) over () as pages, sum(count(*)) over () as all_views
    from (${missed}) m group by url_origin, url_path
    order by views desc, origin, path limit ${question.limit}`);
  const addresses = top.map(({ origin, path }) => origin + path);
  const referred =
    addresses.length === 0
      ? []
      : await clickHouse.select<{ address: string; referrer: string; views: string }>(sql`
          select address, referrer, views from (
            select address, referrer, views,
              row_number() over (partition by address order by views desc, referrer) as place
            from (
              select concat(url_origin, url_path) as address, referrer, count(*) as views from (${missed}) m
              where referrer is not null and concat(url_origin, url_path) in (select arrayJoin(${addresses}))
              group by address, referrer) r
          ) p
          where place <= ${MAX_REFERRERS} order by place`);
  const referrersOf = (address: string): MissingPage['referrers'] =>
    referred
      .filter((one) => one.address === address)
      .map(({ referrer, views }) => ({ referrer, pageViews: Number(views) }));
  return {
    totals: { pages: Number(top[0]?.pages ?? 0), pageViews: Number(top[0]?.all_views ?? 0) },
    rows: top.map(
      ({ origin, path, views, sessions }): MissingPage => ({
        origin,
        path,
        pageViews: Number(views),
        sessions: Number(sessions),
        referrers: referrersOf(origin + path),
      }),
    ),
  };
}

export async function findPaths(
  clickHouse: ClickHouse,
  question: Question,
  pages: readonly PageKey[],
): Promise<Map<string, string>> {
  const pageIds = pages.flatMap(({ pageId }) => (pageId === null ? [] : [pageId]));
  const rows = await clickHouse.select<{ space: string | null; page: string; path: string }>(sql`
    select toString(space_id) as space, toString(page_id) as page, max(url_path) as path from site_event final
    where ${ofTypes(question, 'page_view', 'page_post_feedback')}
      and toString(page_id) in (select arrayJoin(${pageIds}))
    group by space_id, page_id`);
  return new Map(rows.map(({ space, page, path }) => [nameOfPage({ spaceId: space, pageId: page }), path]));
}
