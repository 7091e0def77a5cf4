import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import { putContent } from '../../../../../../test/content.ts';
import { fillDiscussion } from '../../../../../../test/discussion-rows.ts';
import { addMember, addSite, addSpace } from '../../../../../../test/factories.ts';
import { ageContent, countContent } from '../../../../../../test/fixtures/content/sweep/sweep.ts';
import { runJobs } from '../../../../../../test/jobs.ts';
import { countWaiting } from '../../../../../../test/locks.ts';
import { SPACE_PURGE } from '../../../content/spaces/enqueue-purge.ts';
import { createSpacePurgeJob } from './purge.jobs.ts';
import { deleteSpaceRows } from './purge.queries.ts';
import { lockDeletedAt } from './purge.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = createTestClock();
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, isListening: true });
});
afterAll(() => app.close());

const url = (spaceId: string): string => `/v1/spaces/${spaceId}`;
const remove = (spaceId: string) => app.request('DELETE', url(spaceId));
const restore = (spaceId: string) => app.request('POST', `${url(spaceId)}/restore`);
const statusOf = async (spaceId: string) => (await app.request('GET', url(spaceId))).statusCode;
const purgeJobs = () =>
  app.context.db.selectFrom('job').selectAll().where('kind', '=', SPACE_PURGE).execute();

/** The events of readers belong to the site, so they remain when the space is deleted. */
const TABLES_OF_SITES = ['site_event', 'site_page_day'];

/** Counts the rows of the space in every table with a column for it. */
async function countRows(spaceId: string): Promise<Record<string, number>> {
  const { db } = app.context;
  const { rows: tables } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'space_id'
      and table_name <> all(${TABLES_OF_SITES})`.execute(db);
  const counts: Record<string, number> = {};
  for (const { table_name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table_name)} where space_id = ${spaceId}`.execute(db);
    counts[table_name] = Number(rows[0]?.count);
  }
  return counts;
}

