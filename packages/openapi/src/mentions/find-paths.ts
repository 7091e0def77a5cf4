import { segmentsOf } from './known-paths.ts';

/** A path as it is written in a text. */
export interface FoundPath {
  start: number;
  end: number;
  segments: string[];
  /** The host before it, in lower case; undefined if none is written out. */
  host: string | undefined;
}

/** Segments, of which one may be a placeholder in any common notation. */
const PATH = /(?:\/(?:<[\w-]{1,100}>|(?:[\w.~%!$&+=:@*-]|\{\{?[^{}\s/]{0,100}\}\}?)*))+/g;
/** Characters after a path that end a sentence or emphasize the path. */
const TRAILING = '.:!*~_';
/** The longest text that is examined before a path. */
const MAX_PREFIX = 200;
const BREAK = /[\s"'`([|,;=]/;

/** Finds everything in a text that looks like a path. */
export function* findPaths(text: string): Generator<FoundPath> {
  if (!text.includes('/')) return;
  for (const match of text.matchAll(PATH)) {
    const [written] = match;
    const { index } = match;
    const isAddress = written.startsWith('//') && text[index - 1] === ':';
    const [first, ...rest] = segmentsOf(withoutTrailing(written));
    const end = index + withoutTrailing(written).length;
    if (isAddress) {
      const host = first?.toLowerCase();
      yield { start: index, end, segments: rest, host };
      continue;
    }
    const prefix = readPrefix(text, index);
    if (prefix !== '' && !isServer(prefix)) continue;
    const segments = first === undefined ? [] : [first, ...rest];
    const host = /^[\w-]+(?:\.[\w-]+)+$/.test(prefix) ? prefix.toLowerCase() : undefined;
    yield { start: index, end, segments, host };
  }
}

function withoutTrailing(written: string): string {
  let end = written.length;
  while (end > 0 && TRAILING.includes(written[end - 1] as string)) end -= 1;
  return written.slice(0, end);
}

/** Returns the text directly before a path. */
function readPrefix(text: string, index: number): string {
  let from = index;
  while (from > 0 && index - from < MAX_PREFIX && !BREAK.test(text[from - 1] as string)) from -= 1;
  return text.slice(from, index).replace(/^[*_>]{1,3}/, '');
}

/** A host or a variable such as `$BASE`, `{{url}}` or `BASE_URL`, or a method; no word, as in “and/or”. */
const isServer = (prefix: string): boolean =>
  /^(?:[$<{%]|[A-Z][A-Z\d_]+$|localhost\b)/.test(prefix) || /[}>:]$/.test(prefix) || endsLikeHost(prefix);

/** Whether a text ends with a top-level domain or a port. */
function endsLikeHost(prefix: string): boolean {
  const at = Math.max(prefix.lastIndexOf('.'), prefix.lastIndexOf(':'));
  return at > 0 && /^(?:\d{2,5}|[a-zA-Z]{2,24})$/.test(prefix.slice(at + 1));
}
