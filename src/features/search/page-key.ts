import { hash } from 'node:crypto';
import type { PageEntry } from '../../content/tree/entries.ts';
import { SEARCH_VERSION } from './search-version.ts';

export type DocumentEntry = Extract<PageEntry, { type: 'document' }>;

const keys = new WeakMap<DocumentEntry, Buffer>();

/**
 * 16 bytes that name everything that is indexed of a page. Only of what its entry holds, so that a revision alone tells
 * which pages of a segment are its own. Revisions share the entries that did not change, and with them their keys.
 */
export function pageKey(entry: DocumentEntry): Buffer {
  let key = keys.get(entry);
  if (!key) {
    const { document = '', slug, title, linkTitle } = entry;
    const indexed = [SEARCH_VERSION, document, slug, title, linkTitle ?? null];
    key = hash('sha256', JSON.stringify(indexed), 'buffer').subarray(0, 16);
    keys.set(entry, key);
  }
  return key;
}
