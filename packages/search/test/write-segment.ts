import type { IndexedPage } from '../src/indexed-page.ts';
import { createSegmentWriter } from '../src/segment-writer.ts';

/** The bytes of a segment of these pages. */
export function writeSegment(pages: Iterable<IndexedPage>, language: string | null): Buffer {
  const writer = createSegmentWriter(language);
  for (const page of pages) writer.add(page);
  return writer.finish();
}
