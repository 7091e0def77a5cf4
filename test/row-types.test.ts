import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { renderRowTypes } from './row-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('apps/server/platform/db/schema.ts says what the migrations make (else: npm run generate:rows)', async () => {
  await expect(await renderRowTypes(database.sql)).toMatchFileSnapshot(
    '../apps/server/platform/db/schema.ts',
  );
});

test('nullable, defaulted and generated columns have their own types', async () => {
  await database.sql.unsafe(`create table zoo (
    id bigint generated always as identity, n int not null default 1, t text, l text[] not null,
    j jsonb, at timestamptz not null, b bytea, twice int generated always as (n * 2) stored)`);
  const source = await renderRowTypes(database.sql);
  expect(source.slice(source.indexOf('interface ZooTable'), source.indexOf('export interface DB'))).toBe(
    `interface ZooTable {
  id: GeneratedAlways<number>;
  n: Generated<number>;
  t: string | null;
  l: string[];
  j: unknown;
  at: Date;
  b: Buffer | null;
  twice: GeneratedAlways<number | null>;
}

`,
  );
  await database.sql.unsafe('drop table zoo');
});

test('a type that nobody has translated is an error, not a guess', async () => {
  await database.sql.unsafe('create table place (at point)');
  await expect(renderRowTypes(database.sql)).rejects.toThrow('place.at');
  await database.sql.unsafe('drop table place');
});
