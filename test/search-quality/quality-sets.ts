import type { IndexedPage } from '@lectern/search/indexed-page';
import { COMPUTED_WEIGHT } from '@lectern/search/ranking';
import type { SearchedSegment } from '@lectern/search/search';
import { Segment } from '@lectern/search/segment';
import { writeSegment } from '../../packages/search/test/write-segment.ts';
import type { CorpusName } from '../git-fixtures.ts';
import { loadOperations, loadOwnDocumentation } from './api-pages.ts';
import { apiQueries, guidesOfOperations } from './api-queries.ts';
import { chinesePages, chineseQueries } from './chinese.ts';
import { clientQuestions, loadClientPages } from './client-questions.ts';
import { codePages, codeQueries } from './code.ts';
import { furtherEnglishQuestions, govstackQuestions, phantasmaQuestions } from './further-questions.ts';
import { generateQueries } from './generate-queries.ts';
import { japanesePages, japaneseQueries } from './japanese.ts';
import { koreanPages, koreanQueries } from './korean.ts';
import {
  type KnownItemQuery,
  loadCorpusPages,
  loadCorpusQueries,
  loadCorpusSpaces,
  readPages,
} from './load-pages.ts';
import { paymentQuestions } from './payment-questions.ts';
import { chineseQuestions, englishQuestions, frameworkPages, japaneseQuestions } from './questions.ts';
import { ownTuningQuestions, phantasmaTuningQuestions } from './tuning-questions.ts';
import { chineseNaturalQuestions, fastifyQuestions, loadFastifyPages } from './unseen-questions.ts';

export interface QualitySet {
  language: string | null;
  /** The minimum quality. */
  bounds: { mrr: number; recallAt5: number };
  load(): Promise<MeasuredPages>;
}

export interface MeasuredPages {
  pages: IndexedPage[];
  /** Operations of specs, which are searched together with the pages. */
  operations?: IndexedPage[];
  queries: KnownItemQuery[];
}

/** The segments in which the pages of a set are searched. */
export function openMeasured(
  { pages, operations = [] }: MeasuredPages,
  language: string | null,
): SearchedSegment[] {
  const open = (indexed: IndexedPage[], weight: number): SearchedSegment => {
    const segment = Segment.open(writeSegment(indexed, language));
    return { segment, live: new Uint8Array(segment.pageCount).fill(1), weight };
  };
  return [open(pages, 1), ...(operations.length > 0 ? [open(operations, COMPUTED_WEIGHT)] : [])];
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

const asked = (load: () => Promise<IndexedPage[]>, queries: KnownItemQuery[], mrr: number): QualitySet => ({
  language: 'en',
  bounds: { mrr, recallAt5: mrr },
  load: async () => ({ pages: await load(), queries }),
});

/** Pages with queries for known ones among them: of the real repositories, and of our own making. */
export const CORPUS_SETS: Record<string, QualitySet> = {
  phantasma: {
    language: null,
    bounds: { mrr: 0.95, recallAt5: 0.98 },
    load: async () => ({ pages: await loadCorpusPages('phantasma-docs'), queries: loadCorpusQueries() }),
  },
  'phantasma, generated': generated('phantasma-docs'),
  'govstack, generated': generated('govstack-bb-payments'),
  'phantasma, questions': asked(() => loadCorpusPages('phantasma-docs'), phantasmaQuestions, 0.85),
  'govstack, questions': asked(() => loadCorpusPages('govstack-bb-payments'), govstackQuestions, 0.9),
  'phantasma, tuning': asked(() => loadCorpusPages('phantasma-docs'), phantasmaTuningQuestions, 0.9),
  'questions about payments': asked(() => loadCorpusSpaces('gitbook-example-site'), paymentQuestions, 0.88),
  'API reference and guides': {
    language: 'en',
    bounds: { mrr: 0.95, recallAt5: 0.98 },
    load: async () => ({
      pages: await loadOwnDocumentation(guidesOfOperations),
      operations: loadOperations(),
      queries: apiQueries,
    }),
  },
};

export const OWN_SETS: Record<string, QualitySet> = {
  Chinese: own('zh', chinesePages, chineseQueries),
  Japanese: own('ja', japanesePages, japaneseQueries),
  Korean: own('ko', koreanPages, koreanQueries),
  code: own('en', codePages, codeQueries),
  'questions in English': {
    language: 'en',
    bounds: { mrr: 0.95, recallAt5: 0.95 },
    load: async () => ({ pages: await loadOwnDocumentation(), queries: englishQuestions }),
  },
  'further questions in English': asked(() => loadOwnDocumentation(), furtherEnglishQuestions, 0.9),
  'tuning questions in English': asked(() => loadOwnDocumentation(), ownTuningQuestions, 0.87),
  'questions in Chinese': own('zh', frameworkPages, chineseQuestions),
  'questions in Japanese': own('ja', japanesePages, japaneseQuestions),
  'questions about Fastify': asked(loadFastifyPages, fastifyQuestions, 0.9),
  'questions about Undici': asked(loadClientPages, clientQuestions, 0.88),
  'unseen questions in Chinese': {
    language: 'zh',
    // How words are separated depends on the version of Node.js.
    bounds: { mrr: 0.9, recallAt5: 0.95 },
    load: async () => ({ pages: await readPages(chinesePages), queries: chineseNaturalQuestions }),
  },
};
