import { isFile, writeText } from '../examples/list-examples.ts';
import {
  BINARY_TYPE,
  isBinaryType,
  isFormDataType,
  isJsonType,
  isMultipartType,
  isUrlEncodedType,
} from '../examples/media-types.ts';
import { mergeOnce } from '../merge-all-of.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import { writeMultipart } from './multipart-text.ts';
import { readExampleValue, styleOf, writeHeaderParameter } from './parameter-value.ts';
import { type NamedText, type SampleBody, type SamplePart, writeForm } from './sample-request.ts';
import { writeTextIn } from './write-text-in.ts';
import { isComposed, type Style, toText, writePairs } from './write-values.ts';

const MAX_PARTS = 1000;

export interface FilledContent {
  mediaType: string;
  /** The media type object of the spec. */
  content: Json;
  schema: unknown;
  example: { title?: string; value: unknown; isGenerated?: boolean } | undefined;
}

/** The body of a request as it is sent; undefined if no value of it is known. */
export function writeBody(spec: Json, filled: FilledContent): SampleBody | undefined {
  const { mediaType, content, schema, example } = filled;
  const sent = nameOneType(mediaType, isFile(spec, schema));
  const value = example?.value;
  if (isMultipartType(sent)) {
    const parts = isObject(value)
      ? listNamedParts(spec, filled, value)
      : Array.isArray(value)
        ? listOrderedParts(spec, filled, value)
        : [];
    return parts.length > 0 ? { kind: 'multipart', mediaType: sent, parts } : undefined;
  }
  if (isUrlEncodedType(sent) && isObject(value))
    return { kind: 'form', mediaType: sent, fields: writeFields(value, content) };
  const isBytes = isFile(spec, schema)
    ? !example || !isJsonType(sent)
    : isBinaryType(sent) && isComposed(value);
  if (isBytes) return { kind: 'file', mediaType: sent, fileName: nameFile(sent) };
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
    const style = readStyle(recordOf(recordOf(encoding)[name]));
    if (style) return writePairs(name, field, style);
    // A list is repeated; what is in it, and other objects, have no form but JSON.
    return writePairs(name, isObject(field) ? toText(field) : field, FORM_STYLE);
  });
}

const FORM_STYLE: Style = { style: 'form', explode: true, allowReserved: false };

/** The style of a field, if its encoding has one of these keywords. Then the type of the field is ignored. */
const readStyle = (encoding: Json): Style | undefined =>
  ['style', 'explode', 'allowReserved'].some((name) => encoding[name] !== undefined)
    ? styleOf(encoding, 'form')
    : undefined;

/** How a part is described. */
interface PartRules {
  name?: string;
  schema: unknown;
  encoding: Json;
}

function listNamedParts(
  spec: Json,
  { mediaType, content, schema }: FilledContent,
  value: Json,
): SamplePart[] {
  const properties = listProperties(spec, schema);
  return Object.entries(value).flatMap(([name, field]): SamplePart[] => {
    const encoding = recordOf(recordOf(content.encoding)[name]);
    const own = properties[name];
    // Only forms have styles.
    const style = isFormDataType(mediaType) ? readStyle(encoding) : undefined;
    const { items } = mergeSome(spec, own);
    const rules = { name, encoding, schema: Array.isArray(field) ? items : own };
    if (style && !isFilePart(spec, rules)) return writePairs(name, field, style);
    // A list is a part for each of its items, unless it has parts within one.
    if (Array.isArray(field) && isOrdered(encoding))
      return [writePart(spec, field, { name, encoding, schema: own })];
    return (Array.isArray(field) ? field : [field])
      .filter((item) => item !== null)
      .map((item) => writePart(spec, item, rules));
  });
}

/** Whether what is sent has a list of parts. */
const isOrdered = ({ prefixEncoding, itemEncoding }: Json): boolean =>
  prefixEncoding !== undefined || itemEncoding !== undefined;

