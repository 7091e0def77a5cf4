/** A database as the first release left it works with this one, and nothing of it is lost. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../apps/server/platform/db/migrate.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { createTestClock } from './clock.ts';
import { putContent } from './content.ts';
import { createTestDatabase, silentLog, type TestDatabase } from './database.ts';
import { addMember, addServiceToken, addSpace } from './factories.ts';
import { runJobs, startJob } from './jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST = '0001_core.sql';
const MIGRATIONS = fileURLToPath(new URL('../apps/server/platform/db/migrations/earlier', import.meta.url));
const clock = createTestClock();

/** The one that wrote the rows, and the one that finds them as the first release would have left them. */
let before: TestApp;
let after: TestApp;
let database: TestDatabase;
const spaces: string[] = [];
let deletedLongAgo: string;
let deletedLately: string;
let tokens: string[];

beforeAll(async () => {
  before = await buildTestApp({ clock: clock.now });
  const { token: member } = await addMember(before, { role: 'read' });
  const service = await addServiceToken(before, { role: 'create' });
  tokens = [before.adminToken, member, service];
  for (let n = 0; n < 3; n += 1) spaces.push(await addSpace(before, { title: `Space ${n}` }));
  const [first, second, third] = spaces as [string, string, string];
  await putContent(before, first, { 'README.md': '# Before\n', 'gone.md': '# Gone\n' });
  await putContent(before, first, {
    'README.md': '---\ndescription: Where to begin\n---\n\n# Start\n\nSee [the guide](guide.md#set-up).\n',
    'guide.md':
      '# Guide\n\n## Set up\n\nTurn the flywheel. [Nowhere](nowhere.md)\n\n![Picture](picture.png)\n',
    'picture.png': 'the bytes of a picture',
  });
  await putContent(before, second, {
    'README.md': `# Other\n\nThe [first space](https://app.gitbook.com/s/${first}/guide) has a flywheel.\n`,
  });
  await before.request('PATCH', `/v1/spaces/${third}`, {
    body: { editMode: 'locked', defaultLevel: 'read' },
  });
  deletedLongAgo = await addSpace(before);
  await putContent(before, deletedLongAgo, { 'README.md': '# Deleted long ago\n' });
  await before.request('DELETE', `/v1/spaces/${deletedLongAgo}`);
  clock.advance(6 * DAY_MS);
  deletedLately = await addSpace(before);
  await putContent(before, deletedLately, { 'README.md': '# Deleted lately\n' });
  await before.request('DELETE', `/v1/spaces/${deletedLately}`);
  clock.advance(2 * DAY_MS);

  database = await createTestDatabase();
  await leaveAsFirstRelease(before.database, database);
  await migrateDatabase({ sql: database.sql, log: silentLog });
  after = await buildTestApp({ beside: { ...before, database } });
});
afterAll(async () => {
  await after.close();
  await database.drop();
  await before.close();
});

/**
 * Copies what the first release knew: its tables with their columns, and facts of its version. It knew no such jobs.
 */
async function leaveAsFirstRelease({ sql: from }: TestDatabase, { sql: to }: TestDatabase): Promise<void> {
  await to.unsafe('drop schema public cascade; create schema public');
  const directory = await mkdtemp(join(tmpdir(), 'lectern-first-'));
  try {
    await copyFile(join(MIGRATIONS, FIRST), join(directory, FIRST));
    await migrateDatabase({ sql: to, log: silentLog, directory });
  } finally {
    await rm(directory, { recursive: true });
  }
  const tables = await to<{ name: string; columns: string }[]>`
    select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns
    where table_schema = 'public' and table_name not in ('schema_migration', 'job') group by 1`;
  await to.begin(async (trx) => {
    // Tables come in any order: what they refer to is there at the end.
    await trx.unsafe('set local session_replication_role = replica');
    for (const { name, columns } of tables) {
      const [row] = await from.unsafe<{ rows: string }[]>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from (select ${columns} from ${name}) t`,
      );
      await trx.unsafe(
        `insert into ${name} (${columns})
         select ${columns} from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
        [row?.rows as string],
      );
    }
    await trx`update document_facts set version = 1`;
  });
}

