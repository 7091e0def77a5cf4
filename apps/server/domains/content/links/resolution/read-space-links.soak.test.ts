import type { Snapshot } from '@lectern/content/tree/snapshot';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../../test/content.ts';
import { addSpace } from '../../../../../../test/factories.ts';
import { linksOf, summaryOf } from '../../../../../../test/fixtures/content/links/links.ts';
import type { OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
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
  ...['a.md', 'a.md#one', 'b.md#two', 'dir/', 'dir/c.md#One', '#two', 'README.md#n', '/b.md', 'x.png'],
  ...['/old', '/old#one', ''],
];
/** A page that everything refers to, so that its changes show. */
const FIRST: Files = {
  'README.md': `# Home\n\n{% include "/${NOTES[0]}" %}\n`,
  'a.md': `# A\n\n${TARGETS.map((target) => `[x](${target})\n`).join('\n')}`,
  'b.md': `# B\n\n{% include "/${NOTES[1]}" %}\n`,
  'dir/c.md': `# C\n\n${TARGETS.map((target) => `[x](/${target})\n`).join('\n')}`,
  [NOTES[0] as string]: '## N\n',
  [NOTES[1] as string]: '## Two\n',
};

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

/** One change at a time: most results can be reused, and those that cannot rarely change together. */
const change: fc.Arbitrary<(files: Files) => Files> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...NAMES, ...NOTES), source)
      .map(([path, text]) => (files: Files) => ({ ...files, [path]: text })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('a.md', 'b.md')
      .map((to) => (files: Files) => ({ ...files, '.gitbook.yaml': `redirects:\n  old: ${to}\n` })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('b.md', 'dir/c.md', NOTES[0] as string, '.gitbook.yaml', 'x.png').map(
      (path) =>
        ({ [path]: _, ...rest }: Files) =>
          rest,
    ),
  },
  { weight: 1, arbitrary: fc.constant((files: Files) => ({ ...files, 'x.png': 'x' })) },
);

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
    fc.asyncProperty(fc.array(change, { minLength: 8, maxLength: 16 }), async (changes) => {
      const spaceId = await addSpace(app);
      let before: SpaceLinks | undefined;
      let files: Files = FIRST;
      for (const apply of changes) {
        files = apply(files);
        await putContent(app, spaceId, { ...files, 'SUMMARY.md': summaryOf(files) });
        const { snapshot } = await openCurrent(spaceId);
        const taken = await read(snapshot, before);
        const anew = await read(snapshot, undefined);
        expect(taken.owners).toEqual(anew.owners);
        expect([...taken.statuses]).toEqual([...anew.statuses]);
        expect([...taken.positions]).toEqual([...anew.positions]);
        before = taken;
      }
    }),
    { numRuns: 15 },
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
    const response = await linksOf(
      app,
      `/v1/spaces/${spaceId}/links?status=broken&limit=70${page && `&page=${page}`}`,
    );
    expect(response).toMatchObject({ count: 200, stats });
    seen.push(...response.items.map(({ target }) => target));
    page = response.next?.page;
  }
  expect(pages).toBe(3);
  expect(seen).toEqual(Array.from({ length: 200 }, (_, page) => `gone-${page}.md`));
}, 60_000);
