import { Segment } from '@lectern/search/segment';
import { hashTitlesAbove } from '@lectern/search/titles-above';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';
import {
  editAt,
  type FoundItem,
  openSnapshot,
  search,
  searchUrl,
  titlesOf,
} from '../../../../../test/fixtures/content/search/search.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { documentEntries, findLivePages } from './live-pages.ts';
import { MAX_WAITING_SEGMENTS } from './merge-policy.ts';
import type { DocumentEntry } from './page-key.ts';
import { createTextsReader } from './page-parts.ts';
import { enqueueStaleIndexes } from './search-index.jobs.ts';
import {
  findIndex,
  type NamedSegment,
  readSegments,
  type SearchIndexRow,
} from './search-index.repository.ts';
import { SEARCH_VERSION } from './search-version.ts';
import { sweepSearchSegments } from './update-search-index.ts';
import { writeSegments } from './write-segments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());
afterEach(async () => {
  await app.context.db.deleteFrom('job').execute();
});

const files = (
  count: number,
  textOf: (n: number) => string = (n) => `lantern ${WORDS[n % WORDS.length]}`,
): Files => ({
  'SUMMARY.md': Array.from({ length: count }, (_, n) => `* [Page ${n}](p${n}.md)`).join('\n'),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`p${n}.md`, `# Page ${n}\n\n${textOf(n)}\n`]),
  ),
});
const WORDS = ['anchor', 'barrel', 'candle', 'dragon', 'engine'];

async function spaceWith(content: Files): Promise<string> {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, content);
  return spaceId;
}

const keyOf = (spaceId: string) => ({ organizationId: app.organizationId, spaceId });
const rowOf = async (spaceId: string): Promise<SearchIndexRow> =>
  (await findIndex(app.context.db, keyOf(spaceId))) as SearchIndexRow;
const dropIndex = (spaceId: string) =>
  app.context.db.deleteFrom('search_index').where('space_id', '=', spaceId).execute();
const storedSegments = async (): Promise<Set<string>> => {
  const rows = await app.context.db.selectFrom('search_segment').select('segment_id').execute();
  return new Set(rows.map((row) => row.segment_id));
};
const jobs = () => app.context.db.selectFrom('job').select(['kind', 'payload']).execute();

