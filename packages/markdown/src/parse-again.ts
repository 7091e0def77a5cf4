import { LRUCache } from 'lru-cache';
import { rememberBlocks } from './assemble/remembered-blocks.ts';
import { DOCUMENT_LIMITS } from './limits.ts';
import { type ParsedDocument, parseMarkdown } from './parse-markdown.ts';

/** Sources that are kept, and their length together. A longer one is not kept. */
const MAX_KEPT = 8;
const MAX_KEPT_LENGTH = 500_000;

const kept = new LRUCache<string, ParsedDocument>({
  max: MAX_KEPT,
  maxSize: MAX_KEPT_LENGTH,
  sizeCalculation: (_parsed, source) => Math.max(1, source.length),
});

const blocks = rememberBlocks();

/**
 * Returns the parsed source, which is kept for a while: several steps read a text, most of them do not change it, and
 * requests that read several pages at once return to each of them. Of a source that changed a little, only the blocks that
 * changed are built. Callers must not change the result.
 */
export function parseAgain(source: string): ParsedDocument {
  const known = kept.get(source);
  if (known) return known;
  const parsed = parseMarkdown(source, DOCUMENT_LIMITS, source.length > MAX_KEPT_LENGTH ? undefined : blocks);
  kept.set(source, parsed);
  return parsed;
}
