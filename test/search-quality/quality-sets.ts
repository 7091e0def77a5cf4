import type { IndexedPage } from '@lectern/search/indexed-page';
import type { CorpusName } from '../git-fixtures.ts';
import { chinesePages, chineseQueries } from './chinese.ts';
import { codePages, codeQueries } from './code.ts';
import { generateQueries } from './generate-queries.ts';
import { japanesePages, japaneseQueries } from './japanese.ts';
import { koreanPages, koreanQueries } from './korean.ts';
import { type KnownItemQuery, loadCorpusPages, loadCorpusQueries, readPages } from './load-pages.ts';

export interface QualitySet {
  language: string | null;
  /** The minimum quality. */
  bounds: { mrr: number; recallAt5: number };
  load(): Promise<{ pages: IndexedPage[]; queries: KnownItemQuery[] }>;
}

const own = (
  language: string,
  files: Readonly<Record<string, string>>,
  queries: KnownItemQuery[],
): QualitySet => ({
  language,
  bounds: { mrr: 0.95, recallAt5: 0.98 },
  load: async () => ({ pages: await readPages(files), queries }),
});

const generated = (name: CorpusName): QualitySet => ({
  language: null,
  bounds: { mrr: 0.95, recallAt5: 0.98 },
  load: async () => {
    const pages = await loadCorpusPages(name);
    return { pages, queries: generateQueries(pages, 40) };
  },
});

/** Pages with queries for known ones among them: of the real repositories, and of our own making. */
export const CORPUS_SETS: Record<string, QualitySet> = {
  phantasma: {
    language: null,
    bounds: { mrr: 0.9, recallAt5: 0.98 },
    load: async () => ({ pages: await loadCorpusPages('phantasma-docs'), queries: loadCorpusQueries() }),
  },
  'phantasma, generated': generated('phantasma-docs'),
  'govstack, generated': generated('govstack-bb-payments'),
};

export const OWN_SETS: Record<string, QualitySet> = {
  Chinese: own('zh', chinesePages, chineseQueries),
  Japanese: own('ja', japanesePages, japaneseQueries),
  Korean: own('ko', koreanPages, koreanQueries),
  code: own('en', codePages, codeQueries),
};
