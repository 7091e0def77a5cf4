import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { ageContent } from '../../../../../test/fixtures/content/sweep/sweep.ts';
import { createRandom } from '../../../../../test/random.ts';
import type { Context } from '../../../platform/context.ts';
import { createContentSweepJob } from '../../content/sweep/sweep.jobs.ts';
import { createAutosavePackingJob } from './autosaves.jobs.ts';
import { coalesceAutosaves } from './coalesce-autosaves.ts';
import { packAutosaves } from './pack-autosaves.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TABLES = ['document', 'document_facts', 'tree_node', 'content_pack', 'revision', 'revision_pack'];
const { signal } = new AbortController();

const clock = createTestClock();
let app: TestApp;
let organizationId: string;
let token: string;
let spaceId: string;
let pages: string[];

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());
beforeEach(async () => {
  const organization = await addOrganization(app);
  organizationId = organization.organizationId;
  token = await addUserToken(app, organization.creatorId);
  spaceId = await addSpace(app, { organizationId });
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`page-${n}.md`, `# Page ${n}\n\nText.\n`]),
  );
  await putContent(app, spaceId, { 'README.md': longText('Page'), ...files });
  const listed = await get('/content/pages');
  pages = listed.pages.map(({ id }: { id: string }) => id);
});

/** About 18 kB that do not compress to nothing. */
function longText(title: string): string {
  const random = createRandom(18);
  const word = () => Math.floor(random() * 46_656).toString(36);
  const paragraph = () => Array.from({ length: 40 }, word).join(' ');
  return `# ${title}\n\n${Array.from({ length: 115 }, paragraph).join('\n\n')}\n`;
}

const get = async (path: string, reader: TestApp = app) => {
  const response = await reader.request('GET', `/v1/spaces/${spaceId}${path}`, { token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

async function save(markdown: string, { page = pages[0], line = '', base = '' } = {}): Promise<string> {
  const response = await app.request('POST', `/v1/spaces/${spaceId}${line}/content`, {
    token,
    body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
    headers: base === '' ? {} : { 'if-match': base },
  });
  expect(response.statusCode, response.body).toBe(200);
  clock.advance(1000);
  return response.json().revision;
}

const packAll = (): Promise<number> =>
  packAutosaves(
    app.context,
    { organizationId, spaceId },
    { before: clock.now(), latest: clock.now(), count: 1 },
    signal,
  );

/** Reads as a process with empty caches. */
async function readFresh<Result>(read: (reader: TestApp) => Promise<Result>): Promise<Result> {
  const other = await buildTestApp({ beside: app });
  try {
    return await read(other);
  } finally {
    await other.close();
  }
}

const textOf = async (revision: string, page: string, reader: TestApp): Promise<string> =>
  (await get(`/revisions/${revision}/page/${page}?format=markdown`, reader)).markdown;

/** The bytes of content and history: rows, indexes and TOAST tables, without what deleted rows left. */
async function countBytes(): Promise<number> {
  for (const table of TABLES) await sql`vacuum full ${sql.table(table)}`.execute(app.context.db);
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${TABLES})`.execute(app.context.db);
  return rows[0]?.bytes as number;
}

for (const where of ['live', 'in a change request'])
  test(`a save ${where} of a page of 18 kB takes few bytes when it is superseded`, async () => {
    const line =
      where === 'live'
        ? ''
        : `/change-requests/${
            (await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { token, body: {} })).json()
              .id
          }`;
    const text = longText('Page');
    await save(text, { line });
    const before = await countBytes();
    const saves = 250;
    const words = Array.from({ length: saves }, (_, n) => `word${n}`);
    for (let n = 1; n <= saves; n += 1)
      await save(text.replace('\n\n', `\n\n${words.slice(0, n).join(' ')}\n\n`), { line });
    clock.advance(MINUTE);
    await createAutosavePackingJob(app.context).run(
      { organizationId, jobId: organizationId, payload: {}, attempt: 1 },
      signal,
    );
    const perSave = ((await countBytes()) - before) / saves;
    console.log(`${Math.round(perSave)} bytes for each save`);
    expect(perSave).toBeLessThan(1200);
  }, 300_000);

test('every revision reads as before, whatever is saved, packed, dissolved and swept', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  const written = new Map<string, { page: string; text: string }>();
  let packed = 0;
  for (let step = 0; step < 1000; step += 1) {
    const page = pick(pages.slice(0, 5));
    // Some texts return, as after an undo.
    const text = `# Page\n\nText ${Math.floor(random() * 12)}.\n`;
    written.set(await save(text, { page }), { page, text });
    if (random() < 0.2) packed += await packAll();
    if (random() < 0.1) {
      await ageContent(app, organizationId);
      await sql`update content_pack set created_at = now() - interval '1 day'`.execute(app.context.db);
      await createContentSweepJob(app.context).run(
        { organizationId, jobId: organizationId, payload: {}, attempt: 1 },
        signal,
      );
    }
  }
  expect(packed).toBeGreaterThan(10);
  await readFresh(async (reader) => {
    for (const [revision, { page, text }] of written) expect(await textOf(revision, page, reader)).toBe(text);
    expect((await get('/revisions?limit=1000', reader)).items.length).toBeGreaterThan(50);
  });
}, 600_000);

