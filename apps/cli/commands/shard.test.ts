import { dirname } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { readConfig } from '../../server/platform/config.ts';
import {
  DROPPED_TRIGGERS,
  PLACEMENTS,
  QUOTA_TRIGGERS,
  UNCHECKED_FOREIGN_KEYS,
} from '../../server/platform/db/distribution.ts';
import { printShards, rebalanceShards, shardDatabase } from './shard.ts';

/** Functions and tables with the names of Citus, which refuse what it refuses and note who called them. */
const FAKE = `
  create schema fake;
  create table fake.call (number serial, text text);
  create table fake.pg_dist_partition (logicalrelid regclass primary key, partmethod "char", repmodel "char");
  create table fake.pg_dist_node (nodename text, nodeport int, noderole text);
  insert into fake.pg_dist_node values ('10.0.0.1', 5432, 'primary'), ('10.0.0.2', 5432, 'primary');
  create table fake.citus_shards (shardid bigint, nodename text, nodeport int, shard_size bigint);
  insert into fake.citus_shards values (1, '10.0.0.1', 5432, 3145728);
  create function fake.place(name regclass, method "char", model "char") returns void language plpgsql as $$
  begin
    if exists (select 1 from pg_trigger where tgrelid = name and not tgisinternal) then
      raise exception 'cannot distribute relation "%" because it has triggers', name;
    end if;
    if exists (select 1 from pg_constraint where contype = 'f' and name in (conrelid, confrelid)) then
      raise exception 'cannot create foreign key constraint';
    end if;
    insert into pg_dist_partition values (name, method, model);
    insert into fake.call (text) values (name::text);
  end $$;
  create function fake.create_reference_table(name regclass) returns void language sql as
    $$ select fake.place(name, 'n', 't') $$;
  create function fake.create_distributed_table(name regclass, key text, colocate_with text) returns void
    language plpgsql as $$
  begin
    if key <> 'organization_id' or (colocate_with = 'none') <> (name = 'space'::regclass) then
      raise exception 'wrong arguments for %', name;
    end if;
    if exists (select 1 from pg_index x where x.indrelid = name and x.indisunique and not exists (
        select 1 from pg_attribute a where a.attrelid = name and a.attname = key and a.attnum = any(x.indkey))) then
      raise exception 'cannot create constraint on "%"', name;
    end if;
    perform fake.place(name, 'h', 's');
  end $$;
  create table fake.job (job_id int, state text, details jsonb);
  create function fake.citus_rebalance_start() returns bigint language sql as $$
    insert into fake.job select 1, 'finished', '{"task_state_counts": {"done": 3}}'
      where not exists (select 1 from fake.job) returning job_id $$;
  create function fake.citus_rebalance_status() returns setof fake.job language sql as 'select * from fake.job';`;

