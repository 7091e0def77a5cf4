import { toWellFormed } from '@lectern/std/well-formed';
import { writeJson } from '../numbers/json-text.ts';
import { isObject } from '../spec-grammar.ts';
import type { NamedText, QueryPair } from './sample-request.ts';

/** How a parameter or a field of a form is written. */
export interface Style {
  style: string;
  explode: boolean;
  allowReserved: boolean;
}

const isComposed = (value: unknown): value is object => Array.isArray(value) || isObject(value);

/** A value as it is sent in a place that holds text. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : writeJson(value));

/** Everything that has a meaning in some part of an address is encoded. */
export const encode = (text: string): string =>
  encodeURIComponent(toWellFormed(text)).replace(/[!'()*]/g, encodeCharacter);

/** What has a meaning between parts of a query is encoded, too: the value could not be read otherwise. */
const encodeUnreserved = (text: string): string =>
  encodeURIComponent(toWellFormed(text))
    .replace(/%(?:3A|2F|3F|40|24|2C|3B)/g, decodeURIComponent)
    .replace(/'/g, '%27');

const encodeCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

const listEntries = (value: object): [name: string, text: string][] =>
  Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => [name, toText(one)]);

/** A value as pairs of names and texts, as queries, forms and cookies have them. */
export function writePairs(name: string, value: unknown, { style, explode }: Style): NamedText[] {
  const separator = SEPARATORS[style] ?? ',';
  if (Array.isArray(value))
    return explode
      ? value.map((item) => ({ name, value: toText(item) }))
      : value.length === 0
        ? []
        : [{ name, value: value.map(toText).join(separator) }];
  if (!isObject(value)) return [{ name, value: toText(value) }];
  if (style === 'deepObject') return writeDeep(name, value);
  const entries = listEntries(value);
  if (explode) return entries.map(([key, text]) => ({ name: key, value: text }));
  return entries.length === 0 ? [] : [{ name, value: entries.flat().join(separator) }];
}

const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** `color[shade][dark]=1`. Lists repeat their name. */
function writeDeep(name: string, value: unknown): NamedText[] {
  if (Array.isArray(value))
    return value.flatMap((item) => writeDeep(name, isObject(item) ? toText(item) : item));
  if (!isObject(value)) return [{ name, value: toText(value) }];
  return Object.entries(value).flatMap(([key, inner]) => writeDeep(`${name}[${key}]`, inner));
}

/** A parameter of a query. The separators of a list are written as they are, those in its items encoded. */
export function writeQuery(name: string, value: unknown, style: Style): QueryPair[] {
  const encodeValue = style.allowReserved ? encodeUnreserved : encode;
  const write = (pair: NamedText, text: string): QueryPair => ({
    ...pair,
    text: `${encode(pair.name)}=${text}`,
  });
  const pairs = writePairs(name, value, style);
  const isJoined = !style.explode && style.style !== 'deepObject' && isComposed(value);
  if (!isJoined) return pairs.map((pair) => write(pair, encodeValue(pair.value)));
  const separator = SEPARATORS[style.style];
  const texts = Array.isArray(value) ? value.map(toText) : listEntries(value).flat();
  const joined = texts
    .map((text) => encodeValue(text).replaceAll(',', '%2C'))
    .join(separator === undefined ? ',' : encode(separator));
  return pairs.map((pair) => write(pair, joined));
}

/** A parameter of a path, as it is written in the address. */
export function writePath(name: string, value: unknown, { style, explode }: Style): string {
  const isList = isComposed(value);
  const entries = isList && !Array.isArray(value) ? listEntries(value) : [];
  const texts = Array.isArray(value) ? value.map(toText) : isList ? entries.flat() : [toText(value)];
  const listed = texts.map(encode).join(',');
  const pairs = entries.map(([key, text]) => `${encode(key)}=${encode(text)}`);
  const start = encode(name);
  switch (style) {
    case 'label':
      if (explode && pairs.length > 0) return `.${pairs.join('.')}`;
      return `.${explode ? texts.map(encode).join('.') : listed}`;
    case 'matrix':
      if (explode && pairs.length > 0) return `;${pairs.join(';')}`;
      if (explode && Array.isArray(value)) return texts.map((text) => `;${start}=${encode(text)}`).join('');
      return listed === '' ? `;${start}` : `;${start}=${listed}`;
    default:
      return explode && pairs.length > 0 ? pairs.join(',') : listed;
  }
}

/** A header, whose values are not encoded. */
export function writeHeader(value: unknown, { explode }: Style): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  if (!isObject(value)) return toText(value);
  const entries = listEntries(value);
  return (explode ? entries.map((entry) => entry.join('=')) : entries.flat()).join(',');
}

/** Cookies are encoded like queries, unless the style says that they are sent as they are. */
export function writeCookie(name: string, value: unknown, style: Style): NamedText[] {
  const isRaw = style.style === 'cookie';
  const listed = !style.explode && isComposed(value);
  const encoded = (text: string): string =>
    isRaw ? text.replace(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/g, encode) : encode(text);
  if (!listed)
    return writePairs(name, value, style).map((pair) => ({ name: pair.name, value: encoded(pair.value) }));
  const texts = Array.isArray(value) ? value.map(toText) : listEntries(value).flat();
  return texts.length === 0 ? [] : [{ name, value: texts.map(encoded).join(isRaw ? '%2C' : ',') }];
}
