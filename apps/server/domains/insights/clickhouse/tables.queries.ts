import { sql } from 'kysely';

/**
 * The tables of events in ClickHouse. Each statement is a version of the schema, which is never changed again: a change
 * is another statement at the end. All can be repeated.
 *
 * An event that is stored again has the same key if its sender repeats its id and time: the version that is stored last
 * remains, and statements read with `final`, so that it counts once.
 */
export const CLICKHOUSE_TABLES = [
  sql`
    create table if not exists site_event (
      organization_id UUID,
      site_id UUID,
      occurred_at DateTime64(3, 'UTC') codec(Delta, ZSTD),
      event_key Int64,
      event_id Int64 codec(Delta, ZSTD),
      version UInt8,
      type Int16,
      visitor Int64,
      session Int64,
      claims_id Nullable(Int64),
      claims Map(LowCardinality(String), Array(String)),
      is_authenticated Nullable(Bool),
      display_context Int16,
      bot Nullable(Int16),
      device Int16,
      browser Int16,
      os Int16,
      language LowCardinality(Nullable(String)),
      country LowCardinality(Nullable(String)),
      geo_cell Nullable(Int64),
      site_section_id Nullable(UUID),
      site_space_id Nullable(UUID),
      share_link_id Nullable(UUID),
      space_id Nullable(UUID),
      page_id Nullable(UUID),
      url_origin LowCardinality(String),
      url_path String,
      referrer Nullable(String),
      referrer_domain LowCardinality(Nullable(String)),
      utm_source LowCardinality(Nullable(String)),
      utm_medium LowCardinality(Nullable(String)),
      utm_campaign LowCardinality(Nullable(String)),
      utm_term LowCardinality(Nullable(String)),
      utm_content LowCardinality(Nullable(String)),
      search_query Nullable(String),
      search_results Nullable(Int32),
      search_record_id Nullable(String),
      rating Nullable(Int16),
      comment Nullable(String),
      link_target Nullable(String),
      link_domain LowCardinality(Nullable(String)),
      link_position Nullable(Int16),
      operation_path Nullable(String),
      operation_method LowCardinality(Nullable(String)),
      variant Nullable(Int16),
      not_found Nullable(Int16),
      ad_domain LowCardinality(Nullable(String)),
      placement Nullable(Int16)
    )
    engine = ReplacingMergeTree(version)
    partition by toYYYYMM(occurred_at)
    order by (organization_id, site_id, occurred_at, event_key)
    settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1`,
];