let database: TestDatabase;
let lines: string[];
beforeEach(async () => {
  database = await createTestDatabase({ poolSize: 1 });
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

/** A connection of the test, which is closed before a command runs: nobody else may be connected. */
async function ask<Row extends object = object>(text: string): Promise<Row[]> {
  const client = postgres({ ...database.connection, max: 1, onnotice: () => {} } as never);
  try {
    return (await client.unsafe(text).simple()) as unknown as Row[];
  } finally {
    await client.end();
  }
}

async function installFake(): Promise<void> {
  const { database: name } = database.connection;
  await ask(`${FAKE}
    alter database ${name} set search_path = public, fake;
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 'fake'::regnamespace, false, '13.2-1');`);
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

const config = () => {
  const { host, path, port, username, password, database: name } = database.connection;
  const place = path === undefined ? host : dirname(path);
  return readConfig({
    DATABASE_URL: `postgres://${username}:${password}@/${name}?host=${encodeURIComponent(place)}&port=${port}`,
    LECTERN_SECRET: 'x'.repeat(64),
    LECTERN_LOG_LEVEL: 'fatal',
  });
};

const calls = async (): Promise<string[]> =>
  (await ask<{ text: string }>('select text from fake.call order by number')).map(({ text }) => text);
const foreignKeys = async (): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      `select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
    )
  ).map(({ name }) => name);

test('without the extension, nothing is changed', async () => {
  await expect(shardDatabase(config(), [])).rejects.toThrow('does not have the extension Citus');
  await expect(shardDatabase(readConfig({}), [])).rejects.toThrow('runs on one machine');
});

test('every table is put where the table of places has it, and keeps its foreign keys', async () => {
  const before = await foreignKeys();
  await installFake();
  expect(await shardDatabase(config(), ['--shards', '8'])).toBe(0);
  const placed = Object.entries(PLACEMENTS).filter(([, placement]) => placement !== 'local');
  expect((await calls()).sort()).toEqual(placed.map(([table]) => table).sort());
  expect(await foreignKeys()).toEqual(before.filter((name) => !UNCHECKED_FOREIGN_KEYS.has(name)));
  expect(
    await ask(`select 1 from pg_namespace where nspname = 'lectern_shard'
      union all select 1 from pg_class where relname = 'presence' and relpersistence = 'u'
      union all select 1 from pg_trigger where not tgisinternal and tgname = any('{${[DROPPED_TRIGGERS, QUOTA_TRIGGERS].flatMap((triggers) => Object.values(triggers).flat()).join(',')}}')`),
  ).toEqual([]);
  lines = [];
  expect(await shardDatabase(config(), [])).toBe(0);
  expect(lines).toEqual(['The database is distributed completely.']);
});

test('a command that was interrupted is continued', async () => {
  const before = await foreignKeys();
  await installFake();
  await ask(`alter table fake.call add constraint stop check (text <> 'team')`);
  await expect(shardDatabase(config(), [])).rejects.toThrow('stop');
  expect(await foreignKeys()).toEqual([]);
  await expect(rebalanceShards(config(), [])).rejects.toThrow('Run “lectern shard” first');
  await ask('alter table fake.call drop constraint stop');
  await shardDatabase(config(), []);
  const all = await calls();
  expect(new Set(all).size).toBe(all.length);
  expect(await foreignKeys()).toEqual(before.filter((name) => !UNCHECKED_FOREIGN_KEYS.has(name)));
});

test('while others are connected, or Citus has a table elsewhere, nothing is changed', async () => {
  await installFake();
  await database.sql`select 1`;
  await expect(shardDatabase(config(), [])).rejects.toThrow('Stop all processes of Lectern');
  await ask(`insert into fake.pg_dist_partition values ('space', 'n', 't')`);
  await expect(shardDatabase(config(), [])).rejects.toThrow('elsewhere than Lectern needs them: space');
  expect(await calls()).toEqual([]);
});

test('quotas are not dropped silently', async () => {
  await installFake();
  await ask(`insert into quota_default (quota, value) values ('spaces', 3)`);
  await expect(shardDatabase(config(), [])).rejects.toThrow('Quotas limit nothing');
  expect(await calls()).toEqual([]);
});

test('the printed statements do the same', async () => {
  await installFake();
  await shardDatabase(config(), ['--print', '--shards', '8']);
  expect(await calls()).toEqual([]);
  expect(lines[0]).toBe('set citus.shard_count = 8;');
  await ask(lines.slice(1).join('\n'));
  lines = [];
  await printShards(config(), []);
  expect(lines).toContain('The database is distributed completely.');
  expect(lines).toContain('10.0.0.1:5432: 1 shards, 3 MiB');
});

test('shards are moved by Citus', async () => {
  await installFake();
  await shardDatabase(config(), []);
  lines = [];
  expect(await rebalanceShards(config(), [])).toBe(0);
  expect(lines).toEqual(['finished: 3 of 3 groups of shards moved']);
  lines = [];
  expect(await rebalanceShards(config(), [])).toBe(0);
  expect(lines).toEqual(['All machines hold about as much already.']);
  await expect(shardDatabase(config(), ['--shards', '0'])).rejects.toThrow('from 1 to 1024');
});