/** Lists the parts of a multipart body that is no form. They are in an order. */
function listOrderedParts(
  spec: Json,
  { content, schema }: FilledContent,
  value: readonly unknown[],
): SamplePart[] {
  const { prefixItems, items } = mergeSome(spec, schema);
  return value.map((item, n) =>
    writePart(spec, item, {
      schema: listOf(prefixItems)[n] ?? items,
      encoding: recordOf(listOf(content.prefixEncoding)[n] ?? content.itemEncoding),
    }),
  );
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
  if (!isMultipartType(mediaType)) return [];
  return Object.entries(listProperties(spec, schema)).flatMap(([name, own]): ListedFile[] => {
    const encoding = recordOf(recordOf(content.encoding)[name]);
    if (isFilePart(spec, { schema: own, encoding })) return [{ name, isList: false }];
    const { items } = mergeSome(spec, own);
    return items !== undefined && isFilePart(spec, { schema: items, encoding })
      ? [{ name, isList: true }]
      : [];
  });
}

export const typeOfPart = ({ contentType }: Json): string | undefined =>
  typeof contentType === 'string' ? contentType.split(',')[0]?.trim() : undefined;

function isFilePart(spec: Json, { schema, encoding }: PartRules): boolean {
  const given = typeOfPart(encoding);
  const isUnsaid = isObject(schema) && Object.keys(schema).length === 0;
  const isOther = given !== undefined && !isJsonType(given) && !/^text\/|xml/i.test(given);
  return (schema !== undefined && isFile(spec, schema)) || (isUnsaid && isOther);
}

function writePart(spec: Json, value: unknown, rules: PartRules): SamplePart {
  const { name, schema, encoding } = rules;
  const given = typeOfPart(encoding);
  const headers = listPartHeaders(spec, encoding);
  const more = { ...(name === undefined ? {} : { name }), ...(headers.length > 0 ? { headers } : {}) };
  if (isFilePart(spec, rules)) {
    const { contentMediaType } = mergeSome(spec, schema);
    const known = given ?? (contentMediaType === BINARY_TYPE ? undefined : contentMediaType);
    const mediaType = typeof known === 'string' ? nameOneType(known, true) : undefined;
    const fileName = nameFile(mediaType ?? 'image/png');
    return { ...more, fileName, ...(mediaType === undefined ? {} : { mediaType }) };
  }
  if (given === undefined && !isComposed(value)) return { ...more, value: toText(value) };
  const mediaType = given === undefined ? 'application/json' : nameOneType(given, false);
  return { ...more, ...writePartIn(spec, value, { ...rules, mediaType }) };
}

/** A part in its media type, which can have parts or fields in turn. */
function writePartIn(
  spec: Json,
  value: unknown,
  { mediaType, schema, encoding }: PartRules & { mediaType: string },
): { value: string; mediaType: string } {
  const content = { mediaType, content: encoding, schema, example: { value } };
  const body = isComposed(value) ? writeBody(spec, content) : undefined;
  if (body?.kind === 'form') return { value: writeForm(body.fields), mediaType };
  if (body?.kind !== 'multipart')
    return { value: writeTextIn(spec, value, { mediaType, schema }), mediaType };
  const { type, pieces } = writeMultipart(body);
  // A file within a part has no place of its own in samples: its name stands for what is in it.
  return {
    value: pieces.map((piece) => ('text' in piece ? piece.text : piece.fileName)).join(''),
    mediaType: type,
  };
}

/** The headers that a part has to have. Its type is not one of them. */
const listPartHeaders = (spec: Json, encoding: Json): NamedText[] =>
  Object.entries(recordOf(encoding.headers)).flatMap(([name, described]) => {
    const header: Json = { ...resolve(spec, described), name, in: 'header' };
    if (header.required !== true || /^content-(?:type|disposition)$/i.test(name)) return [];
    return writeHeaderParameter(header, readExampleValue(spec, header)) ?? [];
  });

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
