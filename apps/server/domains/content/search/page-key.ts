import { hash } from 'node:crypto';
import type { PageEntry } from '@lectern/content/tree/entries';
import { SEARCH_VERSION } from './search-version.ts';

export type DocumentEntry = Extract<PageEntry, { type: 'document' }>;

/** The key of a page in the index. */
type IndexedFields = Pick<DocumentEntry, 'document' | 'slug' | 'title' | 'linkTitle'>;

const keys = new WeakMap<IndexedFields, Buffer>();

/**
 * Returns a hash of 16 bytes of all indexed content of a page. It depends only on the entry, so that a revision is
 * enough to find its pages in a segment. Revisions share unchanged entries, and so their keys.
 */
export function pageKey(entry: IndexedFields): Buffer {
  let key = keys.get(entry);
  if (!key) {
    const { document = '', slug, title, linkTitle } = entry;
    const indexed = [SEARCH_VERSION, document, slug, title, linkTitle ?? null];
    key = hash('sha256', JSON.stringify(indexed), 'buffer').subarray(0, 16);
    keys.set(entry, key);
  }
  return key;
}