describe('the index of a space', () => {
  test('moves with the space', async () => {
    const spaceId = await spaceWith(files(3));
    const { revisionId } = (await app.context.pointers.spaces.find(spaceId)) as { revisionId: string };
    expect(await rowOf(spaceId)).toMatchObject({
      revisionId,
      livePages: 3,
      version: SEARCH_VERSION,
      language: null,
    });
  });

  test('stays small while pages are edited, one after the other, and finds what is there', async () => {
    const spaceId = await spaceWith(files(20));
    for (let edit = 0; edit < 60; edit += 1)
      await editAt(app, spaceId, `p${edit % 20}`, `# Page ${edit % 20}\n\nlantern edition${edit}\n`);
    await runJobs(app);
    const row = await rowOf(spaceId);
    expect(row.segments.length).toBeLessThan(16);
    expect(row.livePages).toBe(20);
    expect(row.segments.reduce((sum, { pages }) => sum + pages, 0)).toBeLessThanOrEqual(1.5 * 20 + 32);
    expect((await search(app, spaceId, 'lantern')).count).toBe(20);
    expect(titlesOf(await search(app, spaceId, 'edition59'))[0]).toBe('Page 19');
    expect((await search(app, spaceId, 'anchor')).count).toBe(0);
  });

  test('is merged by one job, and by an edit only where the job cannot keep up', async () => {
    const spaceId = await spaceWith(files(100));
    const edit = (n: number) => editAt(app, spaceId, `p${n}`, `# Page ${n}\n\nlantern edition${n}\n`);
    const countSegments = async () => (await rowOf(spaceId)).segments.length;
    for (let n = 1; n < MAX_WAITING_SEGMENTS; n += 1) await edit(n);
    expect(await countSegments()).toBe(MAX_WAITING_SEGMENTS);
    expect(await jobs()).toEqual([{ kind: 'search-index', payload: { spaceId } }]);
    await edit(0);
    expect(await countSegments()).toBe(2);
    for (let n = 64; n < 80; n += 1) await edit(n);
    expect(await countSegments()).toBe(18);
    await runJobs(app);
    expect(await countSegments()).toBe(3);
    expect((await search(app, spaceId, 'lantern')).count).toBe(100);
  });

  test.each([
    ['a short page', 3, {}],
    ['a long page', 400, {}],
    ['with a title', 400, { title: 'Renamed' }],
    ['with a title in the table of contents', 400, { linkTitle: 'Contents' }],
    ['with a slug', 400, { slug: 'elsewhere' }],
    ['with a description', 400, { description: 'candlelight' }],
    ['no longer indexed', 400, { noIndex: true }],
  ])('has an edited page as its edit wrote it, in one task: %s', async (_name, paragraphs, fields) => {
    const text = Array.from({ length: paragraphs }, (_, n) => `lantern ${n} ${'windmill '.repeat(8)}`);
    const spaceId = await spaceWith({
      ...files(3),
      'p1.md': `# Page 1\n\n## Part\n\n${text.join('\n\n')}\n`,
    });
    const pageId = (await openSnapshot(app, spaceId)).pages.findByPath('p1')?.entry.id as string;
    const content = `/v1/spaces/${spaceId}/content`;
    const { document } = (await app.request('GET', `${content}/page/${pageId}`)).json();
    const { key } = document.nodes.find(({ type }: { type: string }) => type === 'paragraph');
    const splice = { at: { key }, offset: 0, remove: 'lantern'.length, insert: 'dragonfly' };
    const change = { operation: 'update_page', page: pageId, text: [splice], ...fields };
    const run = vi.spyOn(app.context.threads, 'run');
    try {
      const response = await app.request('POST', content, { body: { changes: [change] } });
      expect(response.statusCode, response.body).toBe(200);
      expect(run.mock.calls.map(([{ kind }]) => kind)).toEqual(paragraphs > 100 ? ['edit-source'] : []);
    } finally {
      run.mockRestore();
    }
    const { pages: tree } = await openSnapshot(app, spaceId);
    const entry = tree.find(pageId)?.entry as DocumentEntry;
    const { id } = (await rowOf(spaceId)).segments.at(-1) as NamedSegment;
    const stored = await readSegments(app.context.db, app.organizationId, [id]);
    const { threads, db } = app.context;
    const readTexts = createTextsReader({ db, threads, organizationId: app.organizationId });
    const [written] = await writeSegments([entry], { threads, tree, lane: 'request', readTexts });
    expect(stored.get(id)?.equals(written?.content as Buffer)).toBe(true);
    expect((await search(app, spaceId, 'dragonfly')).count).toBe('noIndex' in fields ? 0 : 1);
  });

  test('is written in the threads of requests for an edited page that is long, in those of jobs for many', async () => {
    const long = (n: number) => `lantern ${n} ${'windmill '.repeat(5000)}`;
    const run = vi.spyOn(app.context.threads, 'run');
    const lanes = () =>
      run.mock.calls.flatMap(([{ kind }, , { lane }]) => (kind === 'write-segment' ? [lane] : []));
    try {
      const spaceId = await spaceWith(files(30, long));
      expect(lanes()).toEqual(['job']);
      await editAt(app, spaceId, 'p1', `# Page 1\n\n${long(100)}\n`);
      expect(lanes()).toEqual(['job', 'request']);
    } finally {
      run.mockRestore();
    }
  });

  test('leaves nothing behind that it does not name', async () => {
    const before = await storedSegments();
    const spaceId = await spaceWith(files(20));
    for (let edit = 0; edit < 30; edit += 1)
      await editAt(app, spaceId, `p${edit % 20}`, `# Page ${edit % 20}\n\nlantern ${edit}\n`);
    await putContent(
      app,
      spaceId,
      files(20, (n) => `second ${n}`),
    );
    await runJobs(app);
    const named = (await rowOf(spaceId)).segments.map(({ id }) => id);
    expect([...(await storedSegments())].filter((id) => !before.has(id)).sort()).toEqual(named.sort());
  });

  test('lets go of everything at once when all of the content is another', async () => {
    const spaceId = await spaceWith(files(40));
    await putContent(
      app,
      spaceId,
      files(40, (n) => `second ${n}`),
    );
    const { segments, livePages } = await rowOf(spaceId);
    expect([segments.map(({ pages }) => pages), livePages]).toEqual([[40], 40]);
    await putContent(app, spaceId, {});
    expect(await rowOf(spaceId)).toMatchObject({ segments: [], livePages: 0 });
  });

  test('after any changes finds the pages that one finds that is made anew', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 5, maxLength: 25 }), async (all) => {
        const spaceId = await spaceWith(files(12));
        for (const one of all) await change(spaceId, one);
        const pages = [...documentEntries(await openSnapshot(app, spaceId))].length;
        expect((await rowOf(spaceId)).livePages).toBe(pages);
        // Deleted pages affect the averages until they are swept: scores are not compared.
        const grown = foundIn(await ask(spaceId));
        await rebuildIndexOf(spaceId);
        expect((await rowOf(spaceId)).segments.length).toBe(pages > 0 ? 1 : 0);
        expect(foundIn(await ask(spaceId))).toEqual(grown);
      }),
      { numRuns: 8 },
    );
  });

  test('in many pieces, and after any merges, gives exactly the results of one piece', async () => {
    const spaceId = await spaceWith(files(3));
    for (let count = 4; count <= 40; count += 1) {
      await putContent(app, spaceId, files(count));
      if (count === 12 || count === 30) await runJobs(app);
      if (count !== 17) continue;
      const grown = await ask(spaceId);
      expect((await rowOf(spaceId)).segments.length).toBeGreaterThan(2);
      await rebuildIndexOf(spaceId);
      expect(await ask(spaceId)).toEqual(grown);
    }
    await runJobs(app);
    const pieces = await ask(spaceId);
    expect((await rowOf(spaceId)).segments.length).toBeGreaterThan(2);
    await rebuildIndexOf(spaceId);
    expect(await ask(spaceId)).toEqual(pieces);
  });
});

