import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@lectern/std/ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCatalog } from '../../../../test/catalog.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { migrateDatabase } from './migrate.ts';
import type { FormerMigration } from './migration-files.ts';
import { showProgress } from './migration-progress.ts';

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

test('does not take a database for newer that has an unknown migration of the past', async () => {
  await write('0003_third.sql', 'select 1');
  await migrate();
  await database.sql`insert into schema_migration (name, checksum) values ('0002_mine', 'abc')`;
  await expect(migrate()).rejects.toThrow(
    'The database has a migration that no version of Lectern has: 0002_mine (checksum abc). The newest migration of this version is 0003_third.',
  );
});

test('applies a new migration that comes before an applied one, as branches that are merged bring it', async () => {
  await write('0003_third.sql', 'select 1');
  await migrate();
  await write('0002_second.sql', 'create table second (n int)');
  expect(await migrate()).toEqual(['0002_second']);
  expect(await migrate()).toEqual([]);
});

test('refuses two migrations with one number, and names that say nothing', async () => {
  await write('0001_other.sql', 'select 1');
  await expect(migrate()).rejects.toThrow('same number');
  await rm(join(directory, '0001_other.sql'));
  await write('2_second.sql', 'select 1');
  await expect(migrate()).rejects.toThrow('2_second.sql does not follow the naming pattern');
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('when migrations had other names or other texts before a release', () => {
  const FIRST = 'create table first (n int); insert into first values (1);';
  const state = () => database.sql`select name, checksum from schema_migration order by name`;
  const addFormer = (...former: FormerMigration[]) => write('former.json', JSON.stringify(former));
  const addRepair = async (name: string, text: string) => {
    await mkdir(join(directory, 'repairs'), { recursive: true });
    await write(join('repairs', name), text);
  };

  test('one that was renamed keeps its effect and gets its name, and what came between follows', async () => {
    await migrate();
    await rm(join(directory, '0001_first.sql'));
    await write('0001_other.sql', 'create table other (n int)');
    await write('0002_first.sql', FIRST);
    await addFormer({ name: '0001_first', checksum: sha256(FIRST), becomes: ['0002_first'] });
    expect(await migrate()).toEqual(['0001_other']);
    expect(await state()).toMatchObject([
      { name: '0001_other' },
      { name: '0002_first', checksum: sha256(FIRST) },
    ]);
    expect(await database.sql`select n from first`).toEqual([{ n: 1 }]);
    expect(await migrate()).toEqual([]);
  });

  test('one that was changed gets what it lacks, once', async () => {
    await migrate();
    const now = 'create table first (n int, m int); insert into first values (1, 5);';
    await write('0001_first.sql', now);
    await addFormer({ name: '0001_first', checksum: sha256(FIRST), becomes: ['0001_first'], repair: true });
    await expect(migrate()).rejects.toThrow('repairs/0001_first.sql is missing');
    await addRepair('0001_first.sql', 'alter table first add column m int; update first set m = n + 4');
    await Promise.all([migrate(), migrate()]);
    expect(await database.sql`select n, m from first`).toEqual([{ n: 1, m: 5 }]);
    expect(await state()).toEqual([{ name: '0001_first', checksum: sha256(now) }]);
  });

  test('a repair that fails leaves everything as it was', async () => {
    await migrate();
    const before = await state();
    await write('0001_first.sql', 'create table first (n int, m int)');
    await addFormer({ name: '0001_first', checksum: sha256(FIRST), becomes: ['0001_first'], repair: true });
    await addRepair('0001_first.sql', 'alter table first add column m int; select 1/0');
    await expect(migrate()).rejects.toThrow(
      'The update of the migration 0001_first failed and was rolled back',
    );
    expect(await state()).toEqual(before);
    await addRepair('0001_first.sql', 'alter table first add column m int');
    await migrate();
    expect(await database.sql`select m from first`).toEqual([{ m: null }]);
  });

  test('one that became two counts as both', async () => {
    await migrate();
    await write('0001_first.sql', 'create table first (n int)');
    await write('0002_rows.sql', 'insert into first values (1)');
    await addFormer({ name: '0001_first', checksum: sha256(FIRST), becomes: ['0001_first', '0002_rows'] });
    expect(await migrate()).toEqual([]);
    expect(await database.sql`select n from first`).toEqual([{ n: 1 }]);
  });

  test('a text that no version had is refused all the same', async () => {
    await write('0001_first.sql', 'create table first (n bigint)');
    await migrate();
    await write('0001_first.sql', 'create table first (n int, m int)');
    await addFormer({ name: '0001_first', checksum: sha256(FIRST), becomes: ['0001_first'], repair: true });
    await expect(migrate()).rejects.toThrow('0001_first was changed after it was applied to this database');
  });
});

describe('while others use the tables', () => {
  const locked = async (run: (release: () => Promise<void>) => Promise<void>): Promise<void> => {
    const session = await database.sql.reserve();
    await session`begin`;
    await session`select * from first`;
    let isHeld = true;
    const release = async () => {
      if (isHeld) await session`commit`;
      isHeld = false;
    };
    await run(release).finally(async () => {
      await release();
      session.release();
    });
  };
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (text: string) => warnings.push(text) };

  test('a migration lets queries pass while it waits for a lock, and is applied after it', async () => {
    await migrate();
    await write('0002_column.sql', 'alter table first add column m int');
    await locked(async (release) => {
      const migrated = migrateDatabase({ sql: database.sql, log, directory, lockMs: 50 });
      await expect.poll(() => warnings.length).toBeGreaterThan(0);
      // In one transaction with a lock that waits without a limit, this would wait, too.
      expect(await database.sql`select n from first`).toEqual([{ n: 1 }]);
      await release();
      expect(await migrated).toEqual(['0002_column']);
    });
    expect(warnings[0]).toContain('0002_column waits for a lock and is tried again.');
  });

  test('a migration that gets no lock gives up and says which session has it', async () => {
    await migrate();
    await write('0002_column.sql', 'alter table first add column m int');
    await locked(async () => {
      const migrated = migrateDatabase({ sql: database.sql, log, directory, lockMs: 20, patienceMs: 1500 });
      await expect(migrated).rejects.toThrow(
        /0002_column was not applied, because other sessions use its tables.* \d+ \(lectern, idle in transaction, for \d+ seconds\)/,
      );
    });
    expect(await migrate()).toEqual(['0002_column']);
  });
});

describe('a migration outside a transaction', () => {
  const INDEX =
    '-- outside a transaction\ncreate index concurrently if not exists first_by_n on first (n);\n';

  test('creates an index without blocking who writes, and one that a kill left invalid again', async () => {
    await migrate();
    await write('0002_index.sql', INDEX);
    await database.sql.unsafe(
      `create index first_by_n on first (n);
       update pg_index set indisvalid = false where indexrelid = 'first_by_n'::regclass`,
    );
    expect(await migrate()).toEqual(['0002_index']);
    expect(
      await database.sql`select indisvalid from pg_index where indexrelid = 'first_by_n'::regclass`,
    ).toEqual([{ indisvalid: true }]);
    expect(await migrate()).toEqual([]);
  });

  test('takes turns with another process that waits for it', async () => {
    await migrate();
    await write('0002_index.sql', INDEX);
    const applied = await Promise.all([migrate(), migrate()]);
    expect(applied.flat()).toEqual(['0002_index']);
  });

  test('leaves no invalid index when it fails, and is tried again', async () => {
    await migrate();
    await database.sql`insert into first values (1)`;
    await write('0002_index.sql', INDEX.replace('create index', 'create unique index'));
    await expect(migrate()).rejects.toThrow('0002_index failed: could not create unique index');
    expect(await database.sql`select to_regclass('first_by_n') as found`).toEqual([{ found: null }]);
    await database.sql`delete from first where ctid in (select ctid from first limit 1)`;
    expect(await migrate()).toEqual(['0002_index']);
  });

  test('has only statements that can be repeated', async () => {
    await write('0002_index.sql', `${INDEX}update first set n = n + 1;`);
    await expect(migrate()).rejects.toThrow('This one is not: update first set n = n + 1');
  });
});

describe('progress', () => {
  const lines: string[] = [];
  const log = { ...silentLog, info: (text: string) => lines.push(text) };
  beforeEach(() => lines.splice(0));

  test('is two lines in a log, however many migrations there are, and none when there is nothing to do', async () => {
    for (let n = 2; n < 9; n += 1) await write(`000${n}_next.sql`, 'select 1');
    await migrateDatabase({ sql: database.sql, log, directory });
    expect(lines).toEqual([
      'Migrating the database: 8 migrations.',
      expect.stringMatching(/^Migrated the database: 8 migrations in \d+\.\d seconds\.$/),
    ]);
    lines.splice(0);
    await migrateDatabase({ sql: database.sql, log, directory });
    expect(lines).toEqual([]);
  });

  test('of a long migration is told again and again', async () => {
    const progress = showProgress({ count: 3, log, terminal: undefined, reportMs: 5 });
    progress.begin('0001_first');
    progress.begin('0002_second');
    await expect
      .poll(() => lines.at(-1))
      .toMatch(/^Migrating the database: 2 of 3 \(0002_second\), \d+ seconds/);
    progress.stop();
  });

  test('in a terminal is one line that is written over', async () => {
    let text = '';
    const terminal = { write: (more: string) => (text += more) };
    await write('0002_next.sql', 'select 1');
    await migrateDatabase({ sql: database.sql, log, directory, terminal });
    expect(text).not.toContain('\n');
    expect(text.split('\r').filter((line) => line.includes('of 2'))).toHaveLength(2);
    expect(text.endsWith('\r\u001b[K')).toBe(true);
    expect(lines).toHaveLength(1);
  });
});

test('a migration whose session is killed leaves nothing, and the next start applies it', async () => {
  await migrate();
  await write('0002_slow.sql', 'create table second (n int); select pg_sleep(60);');
  const migrated = migrate();
  const killed = expect(migrated).rejects.toThrow('The migration 0002_slow failed and was rolled back');
  await expect
    .poll(
      () => database.sql`
        select pg_terminate_backend(pid) as done from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
    )
    .toEqual([{ done: true }]);
  await killed;
  expect(await database.sql`select to_regclass('second') as found`).toEqual([{ found: null }]);
  await write('0002_slow.sql', 'create table second (n int);');
  expect(await migrate()).toEqual(['0002_slow']);
});

test('an older version that starts together with a newer one is told so, or was there before it', async () => {
  const older = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
  try {
    await cp(directory, older, { recursive: true });
    await write('0002_next.sql', 'create table second (n int)');
    const [newer, old] = await Promise.allSettled([
      migrate(),
      migrateDatabase({ sql: database.sql, log: silentLog, directory: older }),
    ]);
    expect(newer.status).toBe('fulfilled');
    if (old.status === 'rejected') expect(String(old.reason)).toContain('newer Lectern (0002_next');
    const state = await database.sql`select name from schema_migration order by name`;
    expect(state).toEqual([{ name: '0001_first' }, { name: '0002_next' }]);
  } finally {
    await rm(older, { recursive: true });
  }
});

test('a process that waits for another one that migrates says so', async () => {
  const lines: string[] = [];
  const log = { ...silentLog, info: (text: string) => lines.push(text) };
  const other = await database.sql.reserve();
  await other`select pg_advisory_lock(5171986300277)`;
  const [{ pid } = { pid: 0 }] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const migrated = migrateDatabase({ sql: database.sql, log, directory, reportMs: 20 });
  await expect
    .poll(() => lines[0])
    .toMatch(new RegExp(`^Another process is migrating the database \\(session ${pid}\\)\\. Waiting`));
  await other`select pg_advisory_unlock(5171986300277)`;
  other.release();
  expect(await migrated).toEqual(['0001_first']);
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

describe('what former texts of migrations lacked', () => {
  const repair = async (name: string): Promise<void> => {
    const text = await readFile(join(MIGRATIONS, 'repairs', `${name}.sql`), 'utf8');
    // As often as one likes.
    for (let n = 0; n < 2; n += 1) await database.sql.begin((trx) => trx.unsafe(text));
  };
  const [organizationId, siteId] = [newId(), newId()];
  beforeEach(async () => {
    await database.sql`insert into organization (organization_id, title, type, created_at)
      values (${organizationId}, 'Kept', 'business', now())`;
    await database.sql`
      insert into site (organization_id, site_id, title, title_folded, visibility, basename, created_at, updated_at)
      values (${organizationId}, ${siteId}, 'Ὀδυσσεύς', '', 'password', 'kept', now(), now())`;
  });

  test('is added, and rows are moved: retention, folded titles, readers of sites', async () => {
    const { sql } = database;
    const before = await readCatalog(sql, { positions: false });
    await sql.unsafe(`
      drop table organization_insights;
      alter table organization add column insights_retention_days integer not null default 400;
      update organization set insights_retention_days = 90;
      alter table site drop column title_folded, drop column renderer_called_at, drop column readers;
      drop table former_path;
      create index site_by_title on site (organization_id, created_at, site_id)`);
    for (const name of ['0026_insights', '0025_sites', '0071_readers_of_sites']) await repair(name);
    expect(await readCatalog(sql, { positions: false })).toEqual(before);
    expect(await sql`select retention_days from organization_insights`).toEqual([{ retention_days: 90 }]);
    expect(await sql`select title_folded, visibility, readers from site`).toEqual([
      { title_folded: 'ὀδυσσεύσ', visibility: 'visitor-auth', readers: 'password' },
    ]);
  });
});

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
