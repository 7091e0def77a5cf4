import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';
import type { SpacePointer } from '../../../../access/pointers.ts';
import type { OpenRevision } from '../../revisions/content-store.ts';
import type { Snapshot } from '../../tree/snapshot.ts';
import { linksOf, summaryOf } from '../links.fixtures.ts';
import { readSpaceLinks } from './read-space-links.ts';
import type { SpaceLinks } from './space-links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const NAMES = ['README.md', 'a.md', 'b.md', 'dir/README.md', 'dir/c.md'];
const NOTES = ['.gitbook/includes/n.md', '.gitbook/includes/m.md'];
const TARGETS = [
  ...[
    'a.md',
    'a.md#one',
    'b.md#two',
    'dir/',
    'dir/c.md#One',
    '#two',
    'README.md#n',
    '/b.md',
    'x.png',
    'old',
    '',
  ],
];

const source = fc
  .record({
    headings: fc.subarray(['One', 'Two', 'N']),
    targets: fc.array(fc.constantFrom(...TARGETS), { maxLength: 4 }),
    include: fc.option(fc.constantFrom(...NOTES)),
  })
  .map(({ headings, targets, include }) =>
    [
      '# Title',
      ...headings.map((title) => `## ${title}`),
      ...targets.map((target) => `[x](${target})`),
      ...(include ? [`{% include "/${include}" %}`] : []),
    ].join('\n\n'),
  );

const change = fc.record({
  files: fc.dictionary(fc.constantFrom(...NAMES, ...NOTES), source, { minKeys: 1, maxKeys: 2 }),
  removed: fc.option(fc.constantFrom('b.md', 'dir/c.md', NOTES[0] as string), { freq: 4 }),
  redirect: fc.option(fc.constantFrom('a.md', 'b.md'), { freq: 5 }),
  hasImage: fc.boolean(),
});

async function openCurrent(spaceId: string): Promise<OpenRevision> {
  const space = (await app.context.pointers.spaces.find(spaceId)) as SpacePointer;
  return app.app.content.open(space, space.revisionId);
}

const read = (snapshot: Snapshot, previous: SpaceLinks | undefined): Promise<SpaceLinks> =>
  readSpaceLinks(snapshot, {
    baseUrl: app.context.config.baseUrl,
    loadParts: (hashes) => app.app.content.facts.load(app.organizationId, 'references', hashes),
    previous,
  });

test('what is taken over from the revision before is what would be found anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 5 }), async (changes) => {
      const spaceId = await addSpace(app);
      let before: SpaceLinks | undefined;
      let files: Files = { 'README.md': '# Home\n', 'a.md': '# A\n', 'b.md': '# B\n', 'dir/c.md': '# C\n' };
      for (const { files: written, removed, redirect, hasImage } of changes) {
        files = { ...files, ...written };
        if (removed) delete files[removed];
        const extra: Files = {
          ...(redirect ? { '.gitbook.yaml': `redirects:\n  old: ${redirect}\n` } : {}),
          ...(hasImage ? { 'x.png': 'x' } : {}),
        };
        await putContent(app, spaceId, { ...files, ...extra, 'SUMMARY.md': summaryOf(files) });
        const { snapshot } = await openCurrent(spaceId);
        const taken = await read(snapshot, before);
        const anew = await read(snapshot, undefined);
        expect(taken.owners).toEqual(anew.owners);
        expect([...taken.statuses]).toEqual([...anew.statuses]);
        expect([...taken.positions]).toEqual([...anew.positions]);
        before = taken;
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('a heading that a reusable content names is looked for again when a page that shows it changes', async () => {
  const spaceId = await addSpace(app);
  const statuses: string[] = [];
  for (const heading of ['## Other', '## Here', '## Other']) {
    const files = {
      'README.md': `# Home\n\n${heading}\n\n{% include ".gitbook/includes/n.md" %}\n`,
      '.gitbook/includes/n.md': '[up](#here)\n',
    };
    await putContent(app, spaceId, { ...files, 'SUMMARY.md': summaryOf(files) });
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links`);
    statuses.push(items.find(({ target }) => target === '#here')?.status as string);
  }
  expect(statuses).toEqual(['broken', 'ok', 'broken']);
});

test('a space of 40,000 links is counted rightly and read page by page', async () => {
  const files: Files = { 'README.md': '# Home\n' };
  for (let page = 0; page < 200; page += 1) {
    const links = Array.from({ length: 200 }, (_, n) => {
      if (n === 7) return `[x](gone-${page}.md)`;
      return n % 2 === 0 ? `[x](p${(page + n) % 200}.md#part)` : `[x](https://example.com/${page}/${n})`;
    });
    files[`p${page}.md`] = `# P${page}\n\n## Part\n\n${links.join(' ')}\n`;
  }
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { ...files, 'SUMMARY.md': summaryOf(files) });
  const stats = { total: 40_000, broken: { total: 200 } };
  expect(await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1`)).toMatchObject({ count: 40_000, stats });
  expect(await linksOf(app, `/v1/spaces/${spaceId}/links?status=ok&limit=1`)).toMatchObject({
    count: 39_800,
    stats,
  });
  const seen: string[] = [];
  let pages = 0;
  for (let page: string | undefined = ''; page !== undefined; pages += 1) {
    const answer = await linksOf(
      app,
      `/v1/spaces/${spaceId}/links?status=broken&limit=70${page && `&page=${page}`}`,
    );
    expect(answer).toMatchObject({ count: 200, stats });
    seen.push(...answer.items.map(({ target }) => target));
    page = answer.next?.page;
  }
  expect(pages).toBe(3);
  expect(seen).toEqual(Array.from({ length: 200 }, (_, page) => `gone-${page}.md`));
}, 60_000);
