import { cutText, shortenText } from '@lectern/std/cut-text';
import { mergeOnce } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import type {
  ExampleReference,
  ExternalExample,
  ReferenceText,
  ShownExample,
} from '../reference/operation-reference.ts';
import { readReferenceText } from '../reference/read-text.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import type { Direction } from './check-value.ts';
import { ExampleMaker, type Made } from './example-maker.ts';
import {
  isEventStreamType,
  isJsonLinesType,
  isJsonSequenceType,
  isJsonType,
  isTextType,
  isXmlType,
} from './media-types.ts';
import { writeXml } from './write-xml.ts';

const MAX_EXAMPLES = 10;
/** Named examples are chosen from a menu: more of them are listed, unless they are long together. */
const MAX_NAMED_EXAMPLES = 100;
const MAX_NAMED_LENGTH = 100_000;
const MAX_EXAMPLE_LENGTH = 20_000;
const MAX_PARTS = 1000;

export interface ContentExample extends Made {
  title: string;
  description?: ReferenceText;
  isGenerated: boolean;
}

interface WantedExamples {
  mediaType: string;
  schema: unknown;
  direction: Direction;
}

/** The examples that the spec gives for a content or for its schema, else one that is made of the schema. */
export function listExamples(
  spec: Json,
  content: Json,
  { schema, direction, mediaType }: WantedExamples,
): ContentExample[] {
  const given = listGivenExamples(spec, content);
  if (given.length > 0) return given.map((example) => ({ title: '', ...example, isGenerated: false }));
  if (schema === undefined || (isFile(spec, schema) && !isTextType(mediaType) && !mediaType.includes('*')))
    return [];
  return listSchemaExamples(spec, schema, direction);
}

/** The examples of a schema, else one that is made of it. Empty for a schema that says nothing of its values. */
export function listSchemaExamples(spec: Json, schema: unknown, direction: Direction): ContentExample[] {
  const whole = mergeSome(spec, schema);
  const own = 'example' in whole ? [whole.example] : listOf(whole.examples);
  if (own.length > 0)
    return own.slice(0, MAX_EXAMPLES).map((value) => ({ title: '', value, isGenerated: false }));
  if (Object.keys(whole).every((name) => SAYING_NOTHING.test(name))) return [];
  const made = new ExampleMaker(spec).make(schema, direction);
  return made ? [{ title: '', isGenerated: true, ...made }] : [];
}

const SAYING_NOTHING =
  /^(?:title|description|deprecated|readOnly|writeOnly|externalDocs|xml|\$comment|x-.*)$/;

/** Whether a schema is that of a raw file, `format: binary` in OpenAPI 3.0. */
export function isFile(spec: Json, schema: unknown): boolean {
  const { contentMediaType, contentEncoding, format, type } = mergeSome(spec, schema);
  if (type !== undefined && type !== 'string' && !(Array.isArray(type) && type.includes('string')))
    return false;
  if (format === 'binary') return true;
  const isText = typeof contentMediaType !== 'string' || isTextType(contentMediaType);
  return !isText && contentEncoding === undefined;
}

const mergeSome = (spec: Json, schema: unknown): Json => mergeOnce(spec, schema, { left: MAX_PARTS }).schema;

interface NamedExamples {
  taken: [name: string, example: Json][];
  hasMore: boolean;
}

/** The named examples that are listed: the first ones, and more of them if they are not long. */
function takeNamedExamples(spec: Json, from: Json): NamedExamples {
  const taken: [string, Json][] = [];
  let lengthLeft = MAX_NAMED_LENGTH;
  for (const [name, value] of Object.entries(recordOf(from.examples))) {
    const example = resolve(spec, value);
    if (taken.length >= MAX_EXAMPLES) lengthLeft -= writeJson(givenValue(example) ?? null).length;
    if (taken.length >= MAX_NAMED_EXAMPLES || lengthLeft < 0) return { taken, hasMore: true };
    taken.push([name, example]);
  }
  return { taken, hasMore: false };
}

