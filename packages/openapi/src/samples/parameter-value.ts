import { wholeSchemaOf } from '../content-schema.ts';
import { listExamples } from '../examples/list-examples.ts';
import { mergeParts } from '../merge-all-of.ts';
import { type Json, recordOf, resolve } from '../resolve.ts';
import type { NamedText } from './sample-request.ts';
import { writeTextIn } from './write-text-in.ts';
import { encode, type Style, toText, writeHeader } from './write-values.ts';

/** A value, and whether it is written in a media type, so that its style says nothing. */
export interface ParameterValue {
  value: unknown;
  isWritten: boolean;
}

export function styleOf({ style, explode, allowReserved }: Json, known: string): Style {
  const own = typeof style === 'string' ? style : known;
  return {
    style: own,
    explode: typeof explode === 'boolean' ? explode : own === 'form' || own === 'cookie',
    allowReserved: allowReserved === true,
  };
}

/** How the value of a parameter or header is described and written. */
export function readValueRules(
  spec: Json,
  parameter: Json,
): { mediaType: string | undefined; content: Json; schema: unknown; isWritten: boolean } {
  const [[mediaType, described] = []] = Object.entries(recordOf(parameter.content));
  const content = resolve(spec, described);
  return {
    mediaType,
    content,
    schema: parameter.schema ?? wholeSchemaOf(content),
    isWritten: mediaType !== undefined && parameter.in !== 'querystring',
  };
}

/** The value that samples send. */
export function readExampleValue(spec: Json, parameter: Json): ParameterValue {
  const { mediaType, content, schema, isWritten } = readValueRules(spec, parameter);
  const [example] = listExamples(
    spec,
    { ...content, ...parameter },
    { schema, direction: 'request', mediaType: mediaType ?? 'text/plain' },
  );
  // For a string without further description, its name is the best placeholder.
  const isPlaceholder =
    !example || (example.isGenerated && example.value === 'text' && isPlainText(spec, schema));
  if (isPlaceholder) return { value: String(parameter.name), isWritten };
  if (!isWritten) return { value: example.value, isWritten };
  const { value, isGenerated } = example;
  return { value: writeTextIn(spec, value, { mediaType: mediaType ?? '', schema, isGenerated }), isWritten };
}

const isPlainText = (spec: Json, schema: unknown): boolean => {
  const { schema: whole } = mergeParts(spec, schema);
  return Object.keys(whole).every((key) => /^(?:type|title|description|deprecated|x-.*)$/.test(key));
};

/** A header with its value; undefined if it has no value, or an invalid name. */
export function writeHeaderParameter(
  header: Json,
  { value, isWritten }: ParameterValue,
): NamedText | undefined {
  const text = isWritten ? toText(value) : writeHeader(value, styleOf(header, 'simple'));
  return text === undefined ? undefined : readHeader(String(header.name), text);
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Headers that HTTP clients set themselves. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive)$/i;

export const isToken = (name: string): boolean => NAME.test(name);

/** A header as it can be sent: everything in it but plain text is encoded. Undefined if its name is invalid. */
export const readHeader = (name: string, value: string): NamedText | undefined =>
  isToken(name) && !OWN_HEADERS.test(name)
    ? { name, value: value.replace(/[^\x20-\x7e]+/g, encode).trim() }
    : undefined;
