import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export interface DatabaseFacts {
  version: string;
  bytes: number;
  connections: number;
  maxConnections: number;
}

export async function readDatabaseFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string; bytes: string; connections: number; max: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as max`.execute(db);
  const [row] = rows;
  return {
    version: row?.version ?? '',
    bytes: Number(row?.bytes ?? 0),
    connections: row?.connections ?? 0,
    maxConnections: row?.max ?? 0,
  };
}

export interface Counts {
  users: number;
  organizations: number;
  spaces: number;
  sites: number;
}

export async function countEverything(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from user_account where deleted_at is null) as users,
      (select count(*)::int from organization where deleted_at is null) as organizations,
      (select count(*)::int from space s join organization o using (organization_id)
        where s.deleted_at is null and o.deleted_at is null) as spaces,
      (select count(*)::int from site s join organization o using (organization_id) where o.deleted_at is null) as sites`.execute(
    db,
  );
  return rows[0] as Counts;
}

export interface TableSize {
  name: string;
  bytes: number;
}

/** The largest tables, with their indexes and the parts of partitioned ones. */
export async function listLargestTables(db: Database, limit: number): Promise<TableSize[]> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid)) as bytes
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class parent on parent.oid = i.inhparent
    where c.relkind in ('r', 'm')
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(db);
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

export interface FilesOfOrganization {
  organizationId: string;
  files: number;
  bytes: number;
}

/** The files of every organization, those with the most bytes first. Reads all rows of `blob`. */
export async function listFilesByOrganization(db: Database): Promise<FilesOfOrganization[]> {
  const { rows } = await sql<{ organizationId: string; files: number; bytes: string }>`
    select organization_id as "organizationId", count(*)::int as files, sum(size) as bytes
    from blob group by organization_id order by bytes desc, organization_id`.execute(db);
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}
