import { sql } from 'kysely';

/** Has a row for each statement that created or changed tables. */
export const VERSIONS = sql`
  create table if not exists lectern_schema (
    version UInt32,
    applied_at DateTime default now()
  )
  engine = MergeTree order by version`;

export const findVersion = sql`select max(version) as version from lectern_schema`;
