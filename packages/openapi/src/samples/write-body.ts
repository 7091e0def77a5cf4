import { isFile, writeText } from '../examples/list-examples.ts';
import { BINARY_TYPE, isJsonType, isMultipartType, isUrlEncodedType } from '../examples/media-types.ts';
import { mergeOnce } from '../merge-all-of.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import type { NamedText, SampleBody, SamplePart } from './sample-request.ts';
import { toText, writePairs } from './write-values.ts';

const MAX_PARTS = 1000;

export interface FilledContent {
  mediaType: string;
  /** The media type object of the spec. */
  content: Json;
  schema: unknown;
  example: { title?: string; value: unknown; isGenerated?: boolean } | undefined;
}

/** The body of a request as it is sent; undefined if no value of it is known. */
export function writeBody(
  spec: Json,
  { mediaType, content, schema, example }: FilledContent,
): SampleBody | undefined {
  const sent = nameOneType(mediaType, isFile(spec, schema));
  const value = example?.value;
  if (/^multipart\/form-data\b/i.test(sent) && isObject(value))
    return { kind: 'multipart', mediaType: sent, parts: writeParts(spec, schema, { value, content }) };
  // Other kinds of parts have no names.
  if (isMultipartType(sent)) return undefined;
  if (isUrlEncodedType(sent) && isObject(value))
    return { kind: 'form', mediaType: sent, fields: writeFields(value, content) };
  if (isFile(spec, schema) && (!example || !isJsonType(sent)))
    return { kind: 'file', mediaType: sent, fileName: nameFile(sent) };
  if (!example) return undefined;
  const { isGenerated } = example;
  const text = writeText(spec, value, { mediaType: sent, schema, isGenerated });
  return { kind: 'text', mediaType: sent, text, isJson: isJsonType(sent) };
}

/** Of several types that a pattern stands for, one is sent. */
export function nameOneType(mediaType: string, isBinary: boolean): string {
  const cleaned = mediaType.replace(/[^\x20-\x7e]/g, '').trim();
  if (!cleaned.includes('*')) return cleaned;
  if (/^image\//i.test(cleaned)) return 'image/png';
  if (/^text\//i.test(cleaned)) return 'text/plain';
  if (/^audio\//i.test(cleaned)) return 'audio/mpeg';
  if (/^video\//i.test(cleaned)) return 'video/mp4';
  return isBinary ? BINARY_TYPE : 'application/json';
}

const EXTENSIONS: Record<string, string> = {
  [BINARY_TYPE]: 'bin',
  'application/x-tar': 'tar',
  'application/gzip': 'gz',
  'application/msword': 'doc',
  'audio/mpeg': 'mp3',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/javascript': 'js',
  'video/quicktime': 'mov',
};

function nameFile(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(/[;,]/);
  const known = EXTENSIONS[type.trim()];
  const last = /^[\w.-]+\/(?:x-)?([a-z\d]{2,5})$/.exec(type.trim())?.[1];
  return `file.${known ?? last ?? 'bin'}`;
}

/** The fields of a form. Objects are written as JSON, unless the encoding of the field says otherwise. */
export function writeFields(value: Json, { encoding }: Json): NamedText[] {
  return Object.entries(value).flatMap(([name, field]) => {
    const own = recordOf(recordOf(encoding)[name]);
    const { style, explode, contentType } = own;
    const isStyled = style !== undefined || explode !== undefined || own.allowReserved !== undefined;
    if (!isStyled && typeof contentType === 'string' && isJsonType(contentType) && typeof field !== 'string')
      return [{ name, value: toText(field) }];
    // A list is repeated; what is in it, and other objects, have no form but JSON.
    if (!isStyled && isObject(field)) return [{ name, value: toText(field) }];
    const known = typeof style === 'string' ? style : 'form';
    const isExploded = typeof explode === 'boolean' ? explode : known === 'form';
    return writePairs(name, field, { style: known, explode: isExploded, allowReserved: false });
  });
}

function writeParts(
  spec: Json,
  schema: unknown,
  { value, content }: { value: Json; content: Json },
): SamplePart[] {
  const properties = listProperties(spec, schema);
  return Object.entries(value).flatMap(([name, field]) => {
    const given = typeOfPart(content, name);
    const own = properties[name];
    const items = mergeSome(spec, own).items;
    // A list is a part for each of its items.
    return (Array.isArray(field) ? field : [field]).map((item) =>
      writePart(spec, { name, value: item, schema: Array.isArray(field) ? items : own, given }),
    );
  });
}

interface ListedFile {
  name: string;
  isList: boolean;
}

/** The fields of a form that are files, and whether they take several. */
export function listFiles(
  spec: Json,
  { mediaType, content, schema }: Pick<FilledContent, 'mediaType' | 'content' | 'schema'>,
): ListedFile[] {
  if (!/^multipart\/form-data\b/i.test(mediaType)) return [];
  return Object.entries(listProperties(spec, schema)).flatMap(([name, own]): ListedFile[] => {
    const given = typeOfPart(content, name);
    if (isFilePart(spec, own, given)) return [{ name, isList: false }];
    const { items } = mergeSome(spec, own);
    return items !== undefined && isFilePart(spec, items, given) ? [{ name, isList: true }] : [];
  });
}

function typeOfPart({ encoding }: Json, name: string): string | undefined {
  const { contentType } = recordOf(recordOf(encoding)[name]);
  return typeof contentType === 'string' ? contentType.split(',')[0]?.trim() : undefined;
}

function isFilePart(spec: Json, schema: unknown, given: string | undefined): boolean {
  const isUnsaid = isObject(schema) && Object.keys(schema).length === 0;
  const isOther = given !== undefined && !isJsonType(given) && !/^text\/|xml/i.test(given);
  return (schema !== undefined && isFile(spec, schema)) || (isUnsaid && isOther);
}

function writePart(
  spec: Json,
  {
    name,
    value,
    schema,
    given,
  }: { name: string; value: unknown; schema: unknown; given: string | undefined },
): SamplePart {
  if (isFilePart(spec, schema, given)) {
    const { contentMediaType } = mergeSome(spec, schema);
    const known = given ?? (contentMediaType === BINARY_TYPE ? undefined : contentMediaType);
    const mediaType = typeof known === 'string' ? nameOneType(known, true) : undefined;
    return {
      name,
      fileName: nameFile(mediaType ?? 'image/png'),
      ...(mediaType === undefined ? {} : { mediaType }),
    };
  }
  const isComposed = Array.isArray(value) || isObject(value);
  const mediaType =
    given === undefined ? (isComposed ? 'application/json' : undefined) : nameOneType(given, false);
  const text = mediaType === undefined ? toText(value) : writeCompact(spec, value, { mediaType, schema });
  return { name, value: text, ...(mediaType === undefined ? {} : { mediaType }) };
}

const writeCompact = (
  spec: Json,
  value: unknown,
  { mediaType, schema }: { mediaType: string; schema: unknown },
): string =>
  isJsonType(mediaType) && typeof value !== 'string'
    ? toText(value)
    : writeText(spec, value, { mediaType, schema });

/** The schemas of the fields of a schema and of its alternatives. */
export function listProperties(spec: Json, schema: unknown): Json {
  const { oneOf, anyOf, properties } = mergeSome(spec, schema);
  const options = [...listOf(oneOf), ...listOf(anyOf)].map((option) =>
    recordOf(mergeSome(spec, option).properties),
  );
  return Object.assign({}, ...options.reverse(), recordOf(properties)) as Json;
}

export const mergeSome = (spec: Json, schema: unknown): Json =>
  mergeOnce(spec, schema, { left: MAX_PARTS }).schema;
