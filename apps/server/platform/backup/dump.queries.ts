import type { Readable, Writable } from 'node:stream';
import type { ReservedSql } from 'postgres';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './backup-file.ts';

/** What is in the database beside rows. */
export interface Catalog {
  postgres: string;
  /** The mark: what was committed before is visible. */
  takenAt: Date;
  migrations: Manifest['migrations'];
  tables: { name: string; columns: string[] }[];
  partitions: Manifest['partitions'];
}

/** The table of applied migrations, and the mark of an unfinished restore. */
const OWN_TABLES = ['schema_migration', 'restore_in_progress'];

/** The text of values does not depend on the settings of the server. */
const TEXT_FORM = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local xmloption = 'content';
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Opens the transaction in which everything is read: all of it as it is at one moment. */
export async function beginSnapshot(connection: ReservedSql): Promise<void> {
  await connection.unsafe('begin isolation level repeatable read read only');
  // Rows are read in the order in which they are stored, from the beginning: a later backup finds the same chunks.
  await connection.unsafe(`${TEXT_FORM}; set local synchronize_seqscans = off`);
}

export async function beginRestore(connection: ReservedSql): Promise<void> {
  await connection.unsafe('begin');
  await connection.unsafe(TEXT_FORM);
}

/** Throws `BackupError` if this is not a database of Lectern, or if it is not complete. */
export async function readCatalog(connection: ReservedSql): Promise<Catalog> {
  const [server] = await connection<
    { postgres: string; takenAt: Date; isLectern: boolean; isIncomplete: boolean }[]
  >`
    select current_setting('server_version') as postgres, statement_timestamp() as "takenAt",
      to_regclass('schema_migration') is not null and to_regclass('organization') is not null as "isLectern",
      to_regclass('restore_in_progress') is not null as "isIncomplete"`;
  // A backup of it would take the place of a complete one, which retention may remove.
  if (server?.isIncomplete)
    throw new BackupError(
      'The database is incomplete: a backup is being restored into it, or its restore was interrupted. Wait, or run the same “lectern restore” again.',
    );
  if (!server?.isLectern) throw new BackupError('The database is empty, so there is nothing to back up.');
  const migrations = await connection<Catalog['migrations']>`
    select name, checksum from schema_migration order by name collate "C"`;
  const tables = await readTables(connection);
  const partitions = await connection<Catalog['partitions']>`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r'
    order by c.relname collate "C"`;
  const { postgres, takenAt } = server;
  return { postgres, takenAt, migrations: [...migrations], tables, partitions: [...partitions] };
}

/**
 * The tables that have rows, with the columns that are stored. Tables that a crash empties are left out: what is in them
 * lives for seconds.
 */
