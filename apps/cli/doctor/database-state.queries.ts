import type { ReservedSql } from 'postgres';

// What the catalogs of the server tell. Every session may read this, but sees the queries of other users only with the
// role pg_monitor; the statements show none.

export interface ServerFacts {
  version: string;
  now: Date;
  bytes: number;
  connections: number;
  maxConnections: number;
  /** The age of the oldest transaction id that is not frozen. */
  age: number;
  hasOtherCollation: boolean;
}

export async function readServerFacts(connection: ReservedSql): Promise<ServerFacts> {
  const [facts] = await connection<ServerFacts[]>`
    select current_setting('server_version') as version, clock_timestamp() as now,
      pg_database_size(oid)::float8 as bytes, age(datfrozenxid) as age,
      current_setting('max_connections')::int as "maxConnections",
      (select count(*)::int from pg_stat_activity) as connections,
      coalesce(datcollversion is distinct from pg_database_collation_actual_version(oid)
        and datcollversion is not null, false) as "hasOtherCollation"
    from pg_database where datname = current_database()`;
  return facts as ServerFacts;
}

export interface LongTransaction {
  pid: number;
  name: string;
  state: string;
  seconds: number;
}

export const listLongTransactions = (connection: ReservedSql, seconds: number): Promise<LongTransaction[]> =>
  connection<LongTransaction[]>`
    select pid, coalesce(nullif(application_name, ''), usename::text, 'unknown') as name,
      coalesce(state, 'unknown') as state, extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and xact_start < clock_timestamp() - make_interval(secs => ${seconds})
    order by xact_start limit 10`.then((rows) => [...rows]);

export interface WaitingSession {
  pid: number;
  blockers: number[];
}

export const listWaitingSessions = (connection: ReservedSql): Promise<WaitingSession[]> =>
  connection<WaitingSession[]>`
    select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' limit 10`.then((rows) => [...rows]);

export async function listInvalidIndexes(connection: ReservedSql): Promise<string[]> {
  const rows = await connection<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where not indisvalid and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    order by 1`;
  return rows.map(({ name }) => name);
}

export async function listPreparedTransactions(connection: ReservedSql): Promise<string[]> {
  const rows = await connection<{ gid: string }[]>`
    select gid from pg_prepared_xacts where database = current_database() order by prepared`;
  return rows.map(({ gid }) => gid);
}

export interface Replica {
  name: string;
  lagSeconds: number;
  lagBytes: number;
}

export const listReplicas = (connection: ReservedSql): Promise<Replica[]> =>
  connection<Replica[]>`
    select coalesce(nullif(application_name, ''), client_addr::text, 'unknown') as name,
      coalesce(extract(epoch from replay_lag), 0)::float8 as "lagSeconds",
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 as "lagBytes"
    from pg_stat_replication`.then((rows) => [...rows]);

/** Slots that nobody reads keep the log of the server until its disk is full. */
export const listIdleSlots = (connection: ReservedSql): Promise<{ name: string; bytes: number }[]> =>
  connection<{ name: string; bytes: number }[]>`
    select slot_name as name, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as bytes
    from pg_replication_slots where not active`.then((rows) => [...rows]);

/** The sizes in bytes, with their indexes, of those of the tables that exist. */
export async function measureTables(
  connection: ReservedSql,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await connection<{ name: string; bytes: number }[]>`
    select name, pg_total_relation_size(to_regclass(name))::float8 as bytes
    from unnest(${names as string[]}::text[]) name where to_regclass(name) is not null`;
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