test('an edit that began from a packed one is merged with what was saved since', async () => {
  const first = await save('# Page\n\nOne.\n\nTwo.\n\nThree.\n');
  await save('# Page\n\nOne.\n\nTwo.\n\nThree, changed.\n');
  await save('# Page\n\nOne.\n\nTwo.\n\nThree, changed again.\n');
  expect(await packAll()).toBe(2);
  clock.advance(5 * 60 * MINUTE);
  await save('# Page\n\nOne, changed.\n\nTwo.\n\nThree.\n', { base: first });
  expect((await get(`/content/page/${pages[0]}?format=markdown`)).markdown).toBe(
    '# Page\n\nOne, changed.\n\nTwo.\n\nThree, changed again.\n',
  );
});

test('packs go with the edits that they hold', async () => {
  for (let n = 0; n < 5; n += 1) await save(`# Page\n\nText ${n}.\n`);
  expect(await packAll()).toBe(4);
  clock.advance(DAY + MINUTE);
  expect(await coalesceAutosaves(app.context, { organizationId, spaceId }, signal)).toBe(4);
  await ageContent(app, organizationId);
  await sql`update content_pack set created_at = now() - interval '1 day'`.execute(app.context.db);
  const job = { organizationId, jobId: organizationId, payload: {}, attempt: 1 };
  await createContentSweepJob(app.context).run(job, signal);
  const { rows } = await sql`select 1 from content_pack where organization_id = ${organizationId}`.execute(
    app.context.db,
  );
  expect(rows).toEqual([]);
});

test('a pack that is purged while it is joined does not keep other spaces from being packed', async () => {
  const purgedId = spaceId;
  const saveSix = async () => {
    for (let n = 0; n < 6; n += 1) await save(`# Page\n\nText ${n} at ${clock.now().toISOString()}.\n`);
  };
  await saveSix();
  expect(await packAll()).toBe(5);
  await saveSix();
  const otherId = await addSpace(app, { organizationId });
  await putContent(app, otherId, { 'README.md': '# Page\n\nText.\n' });
  spaceId = otherId;
  pages = [(await get('/content/pages')).pages[0].id];
  await saveSix();
  clock.advance(MINUTE);

  const countPacks = async (id: string): Promise<number> => {
    const { rows } = await sql`select 1 from content_pack where space_id = ${id}`.execute(app.context.db);
    return rows.length;
  };
  let purges = 0;
  // The second pack is stored, and both are read, before they are joined.
  const transact = (async (...call: Parameters<Context['transact']>) => {
    if ((await countPacks(purgedId)) === 2) {
      purges += 1;
      await sql`delete from content_pack where space_id = ${purgedId}`.execute(app.context.db);
    }
    return app.context.transact(...call);
  }) as Context['transact'];
  const job = { organizationId, jobId: organizationId, payload: {}, attempt: 1 };
  await createAutosavePackingJob({ ...app.context, transact }).run(job, signal);
  expect(purges).toBe(1);
  expect([await countPacks(purgedId), await countPacks(otherId)]).toEqual([0, 1]);
});
