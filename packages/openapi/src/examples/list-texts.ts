import { listMatching } from '../patterns/write-matching.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
import { FORMATS } from './formats.ts';
import { BINARY_TYPE } from './media-types.ts';

const MAX_TEXT_LENGTH = 10_000;

/** Texts that could be valid for a schema of strings, the most readable ones first. They are not checked. */
export function* listTexts(schema: Json, variant: number): Generator<string> {
  const parts = [schema, ...listOf(schema.allOf).map(recordOf)];
  const numbersOf = (name: string): number[] =>
    parts.flatMap((part) => (typeof part[name] === 'number' ? [part[name]] : []));
  const least = Math.max(0, ...numbersOf('minLength'));
  const most = Math.min(MAX_TEXT_LENGTH, ...numbersOf('maxLength'));
  if (least > most) return;
  const formats = parts.flatMap(({ format }) =>
    typeof format === 'string' && Object.hasOwn(FORMATS, format) ? [FORMATS[format]] : [],
  );
  const isEncoded = parts.some(({ contentEncoding }) => /^base64/.test(String(contentEncoding)));
  if (isEncoded) formats.push(FORMATS.byte);
  const isFile = parts.some(
    ({ contentMediaType, contentEncoding }) =>
      contentMediaType === BINARY_TYPE && contentEncoding === undefined,
  );
  if (isFile && formats.length === 0) formats.push(FORMATS.binary);
  for (const format of formats) {
    yield format?.write(variant) ?? '';
    for (const length of [least, most, Math.ceil(least / 4) * 4])
      yield format?.write(variant, Math.min(length, MAX_TEXT_LENGTH)) ?? '';
  }
  const patterns = parts.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  // A word is easier to read than what a pattern alone describes.
  const plain = variant === 0 ? 'text' : `text${variant + 1}`;
  yield fit(plain, least, most, variant);
  for (const pattern of patterns)
    for (const text of listMatching(pattern, variant)) {
      yield text;
      if (text.length < least) yield text.padEnd(least, 'a');
    }
  for (const word of ['true', '1', 'A', 'a', ' ', ''])
    yield fit(word + (variant || ''), least, most, variant);
}

/** A text that is cut or repeated to fit. What makes it different from others is at its end. */
function fit(text: string, least: number, most: number, variant: number): string {
  if (text.length > most)
    return variant === 0 ? text.slice(0, most) : shortName(variant).slice(-most || text.length);
  return text.padStart(least, text === '' ? 'a' : text);
}

/** `a`, `b`, …, `aa`, … */
function shortName(variant: number): string {
  let name = '';
  for (let rest = variant; rest >= 0; rest = Math.floor(rest / 26) - 1)
    name = String.fromCharCode(97 + (rest % 26)) + name;
  return name;
}