export async function readTables(connection: ReservedSql): Promise<Catalog['tables']> {
  const tables = await connection<Catalog['tables']>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all(${OWN_TABLES})
    group by c.relname order by c.relname collate "C"`;
  return [...tables];
}

/** Read after the rows: sequences do not belong to the snapshot, and must not be behind it. */
export async function readSequences(connection: ReservedSql): Promise<Manifest['sequences']> {
  const names = await connection<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname collate "C"`;
  const sequences: Manifest['sequences'] = [];
  for (const { name } of names) {
    const [row] = await connection.unsafe<{ value: string; isCalled: boolean }[]>(
      `select last_value::text as value, is_called as "isCalled" from ${quoteName(name)}`,
    );
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const listColumns = (columns: readonly string[]): string => columns.map(quoteName).join(', ');

/** The rows of a table in the text format. Ends with an error if the connection is lost. */
export async function* copyOut(
  connection: ReservedSql,
  table: { name: string; columns: readonly string[] },
): AsyncGenerator<Buffer> {
  const statement = `copy ${quoteName(table.name)} (${listColumns(table.columns)}) to stdout`;
  const stream: Readable = await connection.unsafe(statement).readable();
  yield* stream as AsyncIterable<Buffer>;
  // The driver pauses the socket when the stream is full, and nothing resumes it if the stream ends at that moment.
  stream._read(0);
  // The driver may end the rows when the connection is lost; outside of the transaction, this fails.
  await connection.unsafe('savepoint copied; release copied');
}

/** Inserts rows in the text format. */
export async function copyIn(
  connection: ReservedSql,
  table: { name: string; columns: readonly string[] },
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const copy = connection.unsafe(`copy ${quoteName(table.name)} (${listColumns(table.columns)}) from stdin`);
  const stream: Writable = await copy.writable();
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  // For the driver, the statement is settled by the stream: it would report later failures to nobody.
  Object.assign(copy, { reject: fail });
  stream.once('error', fail);
  const write = async (): Promise<void> => {
    for await (const chunk of chunks)
      await new Promise<void>((resolve, reject) => {
        stream.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    await new Promise<void>((resolve) => {
      stream.end(resolve);
    });
  };
  await Promise.race([write(), failed]);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Removes the foreign keys and returns them. Tables then need no order, cycles are no problem, and no privilege is
 * required beside the ownership of the tables.
 */
export async function dropForeignKeys(connection: ReservedSql): Promise<ForeignKey[]> {
  const keys = await connection<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace
    order by c.relname collate "C", k.conname collate "C"`;
  for (const { table, name } of keys)
    await connection.unsafe(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`);
  return [...keys];
}

/** Adds foreign keys again; PostgreSQL checks that all rows fulfill them. */
export async function addForeignKeys(connection: ReservedSql, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await connection.unsafe(
      `alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`,
    );
}

/** While rows are restored, nothing counts or refuses them: an organization may have more than its quota by now. */
export async function switchTriggers(connection: ReservedSql, to: 'disable' | 'enable'): Promise<void> {
  const tables = await connection<{ name: string }[]>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`;
  for (const { name } of tables) await connection.unsafe(`alter table ${quoteName(name)} ${to} trigger user`);
}

export async function createPartitions(
  connection: ReservedSql,
  partitions: Manifest['partitions'],
): Promise<void> {
  for (const { name, parent, bound } of partitions)
    await connection.unsafe(
      `create table if not exists ${quoteName(name)} partition of ${quoteName(parent)} ${bound}`,
    );
}

export async function emptyTables(connection: ReservedSql, names: readonly string[]): Promise<void> {
  if (names.length > 0) await connection.unsafe(`truncate ${names.map(quoteName).join(', ')}`);
}

export async function setSequences(connection: ReservedSql, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await connection`select setval(${quoteName(name)}::regclass, ${value}::bigint, ${isCalled})`;
}

/** The id of the backup whose restore has begun and not ended; undefined if there is none. */
export async function findUnfinishedRestore(connection: ReservedSql): Promise<string | undefined> {
  const [exists] = await connection<{ found: boolean }[]>`
    select to_regclass('restore_in_progress') is not null as found`;
  if (!exists?.found) return undefined;
  const [row] = await connection<{ backup: string }[]>`select backup from restore_in_progress`;
  return row?.backup ?? '';
}

export async function countTables(connection: ReservedSql): Promise<number> {
  const [row] = await connection<{ count: number }[]>`
    select count(*)::int as count from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`;
  return row?.count ?? 0;
}

/** From now on, nothing starts on the database until the restore has ended. */
export async function markRestore(connection: ReservedSql, backup: string): Promise<void> {
  await connection.unsafe('begin');
  await connection.unsafe(
    'create table restore_in_progress (backup text not null, began_at timestamptz not null)',
  );
  await connection`insert into restore_in_progress values (${backup}, now())`;
  await connection.unsafe('commit');
}

export async function unmarkRestore(connection: ReservedSql): Promise<void> {
  await connection.unsafe('drop table restore_in_progress');
}

export interface Comparison {
  rows: number;
  /** Rows that the database has with other values. */
  changed: number;
  /** Rows that the database no longer has. */
  gone: number;
}

/** Columns that change without a change of the content. */
const VOLATILE = ['touched_at'];

/**
 * Compares rows of a backup with those of the database that have the same keys, in chunks, within a transaction. Returns
 * undefined for a table without a key.
 */
export async function compareRows(
  connection: ReservedSql,
  table: { name: string; columns: readonly string[] },
  chunks: AsyncIterable<Buffer>,
): Promise<Comparison | undefined> {
  const keys = await connection<{ name: string }[]>`
    select a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${quoteName(table.name)}::regclass and i.indisprimary order by a.attnum`;
  const [first] = keys;
  if (!first) return undefined;
  const columns = table.columns.filter((name) => !VOLATILE.includes(name)).map(quoteName);
  const rowOf = (alias: string): string =>
    `row(${columns.map((name) => `${alias}.${name}`).join(', ')})::text`;
  const isSame = keys.map(({ name }) => `t.${quoteName(name)} = b.${quoteName(name)}`).join(' and ');
  await connection.unsafe(
    `create temp table backed_up as select ${listColumns(table.columns)} from ${quoteName(table.name)} with no data`,
  );
  const total: Comparison = { rows: 0, changed: 0, gone: 0 };
  for await (const chunk of chunks) {
    await copyIn(connection, { name: 'backed_up', columns: table.columns }, toIterable(chunk));
    const [found] = await connection.unsafe<Comparison[]>(`
      select count(*)::int as rows, count(*) filter (where t.${quoteName(first.name)} is null)::int as gone,
        count(*) filter (
          where t.${quoteName(first.name)} is not null and ${rowOf('t')} is distinct from ${rowOf('b')})::int as changed
      from backed_up b left join ${quoteName(table.name)} t on ${isSame}`);
    total.rows += found?.rows ?? 0;
    total.changed += found?.changed ?? 0;
    total.gone += found?.gone ?? 0;
    await connection.unsafe('truncate backed_up');
  }
  await connection.unsafe('drop table backed_up');
  return total;
}

async function* toIterable(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}

/** Whether the row of a file is there. */
export async function hasFile(
  connection: ReservedSql,
  { organizationId, hash }: { organizationId: string; hash: string },
): Promise<boolean> {
  const rows = await connection`
    select 1 from blob where organization_id = ${organizationId} and hash = ${Buffer.from(hash, 'hex')}`;
  return rows.length > 0;
}
