import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { storableText } from './storable-text.ts';

const MAX_LENGTH = 35;
/** Readers share few languages; to make one canonical takes several microseconds. */
const MAX_KNOWN = 1000;

const known = new LRUCache<string, { language: string | null }>(limitEntries(MAX_KNOWN));

/** The canonical tag of a language, such as `en-US`; null if the text is none. */
export function readLanguage(text: string | null | undefined): string | null {
  if (!text || text.length > MAX_LENGTH) return null;
  let found = known.get(text);
  if (!found) {
    found = { language: canonicalTag(text) };
    known.set(text, found);
  }
  return found.language;
}

function canonicalTag(text: string): string | null {
  try {
    return storableText(Intl.getCanonicalLocales(text)[0] ?? '') || null;
  } catch {
    // Not a language: browsers of some programs send anything.
    return null;
  }
}
