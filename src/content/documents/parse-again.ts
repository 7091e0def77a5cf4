import { type ParsedDocument, parseMarkdown } from './parse-markdown.ts';

/** A longer source is not kept. */
const MAX_KEPT_LENGTH = 500_000;

let last: { source: string; parsed: ParsedDocument } | undefined;

/**
 * The parsed source, kept until another one is asked for: a text is read by several steps, one after the other, most of
 * which leave it as it is. Nobody may change what is returned.
 */
export function parseAgain(source: string): ParsedDocument {
  if (last?.source === source) return last.parsed;
  const parsed = parseMarkdown(source);
  last = source.length <= MAX_KEPT_LENGTH ? { source, parsed } : undefined;
  return parsed;
}
