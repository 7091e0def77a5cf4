/** What `lectern shard` does on a database with the extension Citus. */
import type { ReservedSql, Sql } from 'postgres';
import {
  DISTRIBUTION_COLUMN,
  DROPPED_TRIGGERS,
  FIRST_DISTRIBUTED,
  PLACEMENTS,
  type Placement,
  QUOTA_TRIGGERS,
  REPLACED_INDEXES,
  UNCHECKED_FOREIGN_KEYS,
} from '../distribution.ts';
import { StartError } from '../start-error.ts';

type Connection = Sql | ReservedSql;

/** The command's own schema, which is there only while the distribution is incomplete. */
const SCHEMA = 'lectern_shard';

export interface ShardStep {
  /** What it does, in a few words. */
  text: string;
  /** One transaction. */
  statements: readonly string[];
}

export interface TablePlacement {
  table: string;
  wanted: Placement;
  actual: Placement;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
  referenced: string;
}

const PLACED = new Map<string, Placement>(Object.entries(PLACEMENTS));

/** Returns the version of the extension. Throws `StartError`. */
export async function requireCitus(connection: Connection): Promise<string> {
  const [found] = await connection<{ version: string }[]>`
    select extversion as version from pg_extension where extname = 'citus'`;
  if (found) return found.version;
  throw new StartError(
    'The database does not have the extension Citus. Install Citus on all machines of the cluster, add it to shared_preload_libraries, and run CREATE EXTENSION citus in the database of Lectern on each of them.',
  );
}

/**
 * Where each table is now and where it should be. Tables that Citus knows without distributing them are local, and so
 * are those that it does not know. Throws `StartError`.
 */
export async function readPlacements(connection: Connection): Promise<TablePlacement[]> {
  const rows = await connection<{ table: string; method: string | null; model: string | null }[]>`
    select c.relname as table, p.partmethod::text as method, p.repmodel::text as model
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`;
  return rows.map(({ table, method, model }) => {
    const wanted = PLACED.get(table);
    if (wanted === undefined)
      throw new StartError(
        `The table ${table} is not one of this version of Lectern. Migrate the database first.`,
      );
    const actual = method === 'h' ? 'distributed' : method === 'n' && model === 't' ? 'reference' : 'local';
    return { table, wanted, actual };
  });
}

/** What is still to be done, in order; nothing if the distribution is complete. Throws `StartError`. */
export async function planDistribution(connection: Connection): Promise<ShardStep[]> {
  const placements = await readPlacements(connection);
  const misplaced = placements.filter(({ actual, wanted }) => actual !== 'local' && actual !== wanted);
  if (misplaced.length > 0)
    throw new StartError(
      `Citus has these tables elsewhere than Lectern needs them: ${misplaced.map(({ table }) => table).join(', ')}. Call undistribute_table for each of them, and try again.`,
    );
  const missing = placements.filter(({ actual, wanted }) => actual !== wanted);
  const tablesOf = (placement: Placement) =>
    missing.filter(({ wanted }) => wanted === placement).map(({ table }) => table);
  const dropped = missing.length > 0 ? await readForeignKeys(connection) : [];
  const kept = await readKeptForeignKeys(connection);
  const added = [...kept, ...dropped].filter(({ name }) => !UNCHECKED_FOREIGN_KEYS.has(name));
  return [
    ...(await planSettings(connection)),
    ...(await planTriggers(connection)),
    ...(await planIndexes(connection)),
    ...(dropped.length > 0 ? [keepForeignKeys(dropped)] : []),
    ...(await planLogged(connection)),
    ...tablesOf('reference').map((table) => ({
      text: `copy ${table} to every machine`,
      statements: [`select create_reference_table('${table}')`],
    })),
    ...firstFirst(tablesOf('distributed')).map((table) => ({
      text: `distribute ${table}`,
      statements: [
        `select create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}', colocate_with => '${table === FIRST_DISTRIBUTED ? 'none' : FIRST_DISTRIBUTED}')`,
      ],
    })),
    ...added.map(addForeignKey),
    ...(kept.length > 0 || dropped.length > 0
      ? [{ text: 'forget the foreign keys', statements: [`drop schema if exists ${SCHEMA} cascade`] }]
      : []),
  ];
}

const firstFirst = (tables: readonly string[]): string[] => [
  ...tables.filter((table) => table === FIRST_DISTRIBUTED),
  ...tables.filter((table) => table !== FIRST_DISTRIBUTED),
];

/**
 * Foreign keys lead from the shards to tables that are on every machine, so a transaction that changes both must have one
 * connection to each machine, also for statements that ask all shards.
 */
async function planSettings(connection: Connection): Promise<ShardStep[]> {
  const [found] = await connection<{ database: string; isSet: boolean }[]>`
    select current_database() as database, exists (
      select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database() and s.setrole = 0 and ${SEQUENTIAL} = any(s.setconfig)) as "isSet"`;
  if (!found || found.isSet) return [];
  return [
    {
      text: 'let a transaction use one connection to each machine',
      statements: [sequentialSetting(found.database)],
    },
  ];
}

const SEQUENTIAL = 'citus.multi_shard_modify_mode=sequential';

