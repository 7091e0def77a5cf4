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
 * The parsed source, kept for a while: a text is read by several steps, most of which leave it as it is, and whoever
 * reads several pages at once comes back to each of them. Nobody may change what is returned.
 */
export function parseAgain(source: string): ParsedDocument {
  const known = kept.get(source);
  if (known) return known;
  const parsed = parseMarkdown(source);
  kept.set(source, parsed);
  return parsed;
}
