import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FormerMigration, readMigrationFiles } from '../apps/server/platform/db/migration-files.ts';
import {
  findBreakingChanges,
  findMigrationProblems,
  readMigrations,
  readReleased,
} from '../scripts/check-migrations.mjs';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const FIRST = 'create table first (n int);';
const RELEASED = { '0.1.0': { '0001_first': sha256(FIRST) } };

const problemsOf = (files: Record<string, string>, given: object = {}): string[] =>
  findMigrationProblems({ files: new Map(Object.entries(files)), released: RELEASED, ...given });

describe('a released migration', () => {
  test('is kept as it is, whatever the line endings', () => {
    expect(problemsOf({ '0001_first': `${FIRST}` })).toEqual([]);
    expect(problemsOf({ '0001_first': `${FIRST} ` })).toEqual([
      expect.stringContaining('0001_first is in the release 0.1.0 and was changed'),
    ]);
    expect(problemsOf({ '0001_other': FIRST })).toEqual([
      expect.stringContaining('0001_first is in the release 0.1.0 and was removed or renamed'),
      expect.stringContaining('0001_other comes before 0001_first, which is released'),
    ]);
  });

  test('of the last tag counts even if the list lacks it', () => {
    const tagged = { version: 'v0.2.0', migrations: { '0001_first': sha256(FIRST), '0002_next': 'x' } };
    expect(problemsOf({ '0001_first': FIRST, '0002_next': 'select 1' }, { tagged })).toEqual([
      expect.stringContaining('0002_next is in the release v0.2.0, but not in released.json'),
      expect.stringContaining('0002_next is in the release v0.2.0 and was changed'),
    ]);
  });

  test('is followed by the next number, and the earlier ones by nothing', () => {
    expect(problemsOf({ '0001_first': FIRST, '0002_next': 'select 1' })).toEqual([]);
    expect(problemsOf({ '0001_first': FIRST, 'earlier/0000_more': 'select 1' })).toHaveLength(1);
  });
});

describe('what the processes of the version before would notice', () => {
  test.each([
    'drop table space',
    'alter table space drop column title',
    'alter table space drop title',
    'alter table space rename column title to name',
    'alter table space rename to spaces',
    'alter table space alter column title type varchar',
    'alter table space alter title set not null',
    'alter table space alter column title drop default',
    'alter table space add column a int, add column b int not null',
    'alter table space add constraint space_title unique (title)',
    'alter table space add primary key (space_id)',
    "alter table space add constraint short check (title <> 'x')",
    'alter table space add foreign key (organization_id) references organization',
    'alter table space drop constraint space_pkey',
    'create unique index concurrently if not exists space_title on space (title)',
    'create index space_title on space (title)',
    'drop index space_by_title',
    'truncate space',
    '-- a comment; here\nALTER TABLE space\n  DROP COLUMN title',
  ])('%s is refused', (text) => {
    expect(findBreakingChanges(`${text};`)).toHaveLength(1);
  });

  test.each([
    "alter table space add column a text not null default 'x', add column b int, add column c int generated always as (1) stored not null",
    'create table new (n int not null unique); create unique index new_n on new (n); alter table new add column m int not null',
    'create index concurrently if not exists space_title on space (title)',
    "alter table space add constraint short check (title <> 'drop table space; x') not valid",
    'alter table space alter column title drop not null',
    'create function f() returns int language sql as $$ select 1; drop table space; $$',
    'alter table space set (fillfactor = 50)',
    "insert into new values ('; drop table space;')",
    '-- drop table space;\nselect 1',
  ])('%s is fine', (text) => {
    expect(findBreakingChanges(`${text};`)).toEqual([]);
  });

  test('is allowed once a released version can do without it', () => {
    const drop = 'alter table first drop column n;';
    const contract = (version: string) => `-- contract since ${version}: nothing reads it.\n${drop}`;
    expect(problemsOf({ '0001_first': FIRST, '0002_drop': contract('0.1.0') })).toEqual([]);
    expect(problemsOf({ '0001_first': FIRST, '0002_drop': contract('0.9.0') })).toHaveLength(2);
    expect(problemsOf({ '0001_first': FIRST, '0002_drop': drop })).toHaveLength(1);
  });

  test('concurrent work says that it is outside a transaction', () => {
    const index = 'create index concurrently if not exists first_n on first (n);';
    expect(problemsOf({ '0001_first': FIRST, '0002_index': index })).toHaveLength(1);
    const outside = `-- outside a transaction\n${index}`;
    expect(problemsOf({ '0001_first': FIRST, '0002_index': outside })).toEqual([]);
  });
});

describe('the migrations of this version', () => {
  test('follow all of this', () => {
    expect(findMigrationProblems({ files: readMigrations(), released: readReleased() })).toEqual([]);
  });

  test('have what each former one became, and what it lacks', async () => {
    const files = await readMigrationFiles();
    const sums = new Map(
      [...files.earlier, ...files.migrations].map(({ name, checksum }) => [name, checksum]),
    );
    const problems = files.former.filter(
      ({ becomes, checksum, repair }: FormerMigration) =>
        !becomes.every((name) => sums.has(name)) ||
        (becomes.length === 1 && (sums.get(becomes[0] ?? '') === checksum) === Boolean(repair)) ||
        (repair && !files.repairs.has(becomes[0] ?? '')),
    );
    expect(problems).toEqual([]);
    expect(files.former.length).toBeGreaterThan(40);
    const used = new Set(files.former.flatMap(({ becomes, repair }) => (repair ? becomes : [])));
    expect([...files.repairs.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  test('are the same text in the list of releases as the service computes', () => {
    const text = readFileSync('apps/server/platform/db/migrations/0050_schema.sql', 'utf8');
    expect(readReleased()['0.0.0']?.['0050_schema']).toBe(sha256(text));
  });
});