/** The examples that a spec gives for a parameter, header or content. */
export function listGivenExamples(spec: Json, from: Json): ShownExample[] {
  const named = takeNamedExamples(spec, from).taken.flatMap(([name, example]): ShownExample[] => {
    const given = givenValue(example);
    if (given === undefined) return [];
    const description = readReferenceText(example.description);
    return [{ title: nameExample(example, name), ...(description && { description }), value: given }];
  });
  const [only] = named;
  // Such a name says nothing of a single example.
  if (named.length === 1 && only && /^(?:default|example)$/i.test(only.title ?? '')) {
    const { title: _, ...unnamed } = only;
    return [unnamed];
  }
  if (named.length > 0) return named;
  return 'example' in from ? [{ value: from.example }] : [];
}

const nameExample = ({ summary }: Json, name: string): string =>
  cutText(typeof summary === 'string' && summary !== '' ? summary : name, 200);

/** The examples of a parameter, header or content that are files elsewhere. */
export const listExternalExamples = (spec: Json, from: Json): ExternalExample[] =>
  takeNamedExamples(spec, from).taken.flatMap(([name, example]): ExternalExample[] => {
    const { externalValue: url } = example;
    if (typeof url !== 'string' || url === '' || givenValue(example) !== undefined) return [];
    const description = readReferenceText(example.description);
    return [
      { title: nameExample(example, name), ...(description && { description }), url: cutText(url, 2000) },
    ];
  });

/** Whether a schema gives more examples than are listed. */
export const hasMoreSchemaExamples = (spec: Json, schema: unknown): boolean => {
  const whole = mergeSome(spec, schema);
  return !('example' in whole) && listOf(whole.examples).length > MAX_EXAMPLES;
};

/** Whether a parameter, header or content has more named examples than are listed. */
export const hasMoreExamples = (spec: Json, from: Json): boolean => takeNamedExamples(spec, from).hasMore;

/** OpenAPI 3.2 has values as data or in the form in which they are sent. */
const givenValue = (example: Json): unknown =>
  example[['value', 'dataValue', 'serializedValue'].find((key) => example[key] !== undefined) ?? 'value'];

/** An example as it is shown and sent. */
export function writeExample(
  spec: Json,
  { title, description, value, isGenerated }: ContentExample,
  { mediaType, schema }: { mediaType: string; schema: unknown },
): ExampleReference {
  return {
    title,
    ...(description && { description }),
    isGenerated,
    text: shortenText(writeText(spec, value, { mediaType, schema, isGenerated }), MAX_EXAMPLE_LENGTH),
  };
}

export interface WrittenText {
  mediaType: string;
  schema: unknown;
  /** Whether the value was made from the schema. Then a string is written as a string, even if it contains JSON. */
  isGenerated?: boolean;
}

export function writeText(
  spec: Json,
  value: unknown,
  { mediaType, schema, isGenerated = false }: WrittenText,
): string {
  // Examples of other types than JSON may be written as they are sent.
  if (typeof value === 'string' && (!isXmlType(mediaType) || /^\s*</.test(value)))
    return isJsonType(mediaType) && (isGenerated || !isJsonText(value)) ? JSON.stringify(value) : value;
  if (isXmlType(mediaType)) return writeXml(spec, schema, value);
  if (isJsonLinesType(mediaType)) {
    const lines = (Array.isArray(value) ? value : [value]).map((item) => writeJson(item));
    return isJsonSequenceType(mediaType) ? lines.map((line) => `\x1e${line}\n`).join('') : lines.join('\n');
  }
  const items = Array.isArray(value) ? value : [value];
  if (isEventStreamType(mediaType) && items.every(isEvent)) return items.map(writeEvent).join('');
  return writeJson(value, 2);
}

/** Whether a value has the fields of an event, and not those of its data. */
const isEvent = (value: unknown): value is Json =>
  isObject(value) && value.data !== undefined && Object.keys(value).every((name) => EVENT_FIELD.test(name));

const EVENT_FIELD = /^(?:data|event|id|retry)$/;

/** Each line of a field has its name. */
const writeEvent = (event: Json): string =>
  `${Object.entries(event)
    .flatMap(([name, value]) =>
      (typeof value === 'string' ? value : writeJson(value)).split('\n').map((line) => `${name}: ${line}\n`),
    )
    .join('')}\n`;

/** Whether a text of an example is JSON already, as some specs write objects. */
const isJsonText = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value) || typeof value === 'string';
  } catch {
    return false;
  }
};
