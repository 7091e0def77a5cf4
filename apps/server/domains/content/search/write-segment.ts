import type { DocumentFacts } from '@lectern/content/facts/document-facts';
import type { Section } from '@lectern/content/facts/sections';
import type { Hash } from '@lectern/content/tree/hash';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { IndexedPage } from '@lectern/search/indexed-page';
import { createSegmentWriter } from '@lectern/search/segment-writer';
import { readWords, type TextWords } from '@lectern/search/text-words';
import { hashTitlesAbove } from '@lectern/search/titles-above';
import { LRUCache } from 'lru-cache';
import type { PreparedSegment } from '../../../content/facts/facts.repository.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { type DocumentEntry, pageKey } from './page-key.ts';
import type { IndexedTexts } from './page-parts.ts';

/** A page as a thread gets it; `texts`: the facts and sections of its document. */
export interface PageToIndex {
  pageId: string;
  key: Uint8Array;
  title: string;
  linkTitle: string | undefined;
  slug: string;
  /** The titles above it, as `indexedTitlesAbove` lists them. */
  above: readonly string[];
  texts: IndexedTexts;
}

/** The length of the texts whose words are remembered: about five times as much memory. */
const MAX_REMEMBERED_LENGTH = 500_000;

const words = new LRUCache<string, TextWords>({
  maxSize: MAX_REMEMBERED_LENGTH,
  sizeCalculation: (_words, text) => Math.max(1, text.length),
});

function wordsOf(text: string): TextWords {
  let known = words.get(text);
  if (!known) {
    known = readWords(text);
    words.set(text, known);
  }
  return known;
}

/** Writes pages into one segment without a language. */
export const writeSegmentTask = defineThreadTask(
  'write-segment',
  (pages: readonly PageToIndex[]): Uint8Array => {
    // A page alone is one that somebody edits.
    const writer = createSegmentWriter(null, pages.length === 1 ? wordsOf : undefined);
    for (const page of pages) writer.add(toIndexedPage(page));
    return writer.finish();
  },
);

/** The fields of an edited page in the search index apart from its document. */
export interface EditedPage extends Pick<DocumentEntry, 'id' | 'title' | 'linkTitle' | 'slug'> {
  above: readonly string[];
}

/**
 * Writes the segment of an edited page in the thread that has just parsed its source. `stored`: the facts as JSON and
 * the sections, both as they are stored.
 */
export function prepareSegment(
  entry: EditedPage & { document: Hash },
  stored: { facts: string; sections: Section[] },
): PreparedSegment {
  const { id: pageId, title, linkTitle, slug, above } = entry;
  const key = pageKey(entry);
  const writer = createSegmentWriter(null, wordsOf);
  const page = { pageId, key, title, linkTitle, slug, above };
  writer.add(toIndexed(page, JSON.parse(stored.facts), stored.sections));
  return { pageId, key, aboveHash: hashTitlesAbove(above), content: writer.finish() };
}

export const toIndexedPage = ({ texts, ...page }: PageToIndex): IndexedPage =>
  toIndexed(page, JSON.parse(texts.facts), () => JSON.parse(texts.sections));

function toIndexed(
  { pageId, key, title, linkTitle, slug, above }: Omit<PageToIndex, 'texts'>,
  facts: DocumentFacts,
  sections: Section[] | (() => Section[]),
): IndexedPage {
  const { description, noIndex } = readPageSettings(facts);
  // The page stays among those of the segment, without anything that could be found.
  if (noIndex) return { pageId, key, title: '', path: '', above, sections: [] };
  return {
    pageId,
    key,
    title,
    ...(linkTitle ? { linkTitle } : {}),
    ...(facts.title && facts.title !== title ? { documentTitle: facts.title } : {}),
    ...(description ? { description } : {}),
    // Only its own part of the path: its parents may move without it.
    path: slug,
    above,
    sections: typeof sections === 'function' ? sections() : sections,
  };
}
