import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
