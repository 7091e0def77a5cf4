import type { IndexedPage } from './indexed-page.ts';

/** The bytes of an immutable index of some pages, which `Segment.open` reads. */
export function writeSegment(pages: Iterable<IndexedPage>, language: string | null): Buffer {
  return Buffer.from(
    JSON.stringify({
      language,
      pages: [...pages].map((page) => ({ ...page, key: page.key.toString('hex') })),
    }),
  );
}
