import { CompiledQuery } from 'kysely';

/** How far the write-ahead log of a server goes. Positions of different timelines cannot be compared. */
export interface LogPosition {
  /** In bytes since the beginning of the log. */
  lsn: bigint;
  timeline: number;
}

/** What a cluster and its standbys have in common. */
export interface ClusterIdentity {
  system: string;
  /** The number of the database in its cluster. */
  database: number;
}

/**
 * Everything that was acknowledged is at or before this position: a commit is acknowledged once its record is flushed, or
 * without `synchronous_commit` once it is inserted.
 */
const WRITTEN = `(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end - '0/0')::text as lsn,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`;
const IDENTITY = `(select system_identifier::text from pg_control_system()) as system,
  (select oid::bigint from pg_database where datname = current_database()) as database`;

export const SELECT_WRITTEN = CompiledQuery.raw(`select ${WRITTEN}`);
export const SELECT_PRIMARY = CompiledQuery.raw(`select ${WRITTEN}, ${IDENTITY}`);

/** How far a standby is; no position on a server that is none. */
export const SELECT_REPLAYED = CompiledQuery.raw(
  `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as lsn`,
);

/**
 * The timeline of a standby is not in one place: the first needs `pg_read_all_stats` and a running stream, the others
 * follow a change of the timeline with the next restart point. None of them is ahead of what the standby follows.
 */
export const SELECT_STANDBY = `select pg_is_in_recovery() as "isStandby", ${IDENTITY},
  greatest((select received_tli from pg_stat_wal_receiver), (select min_recovery_end_timeline from pg_control_recovery()),
    (select timeline_id from pg_control_checkpoint())) as timeline`;

export const SELECT_LAG = CompiledQuery.raw(
  `select (pg_last_wal_replay_lsn() - '0/0')::text as lsn,
    extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as "ageSeconds"`,
);

export interface WrittenRow {
  lsn: string;
  /** Eight hexadecimal digits. */
  timeline: string;
}

export type PrimaryRow = WrittenRow & ClusterIdentity;

export interface StandbyRow extends ClusterIdentity {
  isStandby: boolean;
  timeline: number | null;
}

export const toPosition = ({ lsn, timeline }: WrittenRow): LogPosition => ({
  lsn: BigInt(lsn),
  timeline: Number.parseInt(timeline, 16),
});
