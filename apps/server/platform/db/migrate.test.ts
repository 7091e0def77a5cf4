import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@lectern/std/ids';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { migrateDatabase } from './migrate.ts';

let database: TestDatabase;
let directory: string;

const migrate = () => migrateDatabase({ sql: database.sql, log: silentLog, directory });
const write = (name: string, text: string) => writeFile(join(directory, name), text);

beforeEach(async () => {
  database = await createTestDatabase();
  await database.sql`delete from schema_migration`;
  directory = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
  await write('0001_first.sql', 'create table first (n int); insert into first values (1);');
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test('applies what is new, in order, and nothing twice', async () => {
  expect(await migrate()).toEqual(['0001_first']);
  await write('0003_third.sql', 'insert into first select n + 1 from first');
  await write('0002_second.sql', 'insert into first values (10)');
  expect(await migrate()).toEqual(['0002_second', '0003_third']);
  expect(await migrate()).toEqual([]);
  expect(await database.sql`select n from first order by n`).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 10 },
    { n: 11 },
  ]);
});

test('applies each migration once when processes start together', async () => {
  const results = await Promise.all([migrate(), migrate(), migrate()]);
  expect(results.flat()).toEqual(['0001_first']);
});

test('undoes a migration that fails and says which one', async () => {
  await write('0002_bad.sql', 'create table second (n int); select 1/0;');
  await expect(migrate()).rejects.toThrow('0002_bad failed and was rolled back: division by zero');
  expect(await database.sql`select name from schema_migration`).toEqual([{ name: '0001_first' }]);
  expect(await database.sql`select to_regclass('second') as found`).toEqual([{ found: null }]);
});

test('refuses a migration that changed after it was applied', async () => {
  await migrate();
  await write('0001_first.sql', 'create table first (n bigint)');
  await expect(migrate()).rejects.toThrow('0001_first was changed after it was applied');
});

test('takes the same text with other line endings for the same migration', async () => {
  await write('0002_lines.sql', 'select 1;\nselect 2;\n');
  await migrate();
  await write('0002_lines.sql', 'select 1;\r\nselect 2;\r\n');
  expect(await migrate()).toEqual([]);
});

test('refuses a database that a newer version migrated', async () => {
  await migrate();
  await database.sql`insert into schema_migration (name, checksum) values ('0009_future', 'x')`;
  await expect(migrate()).rejects.toThrow('newer Lectern (0009_future is unknown to this version)');
});

test('refuses a new migration that comes before an applied one', async () => {
  await write('0003_third.sql', 'select 1');
  await migrate();
  await write('0002_second.sql', 'select 1');
  await expect(migrate()).rejects.toThrow('0002_second is new but comes before 0003_third');
});

test('refuses two migrations with one number, and names that say nothing', async () => {
  await write('0001_other.sql', 'select 1');
  await expect(migrate()).rejects.toThrow('same number');
  await rm(join(directory, '0001_other.sql'));
  await write('2_second.sql', 'select 1');
  await expect(migrate()).rejects.toThrow('2_second.sql does not follow the naming pattern');
});

