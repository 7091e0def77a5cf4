import type { Sql } from 'postgres';

/** The shape of the events: a documentation site of 257 pages with four plans of visitors who are signed in. */
const PAGES = 257;
const DAYS = 30;
const EVENTS_OF_SESSION = 6;
const EVENTS_OF_VISITOR = 12;

interface Filled {
  organizationId: string;
  siteId: string;
  spaceId: string;
}

/** Which of all events are inserted: numbers from `from` on, without `to`. */
interface Part {
  total: number;
  from: number;
  to: number;
}

/**
 * Inserts events of the last 30 days, in visits of four minutes, two for each visitor: three in four are page views,
 * one in 25 is a search, of which one in eight finds nothing; every fifth visitor has claims.
 */
export async function fillEvents(
  sql: Sql,
  site: Filled,
  { total, from: first, to: end }: Part,
): Promise<void> {
  const now = new Date();
  for (const month of [-1, 0, 1]) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1));
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month + 1, 1));
    const name = `site_event_${from.toISOString().slice(0, 7).replace('-', '_')}`;
    await sql.unsafe(
      `create table if not exists ${name} partition of site_event for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    );
  }
  await sql`
    insert into site_insights (organization_id, site_id, salt) values (${site.organizationId}, ${site.siteId}, '\\x00')
    on conflict do nothing`;
  for (const [n, plan] of ['free', 'pro', 'team', 'enterprise'].entries()) {
    await sql`
      insert into site_claims values
        (${site.organizationId}, ${site.siteId}, ${n + 1}, ${JSON.stringify({ plan })}::text::jsonb, current_date)
      on conflict do nothing`;
    await sql`
      insert into site_claim_value values (${site.organizationId}, ${site.siteId}, ${n + 1}, 'plan', ${plan})
      on conflict do nothing`;
  }
  const PORTION = 500_000;
  const sessions = Math.ceil(total / EVENTS_OF_SESSION);
  for (let from = first; from < end; from += PORTION) {
    const to = Math.min(end, from + PORTION) - 1;
    await sql`
      insert into site_event (organization_id, site_id, occurred_at, type, visitor, session, claims_id,
        is_authenticated, display_context, bot, device, browser, os, language, country, space_id, page_id,
        url_origin, url_path, referrer, referrer_domain, search_query, search_results)
      select ${site.organizationId}::uuid, ${site.siteId}::uuid,
        ${now}::timestamptz - (${DAYS - 1} * interval '1 day') * ((n / ${EVENTS_OF_SESSION} * 7919) % ${sessions}) / ${sessions}::float8
          - (n % ${EVENTS_OF_SESSION}) * interval '40 seconds',
        case when n % 25 = 0 then 3 when n % 4 = 0 then 11 else 0 end,
        hashint8extended(n / ${EVENTS_OF_VISITOR}, 1), hashint8extended(n / ${EVENTS_OF_SESSION}, 2),
        case when (n / ${EVENTS_OF_VISITOR}) % 5 = 0 then 1 + (n / ${EVENTS_OF_VISITOR}) % 4 end,
        (n / ${EVENTS_OF_VISITOR}) % 5 = 0, 0,
        case when (n / ${EVENTS_OF_VISITOR}) % 20 = 7 then ((n / ${EVENTS_OF_VISITOR}) % 30)::smallint end,
        ((n / ${EVENTS_OF_VISITOR}) % 3)::smallint, ((n / ${EVENTS_OF_VISITOR}) % 6)::smallint, ((n / ${EVENTS_OF_VISITOR}) % 5)::smallint,
        (array['en-US', 'de', 'fr', 'ja'])[1 + (n / ${EVENTS_OF_VISITOR}) % 4],
        (array['US', 'DE', 'CH', 'JP', 'BR'])[1 + (n / ${EVENTS_OF_VISITOR}) % 5],
        ${site.spaceId}::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(p), 12, '0'))::uuid,
        'https://docs.example.com', '/guide/page-' || p,
        case when n % 3 = 0 then 'https://search.example.com/' end, case when n % 3 = 0 then 'search.example.com' end,
        case when n % 25 = 0 then 'query ' || (n / 25) % 2000 end,
        case when n % 25 = 0 then case when (n / 25) % 8 = 0 then 0 else 5 end end
      from (
        select n, floor(power(mod(abs(hashint8extended(n, 3)), 100000) / 100000.0, 2) * ${PAGES})::integer as p
        from generate_series(${from}::bigint, ${to}::bigint) n) g`;
  }
  await sql`analyze site_event`;
}
