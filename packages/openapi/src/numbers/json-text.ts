import { LongNumber, readNumber } from './long-number.ts';

/**
 * Marks a long number as a string in JSON that other programs parse. A string in a spec that looks like a mark becomes
 * a number, which does no harm.
 */
const MARK = '\0number:';
const MARK_IN_JSON = '\\u0000number:';
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Finds whether a text of YAML may contain a number that JavaScript would round. */
export const MAY_BE_LONG = /[\da-f][\da-f.]{13}|\d\.?e[+-]?\d/i;
/** A number that may be long, with what is before and after it. Texts may contain the same. */
const CANDIDATE = /(^|[[:,\s])(-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d)[\d.eE+-]*)(?=\s*(?:[,\]}]|$))/g;

/** Reads JSON with all digits of its numbers. */
export function readJson(text: string): unknown {
  const marked = markLongNumbers(text);
  return marked === undefined ? JSON.parse(text) : unmarkNumbers(marked);
}

/** JSON in which long numbers are marked texts; undefined if it has none. */
function markLongNumbers(text: string): string | undefined {
  const pieces: string[] = [];
  let written = 0;
  let at = 0;
  CANDIDATE.lastIndex = 0;
  for (let found = CANDIDATE.exec(text); found; found = CANDIDATE.exec(text)) {
    const [, before = '', literal = ''] = found;
    const start = found.index + before.length;
    for (let quote = text.indexOf('"', at); quote !== -1 && quote < start; quote = text.indexOf('"', at))
      at = endOfText(text, quote);
    if (at > start) CANDIDATE.lastIndex = at;
    else if (NUMBER.test(literal) && typeof readNumber(literal) !== 'number') {
      pieces.push(text.slice(written, start), `"${MARK_IN_JSON}${literal}"`);
      written = start + literal.length;
    }
  }
  return pieces.length === 0 ? undefined : pieces.join('') + text.slice(written);
}

/** Reads JSON whose long numbers are marked. Without recursion: it may nest in any depth. */
function unmarkNumbers(json: string): unknown {
  const root: unknown[] = [JSON.parse(json)];
  const open: unknown[] = [root];
  for (let value = open.pop() as Record<string, unknown>; value; value = open.pop() as typeof value)
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (typeof inner === 'object' && inner !== null) open.push(inner);
      else if (typeof inner === 'string' && inner.startsWith(MARK)) {
        const literal = inner.slice(MARK.length);
        if (NUMBER.test(literal)) value[key] = readNumber(literal);
      }
    }
  return root[0];
}

/** The offset after a text of JSON that begins here. */
export function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Whether a value contains numbers that JavaScript would round. */
export function hasLongNumbers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof LongNumber) return true;
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === 'object' && inner !== null && hasLongNumbers(inner)) return true;
  }
  return false;
}

const markNumber = (_: string, value: unknown): unknown =>
  value instanceof LongNumber ? `${MARK}${value}` : value;

/** A quote after a backslash is within a text. */
const MARKED = /(?<!\\)"\\u0000number:(-?\d[\d.eE+-]*)"/g;

/** Writes JSON with all digits of its numbers; an empty text for what JSON does not have. */
export function writeJson(value: unknown, indentation?: number): string {
  if (!hasLongNumbers(value)) return JSON.stringify(value, null, indentation) ?? '';
  return JSON.stringify(value, markNumber, indentation).replace(MARKED, '$1');
}

/** A copy in which nothing is shared. */
export const copyOf = <T>(value: T): T =>
  hasLongNumbers(value)
    ? (unmarkNumbers(JSON.stringify(value, markNumber)) as T)
    : (JSON.parse(JSON.stringify(value)) as T);

/** Changes a value with a function that knows only what JSON has, and rounds no number. */
export function changeAsJson<T>(value: T, change: (value: T) => unknown): unknown {
  if (!hasLongNumbers(value)) return change(value);
  const changed = change(JSON.parse(JSON.stringify(value, markNumber)) as T);
  return unmarkNumbers(JSON.stringify(changed));
}
