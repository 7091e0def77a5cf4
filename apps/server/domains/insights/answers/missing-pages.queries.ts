import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { eventsOf } from './events-of.queries.ts';
import type { Question } from './question.ts';

export interface MissingPage {
  origin: string;
  path: string;
  pageViews: number;
  sessions: number;
  referrers: { referrer: string; pageViews: number }[];
}

export interface MissingPages {
  totals: { pages: number; pageViews: number };
  rows: MissingPage[];
}

export const MAX_REFERRERS = 5;

/** A view without a page is of an address at which there is none, unless a condition hides it from the visitor. */
export async function listMissingPages(db: Kysely<DB>, question: Question): Promise<MissingPages> {
  const { rows } = await sql<MissingPage & { pages: number; views: number }>`
    with missed as (
      select url_origin, url_path, referrer, session, count(*) as views from site_event
      where ${eventsOf(question, 'page_view')} and page_id is null and not_found is null
      group by 1, 2, 3, 4),
    top as (
      select url_origin, url_path, sum(views) as views, count(distinct session) as sessions,
        count(*) over () as pages, sum(sum(views)) over () as all_views
      from missed group by 1, 2 order by views desc, url_origin, url_path limit ${question.limit}),
    referred as (
      select url_origin, url_path, referrer, sum(m.views) as views,
        row_number() over (partition by url_origin, url_path order by sum(m.views) desc, referrer) as place
      from missed m join top using (url_origin, url_path) where referrer is not null group by 1, 2, 3)
    select url_origin as origin, url_path as path, views::float8 as "pageViews", sessions::float8 as sessions,
      pages::float8 as pages, all_views::float8 as views,
      (select coalesce(json_agg(json_build_object('referrer', r.referrer, 'pageViews', r.views) order by r.place), '[]')
        from referred r where r.url_origin = top.url_origin and r.url_path = top.url_path
          and r.place <= ${MAX_REFERRERS}) as referrers
    from top order by top.views desc, url_origin, url_path`.execute(db);
  return {
    totals: { pages: rows[0]?.pages ?? 0, pageViews: rows[0]?.views ?? 0 },
    rows: rows.map(({ pages: _, views: __, ...row }) => row),
  };
}