/** The setting of a database that is distributed. */
export const sequentialSetting = (database: string): string =>
  `alter database "${database.replaceAll('"', '""')}" set citus.multi_shard_modify_mode = 'sequential'`;

/** Whether all machines have triggers on distributed tables. */
export async function hasTriggers(connection: Connection): Promise<boolean> {
  const [here] = await connection<{ isOn: boolean }[]>`
    select coalesce(current_setting('citus.enable_unsafe_triggers', true), 'off') = 'on' as "isOn"`;
  if (!here?.isOn) return false;
  const machines = await connection<{ value: string }[]>`
    select result as value from run_command_on_all_nodes('show citus.enable_unsafe_triggers')`;
  return machines.every(({ value }) => value === 'on');
}

async function planTriggers(connection: Connection): Promise<ShardStep[]> {
  const rows = await connection<{ table: string; name: string }[]>`
    select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`;
  const dropped = [DROPPED_TRIGGERS, ...((await hasTriggers(connection)) ? [] : [QUOTA_TRIGGERS])].flatMap(
    (triggers) => Object.entries(triggers),
  );
  return rows
    .filter(({ table, name }) => dropped.some((one) => one[0] === table && one[1].includes(name)))
    .map(({ table, name }) => ({
      text: `drop the trigger ${name} of ${table}`,
      statements: [`drop trigger ${name} on ${table}`],
    }));
}

async function planIndexes(connection: Connection): Promise<ShardStep[]> {
  const rows = await connection<{ name: string }[]>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = 'public'::regnamespace and x.indisunique order by i.relname`;
  return rows.flatMap(({ name }) => {
    const definition = REPLACED_INDEXES[name];
    if (definition === undefined) return [];
    return [
      { text: `let the index ${name} have equal keys`, statements: [`drop index ${name}`, definition] },
    ];
  });
}

/** Shards are moved by logical replication, which has only tables whose changes are in the log. */
async function planLogged(connection: Connection): Promise<ShardStep[]> {
  const rows = await connection<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'u' order by relname`;
  return rows
    .filter(({ name }) => PLACED.get(name) === 'distributed')
    .map(({ name }) => ({
      text: `write the changes of ${name} to the log`,
      statements: [`alter table ${name} set logged`],
    }));
}

const readForeignKeys = (connection: Connection): Promise<ForeignKey[]> => connection<ForeignKey[]>`
  select c.relname as table, x.conname as name, pg_get_constraintdef(x.oid) as definition, r.relname as referenced
  from pg_constraint x join pg_class c on c.oid = x.conrelid join pg_class r on r.oid = x.confrelid
  where x.contype = 'f' and c.relnamespace = 'public'::regnamespace and not c.relispartition
  order by c.relname, x.conname`;

/** Those that an interrupted command has dropped and not added again. */
async function readKeptForeignKeys(connection: Connection): Promise<ForeignKey[]> {
  const [found] = await connection`select 1 where to_regclass(${`${SCHEMA}.foreign_key`}) is not null`;
  if (!found) return [];
  return connection.unsafe<ForeignKey[]>(
    `select table_name as table, name, definition, referenced from ${SCHEMA}.foreign_key order by table_name, name`,
  );
}

/**
 * Citus distributes tables one after the other, and refuses one with foreign keys to a table that is not distributed
 * yet, or from one; there are circles of them. So all are dropped first, and added again at the end.
 */
function keepForeignKeys(foreignKeys: readonly ForeignKey[]): ShardStep {
  const rows = foreignKeys.map((key) =>
    [key.table, key.name, key.definition, key.referenced].map((text) => `'${text.replaceAll("'", "''")}'`),
  );
  return {
    text: `drop ${foreignKeys.length} foreign keys for the time being`,
    statements: [
      `create schema if not exists ${SCHEMA}`,
      `create table if not exists ${SCHEMA}.foreign_key (table_name text, name text, definition text not null, referenced text not null, primary key (table_name, name))`,
      `insert into ${SCHEMA}.foreign_key (table_name, name, definition, referenced) values\n  ${rows.map((row) => `(${row.join(', ')})`).join(',\n  ')}\non conflict do nothing`,
      ...foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ],
  };
}

/** Citus cannot empty a part of a key that has the distribution column: whoever deletes the row does it before. */
const addForeignKey = ({ table, name, definition, referenced }: ForeignKey): ShardStep => ({
  text: `add the foreign key from ${table} to ${referenced}`,
  statements: [
    `alter table ${table} add constraint ${name} ${definition.replace(/ ON DELETE SET NULL \([^()]*\)$/, '')}`,
    `delete from ${SCHEMA}.foreign_key where table_name = '${table}' and name = '${name}'`,
  ],
});

/** Each step is a transaction, so that an interrupted command goes on where it was. */
export async function runStep(connection: ReservedSql, { statements }: ShardStep): Promise<void> {
  await connection.unsafe('begin');
  try {
    for (const statement of statements) await connection.unsafe(statement);
    await connection.unsafe('commit');
  } catch (error) {
    await connection.unsafe('rollback');
    throw error;
  }
}