/** Inserts a row into each of the tables that an import alone does not fill. */
async function fillRareTables(spaceId: string, userId: string): Promise<void> {
  const { db } = app.context;
  const key = { organization_id: app.organizationId, space_id: spaceId };
  await db
    .insertInto('space_user_grant')
    .values({ ...key, user_id: userId, role: 'read' })
    .execute();
  const { organization_id } = key;
  await addSite(app, { spaceIds: [spaceId] });
  const createdAt = clock.now();
  await sql`
    insert into translation_settings
      (organization_id, settings_id, title, instructions, stats, created_at, updated_at)
    values (${organization_id}, ${spaceId}, 'T', '{}', '{}', ${createdAt}, ${createdAt})`.execute(db);
  await sql`
    insert into translation_target (organization_id, settings_id, language, space_id, updated_at)
    values (${organization_id}, ${spaceId}, 'fr', ${spaceId}, ${createdAt})`.execute(db);
  await db
    .insertInto('team')
    .values({ organization_id, team_id: spaceId, title: 'A', title_folded: 'a', created_at: createdAt })
    .execute();
  await db
    .insertInto('space_team_grant')
    .values({ ...key, team_id: spaceId, role: 'read' })
    .execute();
  await db
    .insertInto('organization_invite')
    .values({ ...key, invite_id: spaceId, role: 'read', created_at: createdAt })
    .execute();
  await db
    .insertInto('space_git')
    .values({
      ...key,
      git_id: spaceId,
      url: 'https://example.com/a.git',
      repo_name: 'a',
      ref: 'refs/heads/main',
      project_directory: '',
      updated_at: clock.now(),
    })
    .execute();
  await db
    .insertInto('space_reference')
    .values({ ...key, owner_id: spaceId, target_space_id: spaceId })
    .execute();
  await db
    .insertInto('former_path')
    .values({ ...key, path: 'old', page_id: spaceId, left_at: clock.now() })
    .execute();
  await db
    .insertInto('deleted_page')
    .values({ ...key, page_id: spaceId, revision_id: spaceId, deleted_at: createdAt })
    .execute();
  await db
    .insertInto('upload')
    .values({ ...key, upload_id: spaceId, author_id: userId, name: 'a.bin', created_at: createdAt })
    .execute();
  await db
    .insertInto('user_recent')
    .values({ user_id: userId, space_id: spaceId, page_id: spaceId, opened_at: createdAt })
    .execute();
  await sql`
    insert into user_favorite (user_id, favorite_id, kind, space_id, object_id, position, created_at)
    values (${userId}, ${spaceId}, 'page', ${spaceId}, ${spaceId}, 0, ${createdAt})`.execute(db);
  await db
    .insertInto('external_link_use')
    .values({ ...key, url_hash: Buffer.alloc(32) })
    .execute();
  await db
    .insertInto('external_link_reading')
    .values({ ...key, revision_id: spaceId, facts_version: 1 })
    .execute();
  await db
    .insertInto('webhook_event')
    .values({
      ...key,
      event_id: spaceId,
      type: 'page.created',
      actor: {},
      payload: {},
      occurred_at: createdAt,
    })
    .execute();
  await db
    .insertInto('space_transfer')
    .values({
      ...key,
      transfer_id: spaceId,
      target_id: app.organizationId,
      state: 'failed',
      started_at: clock.now(),
    })
    .execute();
  await fillDiscussion(db, { ...key, userId, at: clock.now() });
  await db
    .insertInto('git_departed')
    .values({ ...key, kind: 'page', path: 'never.md', entry_id: spaceId })
    .execute();
  await db
    .insertInto('git_connection')
    .values({
      ...key,
      url: 'https://example.com/a.git',
      ref: 'refs/heads/main',
      project_directory: '',
      direction: 'both',
      initial_direction: 'import',
      on_conflict: 'remote',
      webhook_token: spaceId,
      webhook_digest: Buffer.from(spaceId),
      commit_message: '{subject}',
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute();
  await db
    .insertInto('git_commit')
    .values({
      ...key,
      oid: 'a',
      line_revision_id: spaceId,
      own_revision_id: spaceId,
      revision_id: spaceId,
      read_revision_id: spaceId,
      created_at: clock.now(),
    })
    .execute();
  await db
    .insertInto('git_branch')
    .values({ ...key, ref: 'refs/heads/a', imported_oid: 'a', updated_at: clock.now() })
    .execute();
  await sql`insert into content_pack (organization_id, pack_id, space_id, packed_to, keys, content, created_at, edits, bytes)
    values (${app.organizationId}, ${spaceId}, ${spaceId}, ${clock.now()}, '{}', '', 'epoch', 1, 1)`.execute(
    app.context.db,
  );
  await sql`insert into revision_pack (organization_id, space_id, last_id, first_id, began_at, revision_ids, parents, roots,
      author_ids, created_at)
    values (${app.organizationId}, ${spaceId}, ${spaceId}, ${spaceId}, ${clock.now()}, '{}', '{}', '{}', '{}', '{}')`.execute(
    db,
  );
  await sql`insert into git_webhook_delivery values (${app.organizationId}, ${spaceId}, '', ${clock.now()})`.execute(
    db,
  );
  await db
    .insertInto('content_import')
    .values({
      ...key,
      import_id: spaceId,
      status: 'completed',
      request: {},
      actor: {},
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute();
  await db
    .insertInto('git_preview')
    .values({ ...key, preview_id: spaceId, state: 'running', request: {}, started_at: clock.now() })
    .execute();
  await db
    .insertInto('git_operation')
    .values({
      ...key,
      operation_id: spaceId,
      direction: 'import',
      state: 'failure',
      started_at: clock.now(),
      request: {},
    })
    .execute();
}

describe('a deleted space', () => {
  test('is there until seven days have passed, to the millisecond', async () => {
    const spaceId = await addSpace(app);
    await remove(spaceId);
    clock.advance(7 * DAY_MS - 1);
    await runJobs(app);
    expect(await statusOf(spaceId)).toBe(200);
    expect((await restore(spaceId)).statusCode).toBe(200);

    await remove(spaceId);
    clock.advance(7 * DAY_MS);
    await runJobs(app);
    expect(await statusOf(spaceId)).toBe(404);
    expect((await restore(spaceId)).statusCode).toBe(404);
    expect((await app.request('GET', `${url(spaceId)}/content`)).statusCode).toBe(404);
  });

  test('leaves nothing behind: no row, no content, no bytes', async () => {
    const organizationId = app.organizationId;
    await runJobs(app);
    const spaceId = await addSpace(app);
    const kept = await addSpace(app);
    const member = await addMember(app, { role: null });
    await putContent(app, kept, { 'README.md': '# Kept\n', 'b.png': 'shared bytes' });
    const before = await countContent(app, organizationId);
    await putContent(app, spaceId, {
      'README.md': '# Gone\n',
      'a.png': 'own bytes',
      'b.png': 'shared bytes',
    });
    await putContent(app, spaceId, { 'README.md': '# Gone, changed\n', 'a.png': 'own bytes' });
    await fillRareTables(spaceId, member.userId);
    const filled = await countRows(spaceId);
    const empty = Object.keys(filled).filter((table) => filled[table] === 0);
    expect(empty, 'each table that knows spaces has a row for this one').toEqual([]);
    await ageContent(app, organizationId);

    await remove(spaceId);
    clock.advance(7 * DAY_MS);
    await runJobs(app);
    const left = await countRows(spaceId);
    expect(left).toEqual(Object.fromEntries(Object.keys(left).map((table) => [table, 0])));
    expect(await countContent(app, organizationId)).toEqual(before);
    expect((await app.request('GET', `${url(kept)}/content/files`)).json().items).toHaveLength(1);
    expect(await app.context.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });

  test('that was restored stays, also when it is deleted again later', async () => {
    const spaceId = await addSpace(app);
    await remove(spaceId);
    clock.advance(DAY_MS);
    await restore(spaceId);
    clock.advance(5 * DAY_MS);
    await remove(spaceId);
    clock.advance(DAY_MS);
    await runJobs(app);
    expect(await purgeJobs()).toHaveLength(1);
    expect(await statusOf(spaceId)).toBe(200);
    clock.advance(6 * DAY_MS);
    await runJobs(app);
    expect(await statusOf(spaceId)).toBe(404);
  });

  test('that was deleted under an earlier release has its purge from the migration', async () => {
    const spaceId = await addSpace(app);
    await remove(spaceId);
    await app.context.db.deleteFrom('job').execute();
    const migration = await readFile('apps/server/platform/db/migrations/earlier/0004_retention.sql', 'utf8');
    await app.database.sql.unsafe(migration.slice(migration.indexOf('insert into job')));
    expect(await purgeJobs()).toMatchObject([
      { payload: { spaceId }, run_at: new Date(clock.now().getTime() + 7 * DAY_MS) },
    ]);
    clock.advance(7 * DAY_MS);
    await runJobs(app);
    expect(await statusOf(spaceId)).toBe(404);
  });
});

describe('the purge', () => {
  const purge = (spaceId: string): Promise<void> =>
    createSpacePurgeJob(app.context).run(
      { organizationId: app.organizationId, jobId: spaceId, payload: { spaceId }, attempt: 1 },
      new AbortController().signal,
    );

  test('run twice, or for a space that is not deleted, changes nothing', async () => {
    const spaceId = await addSpace(app);
    await purge(spaceId);
    expect(await statusOf(spaceId)).toBe(200);
    await remove(spaceId);
    clock.advance(7 * DAY_MS);
    await Promise.all([purge(spaceId), purge(spaceId)]);
    await purge(spaceId);
    expect(await statusOf(spaceId)).toBe(404);
    const sweeps = await app.context.db
      .selectFrom('job')
      .select('kind')
      .where('kind', '=', 'content-sweep')
      .execute();
    expect(sweeps).toHaveLength(1);
  });

  test('that a restore waits for leaves it nothing to restore', async () => {
    const spaceId = await addSpace(app);
    await remove(spaceId);
    let restoring: ReturnType<typeof restore> | undefined;
    await app.context.transact(async ({ trx }) => {
      await lockDeletedAt(trx, { organizationId: app.organizationId, spaceId });
      restoring = restore(spaceId);
      void restoring.then(() => {});
      await expect.poll(() => countWaiting(app)).toBe(1);
      await deleteSpaceRows(trx, { organizationId: app.organizationId, spaceId });
    });
    expect((await restoring)?.statusCode).toBe(404);
  });

  test('finds nothing to do after the restore that it waited for', async () => {
    const spaceId = await addSpace(app);
    await remove(spaceId);
    clock.advance(7 * DAY_MS);
    let purging: Promise<void> | undefined;
    await app.context.transact(async ({ trx }) => {
      await trx.updateTable('space').set({ deleted_at: null }).where('space_id', '=', spaceId).execute();
      purging = purge(spaceId);
      await expect.poll(() => countWaiting(app)).toBe(1);
    });
    await purging;
    app.context.pointers.spaces.invalidate(spaceId);
    expect(await statusOf(spaceId)).toBe(200);
  });

  test('is news to another process at once', async () => {
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const spaceId = await addSpace(app);
      await remove(spaceId);
      clock.advance(7 * DAY_MS - 1);
      // The other process may be notified of the deletion only after the first read.
      const read = async () => {
        expect((await other.request('GET', url(spaceId))).statusCode).toBe(200);
        return other.context.pointers.spaces.peek(spaceId);
      };
      await expect.poll(read).toMatchObject({ deletedAt: expect.any(Date) });
      clock.advance(1);
      await purge(spaceId);
      await expect.poll(() => other.context.pointers.spaces.peek(spaceId)).toBeUndefined();
      expect((await other.request('GET', url(spaceId))).statusCode).toBe(404);
    } finally {
      await other.close();
    }
  });
});