describe('when a whole schema stands for earlier migrations', () => {
  const state = () => database.sql<{ name: string }[]>`select name from schema_migration order by name`;
  const earlier = async (name: string, text: string) => {
    await mkdir(join(directory, 'earlier'), { recursive: true });
    await write(join('earlier', name), text);
  };
  const squash = async (): Promise<void> => {
    await earlier('0001_first.sql', 'create table first (n int); insert into first values (1);');
    await earlier('0002_second.sql', 'alter table first add m int; insert into first values (2, 2)');
    await rm(join(directory, '0001_first.sql'));
    await write('0002_schema.sql', 'create table first (n int, m int)');
    await write('0003_third.sql', 'insert into first values (3, 3)');
  };

  test('a new database is made from it alone', async () => {
    await squash();
    expect(await migrate()).toEqual(['0002_schema', '0003_third']);
    expect(await database.sql`select n from first`).toEqual([{ n: 3 }]);
    expect(await migrate()).toEqual([]);
  });

  test('a database gets those that it lacks, once, and keeps its rows', async () => {
    await migrate();
    await squash();
    const results = await Promise.all([migrate(), migrate()]);
    expect(results.flat()).toEqual(['0002_second', '0003_third']);
    expect(await database.sql`select n from first order by n`).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await state()).toEqual([{ name: '0002_schema' }, { name: '0003_third' }]);
    expect(await migrate()).toEqual([]);
  });

  test('after one of them failed, the next start goes on there', async () => {
    await migrate();
    await squash();
    await earlier('0002_second.sql', 'select 1/0');
    await expect(migrate()).rejects.toThrow('0002_second failed and was rolled back');
    expect(await state()).toEqual([{ name: '0001_first' }]);
    await earlier('0002_second.sql', 'alter table first add m int');
    expect(await migrate()).toEqual(['0002_second', '0003_third']);
  });

  test('one that changed after it was applied is refused, and so is one that nobody knows', async () => {
    await migrate();
    await squash();
    await earlier('0001_first.sql', 'create table first (n bigint)');
    await expect(migrate()).rejects.toThrow('0001_first was changed after it was applied');
    await earlier('0001_first.sql', 'create table first (n int); insert into first values (1);');
    await database.sql`insert into schema_migration (name, checksum) values ('0009_future', 'x')`;
    await expect(migrate()).rejects.toThrow('newer Lectern (0009_future is unknown to this version)');
  });
});

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Everything that the catalogs know about the tables, in an order that does not depend on how they came to be. */
async function readCatalog(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' | ', 'column', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid),
      a.attcollation::regcollation, a.attstorage) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    union all select concat_ws(' | ', 'relation', relname, relkind, relpersistence, array_to_string(reloptions, ','),
      pg_get_partkeydef(oid)) from pg_class where relnamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'index', indexdef) from pg_indexes where schemaname = 'public'
    union all select concat_ws(' | ', 'sequence', sequencename, data_type, start_value, increment_by, cycle)
    from pg_sequences where schemaname = 'public'
    union all select concat_ws(' | ', 'function', pg_get_functiondef(oid)) from pg_proc
    where pronamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'trigger', pg_get_triggerdef(t.oid)) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select concat_ws(' | ', 'type', typname, typtype) from pg_type where typnamespace = 'public'::regnamespace`;
  return rows.map(({ line }) => line).sort();
}

describe('a database that was made by earlier versions', () => {
  test.each(['0001_core', '0024_git_branches', '0047_waiting_openapi_sources', '0048_computed_search'])(
    'and has migrations up to %s gets the schema of a new one, and keeps its rows',
    async (last) => {
      const { sql } = database;
      const fresh = await createTestDatabase();
      try {
        await sql.unsafe('drop schema public cascade; create schema public');
        const earlier = (await readdir(join(MIGRATIONS, 'earlier'))).sort();
        const had = earlier.slice(0, earlier.indexOf(`${last}.sql`) + 1);
        expect(had.length).toBeGreaterThan(0);
        await rm(join(directory, '0001_first.sql'));
        for (const name of had) await cp(join(MIGRATIONS, 'earlier', name), join(directory, name));
        await migrate();
        const organizationId = newId();
        await sql`insert into organization (organization_id, title, type, created_at)
          values (${organizationId}, 'Kept', 'business', now())`;
        const applied = await migrateDatabase({ sql, log: silentLog });
        expect(applied).toEqual([
          ...earlier.slice(had.length).map((name) => name.slice(0, -4)),
          ...(await readdir(MIGRATIONS))
            .filter((name) => name.endsWith('.sql'))
            .sort()
            .slice(1)
            .map((name) => name.slice(0, -4)),
        ]);
        expect(await readCatalog(sql)).toEqual(await readCatalog(fresh.sql));
        expect(await sql`select title from organization`).toEqual([{ title: 'Kept' }]);
        expect(await sql`select event_id from insights_mark`).toEqual(
          await fresh.sql`select event_id from insights_mark`,
        );
        expect(await migrateDatabase({ sql, log: silentLog })).toEqual([]);
      } finally {
        await fresh.drop();
      }
    },
  );
});
