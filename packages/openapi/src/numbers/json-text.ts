import { LongNumber, readNumber } from './long-number.ts';

/**
 * How a long number is marked in JSON of which other programs make a value. A spec that has a text like that has the
 * number instead, which is no harm.
 */
const MARK = '\0number:';
const MARK_IN_JSON = '\\u0000number:';
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Finds whether a text of JSON or YAML may contain a number that JavaScript would round. */
export const MAY_BE_LONG = /[\da-f][\da-f.]{13}|\d\.?e[+-]?\d/i;

/** Reads JSON with all digits of its numbers. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_BE_LONG.test(text)) return value;
  const marked = markLongNumbers(text);
  return marked === undefined ? value : unmarkNumbers(marked);
}

const unmarkNumbers = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    const literal = value.slice(MARK.length);
    return NUMBER.test(literal) ? readNumber(literal) : value;
  });

/** Valid JSON in which long numbers are marked texts; undefined if it has none. */
function markLongNumbers(text: string): string | undefined {
  const pieces: string[] = [];
  let hasLong = false;
  const mark = (literal: string): string => {
    if (typeof readNumber(literal) === 'number') return literal;
    hasLong = true;
    return `"${MARK_IN_JSON}${literal}"`;
  };
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    pieces.push(text.slice(at, end).replace(/-?\d[\d.eE+-]*/g, mark));
    at = quote === -1 ? end : endOfText(text, quote);
    pieces.push(text.slice(end, at));
  }
  return hasLong ? pieces.join('') : undefined;
}

/** The offset after a text of JSON that begins here. */
export function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Whether a value contains numbers that JavaScript would round. */
export function hasLongNumbers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof LongNumber || Object.values(value).some(hasLongNumbers);
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
