import { LRUCache } from 'lru-cache';
import { type ParsedDocument, parseMarkdown } from './parse-markdown.ts';

/** Sources that are kept, and their length together. A longer one is not kept. */
const MAX_KEPT = 8;
const MAX_KEPT_LENGTH = 500_000;

const kept = new LRUCache<string, ParsedDocument>({
  max: MAX_KEPT,
  maxSize: MAX_KEPT_LENGTH,
  sizeCalculation: (_parsed, source) => Math.max(1, source.length),
});

/**
 * Returns the parsed source, which is kept for a while: several steps read a text, most of them do not change it, and
 * requests that read several pages at once return to each of them. Callers must not change the result.
 */
export function parseAgain(source: string): ParsedDocument {
  const known = kept.get(source);
  if (known) return known;
  const parsed = parseMarkdown(source);
  kept.set(source, parsed);
  return parsed;
}