/** Compares the responses of both to the same request. */
async function expectSame(path: string, token = before.adminToken): Promise<void> {
  const responses = [
    await before.request('GET', path, { token }),
    await after.request('GET', path, { token }),
  ];
  const [old, now] = responses.map(({ statusCode, body }) => ({ statusCode, body }));
  expect(now, path).toEqual(old);
  expect(now?.statusCode, path).toBe(200);
}

const pageIds = async (spaceId: string): Promise<string[]> =>
  (await before.request('GET', `/v1/spaces/${spaceId}/content/pages`))
    .json()
    .pages.map(({ id }: { id: string }) => id);

test('everything is there at once; search says that it is on its way', async () => {
  await expectSame('/v1/user/tokens');
  for (const token of tokens) await expectSame(`/v1/orgs/${before.organizationId}/spaces`, token);
  for (const spaceId of spaces) {
    for (const what of ['', '/content', '/content/pages', '/content/files', '/links'])
      await expectSame(`/v1/spaces/${spaceId}${what}`);
    for (const pageId of await pageIds(spaceId)) {
      await expectSame(`/v1/spaces/${spaceId}/content/page/${pageId}`);
      await expectSame(`/v1/spaces/${spaceId}/content/page/${pageId}?format=markdown`);
    }
  }
  const revisions = await before.database.sql`select space_id, revision_id from revision`;
  expect(revisions.length).toBeGreaterThan(spaces.length);
  for (const { space_id, revision_id } of revisions)
    if (spaces.includes(space_id)) await expectSame(`/v1/spaces/${space_id}/revisions/${revision_id}/pages`);
  expect((await after.request('GET', `/v1/spaces/${spaces[0]}/search?query=flywheel`)).statusCode).toBe(503);
});

test('the jobs of the first start fill what the first release did not keep', async () => {
  await startJob(after, 'search-index');
  await startJob(after, 'retention');
  await runJobs(after);
  await expectSame(`/v1/spaces/${spaces[0]}/search?query=flywheel`);
  await expectSame(`/v1/orgs/${before.organizationId}/search?query=flywheel`);
  for (const pageId of await pageIds(spaces[0] as string))
    await expectSame(`/v1/spaces/${spaces[0]}/content/page/${pageId}/backlinks`);
  // References from other spaces were not stored before.
  const references = ({ sql }: TestDatabase) =>
    sql`select * from space_reference where space_id = any(${spaces}::uuid[])`;
  expect(await references(database)).toEqual(await references(before.database));
  expect(await references(database)).toHaveLength(1);
  const waiting = await database.sql`select kind from job order by kind`;
  expect(waiting.map(({ kind }) => kind)).toEqual(['retention', 'space-purge']);
});

test('a deleted space has its seven days from then on', async () => {
  expect(await database.sql`select 1 from space where space_id = ${deletedLongAgo}`).toEqual([]);
  const restored = await after.request('POST', `/v1/spaces/${deletedLately}/restore`);
  expect(restored.statusCode).toBe(200);
  const pages = await after.request('GET', `/v1/spaces/${deletedLately}/content/pages`);
  expect(pages.json().pages).toMatchObject([{ title: 'Deleted lately' }]);
  const found = await after.request('GET', `/v1/spaces/${deletedLately}/search?query=lately`);
  expect(found.json().count).toBe(1);
});

test('content is changed, and search follows', async () => {
  await putContent(after, spaces[0] as string, { 'README.md': '# Start\n\nA paternoster.\n' });
  await runJobs(after);
  const count = async (query: string) =>
    (await after.request('GET', `/v1/spaces/${spaces[0]}/search?query=${query}`)).json().count;
  expect(await count('paternoster')).toBe(1);
  expect(await count('flywheel')).toBe(0);
});
