import { type SearchedSegment, search } from '@lectern/search/search';
import { Segment } from '@lectern/search/segment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSegment } from '../../../../../packages/search/test/write-segment.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSite, addSpace } from '../../../../../test/factories.ts';
import type { Audience } from '../../../content/revisions/audience.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SitePointer, SpacePointer } from '../../../platform/access/pointers.ts';
import { createSearchParts } from '../../content/search/search-parts.ts';
import { NO_COMPUTED_PAGES } from '../../specs/pages/computed-tree.ts';
import { createSiteReaders } from '../site-visitors/site-readers.ts';
import { searchSite } from './search-site.ts';
import { createVisibleIndexes } from './visible-indexes.ts';

const PRO = 'visitor.claims.plan === "pro"';
const plain: Audience = { claims: {}, isVisitor: true, now: new Date('2026-11-22T12:00:00Z') };

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

async function addSpaceWith(files: Files): Promise<string> {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, files);
  return spaceId;
}

async function openWith(files: Files): Promise<OpenRevision> {
  const space = (await app.context.pointers.spaces.find(await addSpaceWith(files))) as SpacePointer;
  return app.app.content.open(space, space.revisionId);
}

/** A segment of pages of a revision, all of them live. */
function segmentOf({ snapshot }: OpenRevision, paths: readonly string[]): SearchedSegment {
  const pages = paths.map((path) => ({
    pageId: snapshot.pages.findByPath(path)?.entry.id ?? '',
    key: Buffer.alloc(16),
    title: path,
    sections: [{ title: '', text: 'A zephyr.' }],
  }));
  return {
    segment: Segment.open(writeSegment(pages, null)),
    live: new Uint8Array(pages.length).fill(1),
  };
}

test('a page stays hidden in the segments that a merge makes of others', async () => {
  const open = await openWith({
    'open.md': '# Open\n\nA zephyr.\n',
    'shut.md': `---\nif: ${PRO}\n---\n\n# Shut\n\nA zephyr.\n`,
  });
  const visible = createVisibleIndexes(app.context, app.app.content);
  const index = await visible.find(open, plain);
  const find = (...segments: SearchedSegment[]): string[] =>
    [...search(index?.narrow(segments) ?? segments, 'zephyr', { language: null })].map(
      ({ pageId }) => open.snapshot.pages.find(pageId)?.entry.title ?? pageId,
    );
  expect(find(segmentOf(open, ['open']), segmentOf(open, ['shut']))).toEqual(['Open']);
  expect(find(segmentOf(open, ['shut', 'open']))).toEqual(['Open']);
  expect(find(segmentOf(open, ['shut']), segmentOf(open, ['open']))).toEqual(['Open']);
});

test('what is found goes with the text that was written for it', async () => {
  const text = 'word '.repeat(4000);
  const open = await openWith({
    'page.md': `# Page\n\n{% if ${PRO} %}\n${text}\n{% endif %}\n\n{% if !(${PRO}) %}\n${text}\n{% endif %}\n`,
  });
  const config = {
    ...app.context.config,
    limits: { ...app.context.config.limits, memoryCacheBytes: 4 * 80_000 },
  };
  const visible = createVisibleIndexes({ ...app.context, config }, app.app.content);
  const pro: Audience = { ...plain, claims: { plan: 'pro' } };
  const [first, other] = [await visible.find(open, plain), await visible.find(open, pro)];
  expect(other).not.toBe(first);
  // The text for the second did not fit beside that for the first.
  expect(await visible.find(open, plain)).not.toBe(first);
});

test('a search opens only the spaces that it looks into', async () => {
  const spaceId = await addSpaceWith({ 'README.md': '# One\n\nA lantern.\n' });
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  const site = (await app.context.pointers.sites.find(siteId)) as SitePointer;
  const { context } = app;
  const { content } = app.app;
  const opened: string[] = [];
  const parts = {
    context,
    content,
    search: createSearchParts(context, content, async () => NO_COMPUTED_PAGES),
    readers: createSiteReaders(context),
    visible: {
      find: async ({ space }: OpenRevision) => {
        opened.push(space.spaceId);
        return undefined;
      },
    },
  };
  const visitor = {
    organizationId: site.organizationId,
    siteId,
    epoch: site.visitorEpoch,
    claims: {},
    isAuthenticated: false,
  };
  const ask = async (query: string): Promise<number> => {
    const question = {
      query,
      scope: { mode: 'all' } as const,
      after: undefined,
      limit: 5,
      issueNext: () => '',
    };
    return (await searchSite(parts, site, { visitor }, question)).count ?? 0;
  };
  expect([await ask('…'), opened]).toEqual([0, []]);
  expect([await ask('lantern'), opened]).toEqual([1, [spaceId]]);
});