type Change =
  | { kind: 'edit'; page: number; word: number; times: number }
  | { kind: 'import'; pages: number; word: number }
  | { kind: 'jobs' };

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      page: fc.nat(11),
      word: fc.nat(4),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      pages: fc.integer({ min: 0, max: 14 }),
      word: fc.nat(4),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('jobs' as const) }) },
);

async function change(spaceId: string, one: Change): Promise<void> {
  if (one.kind === 'jobs') await runJobs(app);
  else if (one.kind === 'import')
    await putContent(
      app,
      spaceId,
      files(one.pages, (n) => `lantern ${WORDS[(n * one.word) % 5]}`),
    );
  else if ((await openSnapshot(app, spaceId)).pages.findByPath(`p${one.page}`)) {
    const text = `lantern ${`${WORDS[one.word]} `.repeat(one.times)}`;
    await editAt(app, spaceId, `p${one.page}`, `# Page ${one.page}\n\n${text}\n`);
  }
}

/** All results of some questions. */
async function ask(spaceId: string): Promise<FoundItem[][]> {
  const responses: FoundItem[][] = [];
  for (const query of ['lantern', 'page', 'lantern dragon', ...WORDS])
    responses.push((await search(app, spaceId, query, '&limit=100')).items);
  return responses;
}

const foundIn = (responses: FoundItem[][]): string[][] =>
  responses.map((items) => items.map(({ id, title }) => `${id} ${title}`).sort());

async function rebuildIndexOf(spaceId: string): Promise<void> {
  await dropIndex(spaceId);
  await enqueueStaleIndexes(app.context);
  await runJobs(app);
}

