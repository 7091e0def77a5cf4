import { LRUCache } from 'lru-cache';
import { type DividedSource, parseDivided } from './parse-edited.ts';
import { type ParsedDocument, parseMarkdown } from './parse-markdown.ts';

/** Sources that are kept, and their length together. A longer one is not kept. */
const MAX_KEPT = 8;
const MAX_KEPT_LENGTH = 500_000;

const kept = new LRUCache<string, DividedSource>({
  max: MAX_KEPT,
  maxSize: MAX_KEPT_LENGTH,
  sizeCalculation: (_parsed, source) => Math.max(1, source.length),
});

/**
 * Returns the parsed source, which is kept for a while: several steps read a text, most of them do not change it, and
 * requests that read several pages at once return to each of them. Of a source that differs from one of them in one
 * place, only that place is read. Callers must not change the result.
 */
export function parseAgain(source: string): ParsedDocument {
  const known = kept.get(source);
  if (known) return known.parsed;
  if (source.length > MAX_KEPT_LENGTH) return parseMarkdown(source);
  const divided = parseDivided(source, findLike(source));
  kept.set(source, divided);
  return divided.parsed;
}

/** Of which a source is likely to be an edit: about as long, with the same beginning. */
const MAX_DIFFERENCE = 0.2;
const BEGINNING = 200;

/** The source last read that another one may have been made of. */
function findLike(source: string): DividedSource | undefined {
  for (const divided of kept.values()) {
    const { length } = divided.source;
    const isAsLong = Math.abs(length - source.length) <= MAX_DIFFERENCE * length + BEGINNING;
    if (isAsLong && hasSameSide(divided.source, source)) return divided;
  }
  return undefined;
}

const hasSameSide = (one: string, other: string): boolean =>
  one.slice(0, BEGINNING) === other.slice(0, BEGINNING) || one.slice(-BEGINNING) === other.slice(-BEGINNING);
