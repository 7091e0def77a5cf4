// Databases of commits of the past, made from their migrations in the history of the repository, get today's schema.
// LECTERN_HISTORY=all takes every different list of migrations that any commit had, and a list of commits only those;
// otherwise, those of all version tags are taken, and ten commits of main are drawn.
import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalog } from '../../../../test/catalog.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import {
  type FormerList,
  listFormerMigrations,
  listMainCommits,
  readBlob,
  readList,
} from '../../../../test/migration-history.ts';
import { openTaggedHistory } from '../../../../test/tagged-history.ts';
import { migrateDatabase } from './migrate.ts';

const DRAWN = 10;

let fresh: TestDatabase;
let expected: string[];
let folder: string;

beforeAll(async () => {
  fresh = await createTestDatabase();
  expected = await readCatalog(fresh.sql, { positions: false });
  folder = await mkdtemp(join(tmpdir(), 'lectern-history-'));
});
afterAll(async () => {
  history.remove();
  await fresh.drop();
  await rm(folder, { recursive: true });
});

const history = openTaggedHistory();

/** A commit with two migrations of one number has no databases: its service did not start. */
const canStart = (files: FormerList['files']): boolean =>
  new Set(files.map(({ name }) => name.slice(0, 4))).size === files.length;

function chooseLists(): FormerList[] {
  const { LECTERN_HISTORY: named } = process.env;
  if (named === 'all') return listFormerMigrations();
  if (named !== undefined) return named.split(',').map((commit) => ({ commit, files: readList(commit) }));
  const commits = listMainCommits();
  const lists = history.tags.map((tag) => ({ commit: tag, files: readList(tag, history.repository) }));
  const released = lists.length;
  while (lists.length < released + DRAWN) {
    const [commit = ''] = commits.splice(randomInt(commits.length), 1);
    const files = readList(commit);
    // The first commits had no database.
    if (files.length > 0 && canStart(files)) lists.push({ commit, files });
  }
  return lists;
}

const lists = chooseLists();

test(`databases of ${lists.length} commits of the past get today’s schema and keep their rows`, async () => {
  const different: string[] = [];
  const startable = lists.filter(({ files }) => canStart(files));
  for (const { commit, files } of startable) {
    const last = files.at(-1)?.name;
    const problem = await upgrade(commit, files).catch((error: Error) => error.message);
    if (problem !== undefined)
      different.push(`${commit.slice(0, 10)} (${files.length} files, to ${last}): ${problem}`);
  }
  console.log(
    `${startable.length - different.length} of ${startable.length} databases were upgraded; ${lists.length - startable.length} commits refused to start.`,
  );
  expect(different).toEqual([]);
});

async function upgrade(commit: string, files: FormerList['files']): Promise<string | undefined> {
  const directory = join(folder, commit);
  await mkdir(directory);
  for (const { name, blob } of files) await writeFile(join(directory, name), readBlob(blob));
  const database = await createTestDatabase({ poolSize: 2 });
  const { sql } = database;
  try {
    await sql.unsafe('drop schema public cascade; create schema public');
    await migrateDatabase({ sql, log: silentLog, directory });
    await sql`insert into organization (organization_id, title, type, created_at)
      values (${newId()}, 'Kept', 'business', now())`;
    await migrateDatabase({ sql, log: silentLog });
    if ((await migrateDatabase({ sql, log: silentLog })).length > 0) return 'a second start migrates again';
    const [kept] = await sql`select title from organization`;
    if (kept?.title !== 'Kept') return 'the organization is lost';
    return compare(await readCatalog(sql, { positions: false }));
  } finally {
    await database.drop();
  }
}

function compare(found: string[]): string | undefined {
  const missing = expected.filter((line) => !found.includes(line));
  const extra = found.filter((line) => !expected.includes(line));
  return missing.length + extra.length === 0
    ? undefined
    : `${missing.length} missing, ${extra.length} extra: ${[...missing, ...extra].slice(0, 6).join(' # ')}`;
}