describe('the titles above a page', () => {
  /** Pages 1 to `count` below a page, beside another page with one below it. */
  const below = (count: number): Files => ({
    'SUMMARY.md': [
      '* [Uploads](uploads.md)',
      ...Array.from({ length: count }, (_, n) => `  * [Limits ${n}](uploads/l${n}.md)`),
      '* [Webhooks](webhooks.md)',
      '  * [Retries](webhooks/retries.md)',
    ].join('\n'),
    'uploads.md': '# Uploads\n\nFiles.\n',
    'webhooks.md': '# Webhooks\n\nEvents.\n',
    'webhooks/retries.md': '# Retries\n\nAgain, within limits.\n',
    ...Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`uploads/l${n}.md`, `# Limits ${n}\n\n10 MB.\n`]),
    ),
  });
  const change = async (spaceId: string, changes: object[]) => {
    const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    expect(response.statusCode, response.body).toBe(200);
  };
  const idAt = async (spaceId: string, path: string): Promise<string> =>
    (await openSnapshot(app, spaceId)).pages.findByPath(path)?.entry.id as string;
  /** The pages below a word: those of which a query for their own word and that one has all words. */
  const pagesBelow = async (spaceId: string, word: string): Promise<number> => {
    const { live } = await readLive(spaceId);
    return live.filter(({ above }) => above === hashTitlesAbove([word])).length;
  };
  async function readLive(spaceId: string) {
    const named = (await rowOf(spaceId)).segments;
    const contents = await readSegments(
      app.context.db,
      app.organizationId,
      named.map(({ id }) => id),
    );
    const segments = named.map(({ id }) => Segment.open(contents.get(id) as Buffer));
    const { live } = findLivePages(segments, await openSnapshot(app, spaceId));
    return {
      live: segments.flatMap((segment, at) =>
        Array.from(segment.aboveHashes, (above, ordinal) => ({ above, isLive: live[at]?.[ordinal] })).filter(
          ({ isLive }) => isLive === 1,
        ),
      ),
    };
  }

  test('are found with it, and follow when one is renamed or a page is moved', async () => {
    const spaceId = await spaceWith(below(3));
    expect((await search(app, spaceId, 'limits uploads')).items.at(0)?.title).toMatch(/^Limits/);
    const uploads = await idAt(spaceId, 'uploads');
    await change(spaceId, [{ operation: 'update_page', page: uploads, title: 'Transfers' }]);
    expect(await pagesBelow(spaceId, 'Transfers')).toBe(3);
    expect(await pagesBelow(spaceId, 'Uploads')).toBe(0);
    expect((await search(app, spaceId, 'limits transfers')).items.at(0)?.title).toMatch(/^Limits/);
    const moved = await idAt(spaceId, 'uploads/l0');
    await change(spaceId, [{ operation: 'update_page', page: moved, into: await idAt(spaceId, 'webhooks') }]);
    expect(await pagesBelow(spaceId, 'Webhooks')).toBe(2);
    expect(titlesOf(await search(app, spaceId, 'limits webhooks'))[0]).toBe('Limits 0');
    expect(await jobs()).toEqual([]);
  });

  test('are followed by a job where a change has more pages than it waits for', async () => {
    const spaceId = await spaceWith(below(60));
    const uploads = await idAt(spaceId, 'uploads');
    await change(spaceId, [{ operation: 'update_page', page: uploads, title: 'Transfers' }]);
    expect(await pagesBelow(spaceId, 'Uploads')).toBe(60);
    expect(await jobs()).toEqual([{ kind: 'search-index', payload: { spaceId } }]);
    // In the meantime, all pages are found as before.
    expect((await search(app, spaceId, 'limits')).count).toBe(61);
    await editAt(app, spaceId, 'uploads/l7', '# Limits 7\n\n20 MB.\n');
    expect(await pagesBelow(spaceId, 'Transfers')).toBe(1);
    await runJobs(app);
    expect(await pagesBelow(spaceId, 'Transfers')).toBe(60);
    const row = await rowOf(spaceId);
    expect(row.segments.some(({ titlesChangedIn }) => titlesChangedIn !== undefined)).toBe(false);
    expect(row.livePages).toBe(63);
    expect((await search(app, spaceId, 'limits')).count).toBe(61);
  });
});

