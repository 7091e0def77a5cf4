import type { DocumentFacts } from '@lectern/content/facts/document-facts';
import type { Section } from '@lectern/content/facts/sections';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { IndexedPage } from '@lectern/search/indexed-page';
import { createSegmentWriter } from '@lectern/search/segment-writer';
import { readWords, type TextWords } from '@lectern/search/text-words';
import { LRUCache } from 'lru-cache';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import type { IndexedTexts } from './page-parts.ts';

/** A page as a thread gets it; `texts`: the facts and sections of its document. */
export interface PageToIndex {
  pageId: string;
  key: Uint8Array;
  title: string;
  linkTitle: string | undefined;
  slug: string;
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

export function toIndexedPage({ pageId, key, title, linkTitle, slug, texts }: PageToIndex): IndexedPage {
  const facts = JSON.parse(texts.facts) as DocumentFacts;
  const { description, noIndex } = readPageSettings(facts);
  // The page stays among those of the segment, without anything that could be found.
  if (noIndex) return { pageId, key, title: '', path: '', sections: [] };
  return {
    pageId,
    key,
    title,
    ...(linkTitle ? { linkTitle } : {}),
    ...(facts.title && facts.title !== title ? { documentTitle: facts.title } : {}),
    ...(description ? { description } : {}),
    // Only its own part of the path: its parents may move without it.
    path: slug,
    sections: JSON.parse(texts.sections) as Section[],
  };
}
