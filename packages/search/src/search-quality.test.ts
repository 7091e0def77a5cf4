import { describe, expect, it } from 'vitest';
import { whyNoCorpora } from '../../../test/git-fixtures.ts';
import { measureQuality } from '../../../test/search-quality/measure-quality.ts';
import { CORPUS_SETS, OWN_SETS, type QualitySet } from '../../../test/search-quality/quality-sets.ts';
import { writeSegment } from '../test/write-segment.ts';
import { search } from './search.ts';
import { Segment } from './segment.ts';

describe('search finds the page that is meant', () => {
  it.skipIf(whyNoCorpora).each(Object.keys(CORPUS_SETS))(
    'in real pages: %s',
    async (name) => {
      await expectQuality(CORPUS_SETS[name] as QualitySet);
    },
    120_000,
  );

  it.each(Object.keys(OWN_SETS))('in %s', async (name) => {
    await expectQuality(OWN_SETS[name] as QualitySet);
  });
});

async function expectQuality({ language, bounds, load }: QualitySet): Promise<void> {
  const { pages, queries } = await load();
  const known = new Set(pages.map(({ pageId }) => pageId));
  for (const { path } of queries) expect(known).toContain(path);
  const segment = Segment.open(writeSegment(pages, language));
  const searched = { segment, live: new Uint8Array(segment.pageCount).fill(1) };
  const { mrr, recallAt5, misses } = await measureQuality(queries, (query) =>
    Array.from(search([searched], query, { language }), ({ pageId }) => pageId),
  );
  expect(mrr, JSON.stringify(misses)).toBeGreaterThanOrEqual(bounds.mrr);
  expect(recallAt5, JSON.stringify(misses)).toBeGreaterThanOrEqual(bounds.recallAt5);
}
