import { describe, expect, it } from 'vitest';
import { whyNoCorpora } from '../../../../../test/git-fixtures.ts';
import { chinesePages, chineseQueries } from '../../../../../test/search-quality/chinese.ts';
import { codePages, codeQueries } from '../../../../../test/search-quality/code.ts';
import { japanesePages, japaneseQueries } from '../../../../../test/search-quality/japanese.ts';
import { koreanPages, koreanQueries } from '../../../../../test/search-quality/korean.ts';
import {
  type KnownItemQuery,
  loadCorpusPages,
  loadCorpusQueries,
  readPages,
} from '../../../../../test/search-quality/load-pages.ts';
import { measureQuality } from '../../../../../test/search-quality/measure-quality.ts';
import type { IndexedPage } from './indexed-page.ts';
import { search } from './search.ts';
import { Segment } from './segment.ts';
import { writeSegment } from './segment-writer.ts';

function qualityOf(
  pages: readonly IndexedPage[],
  queries: readonly KnownItemQuery[],
  language: string | null,
) {
  const segment = Segment.open(writeSegment(pages, language));
  const searched = { segment, live: new Uint8Array(segment.pageCount).fill(1) };
  return measureQuality(queries, (query) =>
    search([searched], query, { language }).map(({ pageId }) => pageId),
  );
}

describe('search finds the page that is meant', () => {
  it.skipIf(whyNoCorpora)('in a real repository', async () => {
    const pages = await loadCorpusPages('phantasma-docs');
    const { mrr, recallAt5, misses } = await qualityOf(pages, loadCorpusQueries(), null);
    expect(mrr, JSON.stringify(misses)).toBeGreaterThanOrEqual(0.9);
    expect(recallAt5, JSON.stringify(misses)).toBeGreaterThanOrEqual(0.98);
  });

  it.each([
    ['Chinese', chinesePages, chineseQueries, 'zh'],
    ['Japanese', japanesePages, japaneseQueries, 'ja'],
    ['Korean', koreanPages, koreanQueries, 'ko'],
    ['code', codePages, codeQueries, 'en'],
  ])('in %s', async (_, files, queries, language) => {
    const pages = await readPages(files);
    for (const { path } of queries) expect(Object.keys(files)).toContain(path);
    const { mrr, recallAt5, misses } = await qualityOf(pages, queries, language);
    expect(mrr, JSON.stringify(misses)).toBeGreaterThanOrEqual(0.95);
    expect(recallAt5, JSON.stringify(misses)).toBeGreaterThanOrEqual(0.98);
  });
});
