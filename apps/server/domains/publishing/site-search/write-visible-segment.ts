import { decodeSource } from '@lectern/content/facts/document-facts';
import { readSections, type Section } from '@lectern/content/facts/sections';
import { evaluateDocument, type Outcomes } from '@lectern/markdown/evaluate-document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { createSegmentWriter } from '@lectern/search/segment-writer';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { type PageToIndex, toIndexedPage } from '../../content/search/write-segment.ts';

/** A page with conditions in its document. */
export interface AdaptivePage {
  page: Omit<PageToIndex, 'texts'>;
  /** The facts of its document, as JSON. */
  facts: string;
  /** Its document; if undefined, the page is found only by its names. */
  source: Uint8Array | undefined;
  /** The results of its conditions. */
  outcomes: Outcomes;
}

export interface VisibleSegment {
  content: Uint8Array;
  /** The visible sections of each page, in the order of the pages. */
  sections: Section[][];
}

/** Indexes the parts of pages that some readers see. */
export const writeVisibleSegmentTask = defineThreadTask(
  'write-visible-segment',
  (pages: readonly AdaptivePage[]): VisibleSegment => {
    const writer = createSegmentWriter(null);
    const all: Section[][] = [];
    for (const { page, facts, source, outcomes } of pages) {
      const sections = source ? readVisibleSections(source, outcomes) : [];
      all.push(sections);
      writer.add(toIndexedPage({ ...page, texts: { facts, sections: JSON.stringify(sections) } }));
    }
    return { content: writer.finish(), sections: all };
  },
);

function readVisibleSections(source: Uint8Array, outcomes: Outcomes): Section[] {
  const { document } = parseMarkdown(decodeSource(source).text);
  return readSections({ document: evaluateDocument(document, outcomes) });
}