describe('a space whose index', () => {
  test('is missing says so, and finds once it is made', async () => {
    const spaceId = await spaceWith(files(3));
    await dropIndex(spaceId);
    const refused = await app.request('GET', searchUrl(spaceId, 'lantern'));
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json().error.message).toContain('being indexed');
    await app.request('GET', searchUrl(spaceId, 'anchor'));
    expect(await jobs()).toEqual([{ kind: 'search-index', payload: { spaceId } }]);
    await runJobs(app);
    expect((await search(app, spaceId, 'lantern')).count).toBe(3);
  });

  test('is of another version is indexed anew', async () => {
    const spaceId = await spaceWith(files(3));
    await app.context.db
      .updateTable('search_index')
      .set({ version: 1 })
      .where('space_id', '=', spaceId)
      .execute();
    expect((await app.request('GET', searchUrl(spaceId, 'lantern'))).statusCode).toBe(503);
    await runJobs(app);
    expect((await rowOf(spaceId)).version).toBe(SEARCH_VERSION);
    expect((await search(app, spaceId, 'lantern')).count).toBe(3);
  });

  test('is missing is indexed after the next change too', async () => {
    const spaceId = await spaceWith(files(3));
    await dropIndex(spaceId);
    await editAt(app, spaceId, 'p1', '# Page 1\n\nwindmill\n');
    await runJobs(app);
    expect(titlesOf(await search(app, spaceId, 'windmill'))).toEqual(['Page 1']);
    expect((await search(app, spaceId, 'lantern')).count).toBe(2);
  });

  test('does not hold all pages is found out by a search, and mended', async () => {
    const spaceId = await spaceWith(files(3));
    await putContent(app, spaceId, files(4));
    const { segments } = await rowOf(spaceId);
    expect(segments).toHaveLength(2);
    await app.context.db
      .updateTable('search_index')
      .set({ segments: [segments[1]] })
      .where('space_id', '=', spaceId)
      .execute();
    expect((await search(app, spaceId, 'lantern')).count).toBe(1);
    await runJobs(app);
    expect((await search(app, spaceId, 'lantern')).count).toBe(4);
  });

  test('was left by another release is found at the start; empty and current ones are not', async () => {
    const [old, none] = [await spaceWith(files(2)), await spaceWith(files(2))];
    await spaceWith(files(2));
    await addSpace(app);
    await app.context.db
      .updateTable('search_index')
      .set({ version: 1 })
      .where('space_id', '=', old)
      .execute();
    await dropIndex(none);
    await enqueueStaleIndexes(app.context);
    await enqueueStaleIndexes(app.context);
    const found = (await jobs()).map(({ payload }) => (payload as { spaceId: string }).spaceId);
    expect(found.sort()).toEqual([old, none].sort());
  });

  test('is in another language than the space follows it, with the same segments', async () => {
    const spaceId = await spaceWith(files(3));
    const response = await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { language: 'de' } });
    expect(response.statusCode).toBe(200);
    expect((await search(app, spaceId, 'lantern')).count).toBe(3);
    const { segments } = await rowOf(spaceId);
    await runJobs(app);
    expect(await rowOf(spaceId)).toMatchObject({ language: 'de', segments });
    expect((await search(app, spaceId, 'lantern')).count).toBe(3);
    await editAt(app, spaceId, 'p1', '# Page 1\n\nWindmühle\n');
    expect(titlesOf(await search(app, spaceId, 'Windmühle'))).toEqual(['Page 1']);
  });

  test('is made while the content moves on ends at the content as it is', async () => {
    const spaceId = await spaceWith(files(5));
    await dropIndex(spaceId);
    await enqueueStaleIndexes(app.context);
    await Promise.all([
      runJobs(app),
      (async () => {
        for (let edit = 0; edit < 5; edit += 1)
          await editAt(app, spaceId, `p${edit}`, `# Page ${edit}\n\nwindmill ${edit}\n`);
      })(),
    ]);
    await runJobs(app);
    expect((await search(app, spaceId, 'windmill')).count).toBe(5);
    expect((await search(app, spaceId, 'lantern')).count).toBe(0);
    expect((await rowOf(spaceId)).livePages).toBe(5);
  });
});

test('a process that heard of no merge reads the index again', async () => {
  const words = Array.from({ length: 4000 }, (_, n) => `w${n.toString(36)}`).join(' ');
  const limits = { ...app.context.config.limits, memoryCacheBytes: 8000 };
  const deaf = await buildTestApp({ beside: app, config: { limits } });
  try {
    const spaceId = await spaceWith(files(9, (n) => `lantern ${n === 8 ? words : n}`));
    expect((await search(deaf, spaceId, 'lantern')).count).toBe(9);
    for (let edit = 0; edit < 8; edit += 1)
      await editAt(app, spaceId, `p${edit}`, `# Page ${edit}\n\nlantern ${words} ${edit}\n`);
    await putContent(
      app,
      spaceId,
      files(9, (n) => `lantern ${n === 8 ? words : n} again`),
    );
    await runJobs(app);
    const found = await search(deaf, spaceId, 'lantern');
    expect(found.items.length).toBe(found.count);
  } finally {
    await deaf.close();
  }
});

describe('the sweep', () => {
  test('takes what no index names and nobody touched, and nothing else', async () => {
    const spaceId = await spaceWith(files(2));
    const other = await spaceWith(files(2));
    await dropIndex(other);
    const sweep = (before: Date) =>
      app.context.transact(({ trx }) => sweepSearchSegments(trx, app.organizationId, before));
    const stored = await storedSegments();
    expect(await sweep(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await storedSegments()).toEqual(stored);
    expect(await sweep(new Date(Date.now() + 60_000))).toBeGreaterThanOrEqual(1);
    expect((await search(app, spaceId, 'lantern')).count).toBe(2);
    const named = (await app.context.db.selectFrom('search_index').select('segments').execute()).flatMap(
      (row) => (row.segments as { id: string }[]).map(({ id }) => id),
    );
    expect(await storedSegments()).toEqual(new Set(named));
  });
});
