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

export const isComposed = (value: unknown): value is object => Array.isArray(value) || isObject(value);

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

/** RFC 6570 leaves out what has no value. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const listItems = (list: readonly unknown[]): string[] => list.filter(isGiven).map(toText);

const listEntries = (value: object): [name: string, text: string][] =>
  Object.entries(value)
    .filter(([, one]) => isGiven(one))
    .map(([name, one]) => [name, toText(one)]);

/** The items of a list, or the names and values of an object. */
const listTexts = (value: object): string[] =>
  Array.isArray(value) ? listItems(value) : listEntries(value).flat();

/** A value as pairs of names and texts, as queries, forms and cookies have them. */
export function writePairs(name: string, value: unknown, { style, explode }: Style): NamedText[] {
  if (!isGiven(value)) return [];
  if (!isComposed(value)) return [{ name, value: toText(value) }];
  if (style === 'deepObject') return writeDeep(name, value);
  if (Array.isArray(value) && explode) return listItems(value).map((text) => ({ name, value: text }));
  if (explode) return listEntries(value).map(([key, text]) => ({ name: key, value: text }));
  const texts = listTexts(value);
  return texts.length === 0 ? [] : [{ name, value: texts.join(SEPARATORS[style] ?? ',') }];
}

const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** `color[shade][dark]=1`. Lists repeat their name. */
function writeDeep(name: string, value: unknown): NamedText[] {
  if (!isGiven(value)) return [];
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
  const joined = listTexts(value)
    .map((text) => encodeValue(text).replaceAll(',', '%2C'))
    .join(separator === undefined ? ',' : encode(separator));
  return pairs.map((pair) => write(pair, joined));
}

/** A parameter of a path, as it is written in the address. */
export function writePath(name: string, value: unknown, { style, explode }: Style): string {
  const isList = isComposed(value);
  const texts = isList ? listTexts(value) : isGiven(value) ? [toText(value)] : [];
  if (texts.length === 0) return '';
  const isObjectExploded = explode && isObject(value);
  const listed = texts.map(encode).join(',');
  // A matrix has no sign between a name and an empty text.
  const writePair = ([key, text]: readonly [string, string]): string =>
    `${encode(key)}${style === 'matrix' && text === '' ? '' : '='}${encode(text)}`;
  const pairs = isObjectExploded ? listEntries(value).map(writePair) : [];
  switch (style) {
    case 'label':
      if (isObjectExploded) return `.${pairs.join('.')}`;
      return `.${explode ? texts.map(encode).join('.') : listed}`;
    case 'matrix':
      if (isObjectExploded) return `;${pairs.join(';')}`;
      if (explode && isList) return texts.map((text) => `;${writePair([name, text])}`).join('');
      return listed === '' ? `;${encode(name)}` : `;${encode(name)}=${listed}`;
    default:
      return isObjectExploded ? pairs.join(',') : listed;
  }
}

/** A header, whose values are not encoded. Undefined for one without a value. */
export function writeHeader(value: unknown, { explode }: Style): string | undefined {
  if (!isGiven(value)) return undefined;
  if (!isComposed(value)) return toText(value);
  if (explode && isObject(value))
    return listEntries(value)
      .map((entry) => entry.join('='))
      .join(',');
  return listTexts(value).join(',');
}

/** Cookies are encoded like queries, unless the style says that they are sent as they are. */
export function writeCookie(name: string, value: unknown, style: Style): NamedText[] {
  const isRaw = style.style === 'cookie';
  const listed = !style.explode && isComposed(value);
  const encoded = (text: string): string =>
    isRaw ? text.replace(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/g, encode) : encode(text);
  if (!listed)
    return writePairs(name, value, style).map((pair) => ({ name: pair.name, value: encoded(pair.value) }));
  const texts = listTexts(value);
  return texts.length === 0 ? [] : [{ name, value: texts.map(encoded).join(isRaw ? '%2C' : ',') }];
}
