import { describe, expect, it } from 'vitest';
import { whyNoCorpora } from '../../../test/git-fixtures.ts';
import { measureQuality } from '../../../test/search-quality/measure-quality.ts';
import {
  CORPUS_SETS,
  OWN_SETS,
  openMeasured,
  type QualitySet,
} from '../../../test/search-quality/quality-sets.ts';
import { search } from './search.ts';

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
  const measured = await load();
  const { pages, operations = [], queries } = measured;
  const known = new Set([...pages, ...operations].map(({ pageId }) => pageId));
  for (const { path, others = [] } of queries)
    for (const one of [path, ...others]) expect(known).toContain(one);
  const searched = openMeasured(measured, language);
  const { mrr, recallAt5, misses } = await measureQuality(queries, (query) =>
    Array.from(search(searched, query, { language }), ({ pageId }) => pageId),
  );
  expect(mrr, JSON.stringify(misses)).toBeGreaterThanOrEqual(bounds.mrr);
  expect(recallAt5, JSON.stringify(misses)).toBeGreaterThanOrEqual(bounds.recallAt5);
}
