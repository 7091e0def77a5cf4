import { schemaOf } from '../content-schema.ts';
import { isJsonType, isMultipartType, isUrlEncodedType } from '../examples/media-types.ts';
import { readJson } from '../numbers/json-text.ts';
import { findOperation } from '../reference/describe-spec.ts';
import { type FoundOperation, listParameters } from '../reference/list-parameters.ts';
import type { SecurityReference } from '../reference/operation-reference.ts';
import { kindOf } from '../reference/schema-type.ts';
import { listSecurity } from '../reference/servers-and-security.ts';
import { type Json, recordOf, resolve } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import {
  addCredential,
  addParameter,
  isSegment,
  nameOtherScheme,
  startRequest,
  writeAddress,
  writeSegment,
} from './describe-request.ts';
import { readValueRules } from './parameter-value.ts';
import type { MultipartBody, SampleBody, SamplePart, SampleRequest } from './sample-request.ts';
import { listFiles, listProperties, mergeSome, nameOneType, typeOfPart, writeBody } from './write-body.ts';
import { toText } from './write-values.ts';

/** A request as a reader enters it: texts by the names of their fields. */
export interface EnteredRequest {
  /** By the place and the name of the parameter, as in `query limit`. Without a text, a parameter is not sent. */
  values: Readonly<Record<string, string>>;
  /** The credentials for the schemes of one of the ways to authenticate, in their order. */
  security: number;
  credentials: readonly string[];
  body?: EnteredBody | undefined;
}

export interface EnteredBody {
  mediaType: string;
  text?: string;
  /** The fields of a form by their names. */
  fields?: Readonly<Record<string, string>>;
  /** The files by the name of their field; that of a whole body has no name. */
  files?: Readonly<Record<string, readonly EnteredFile[]>>;
}

export interface EnteredFile {
  name: string;
  type: string;
}

type EntryFault = 'missing' | 'unknown' | 'no-list' | 'no-object' | 'not-plain';

/** What is wrong with a field, as in `query limit`, `credential 0`, `field name` or `body`. */
interface EntryProblem {
  field: string;
  fault: EntryFault;
}

export type WrittenRequest = { request: SampleRequest } | { problems: EntryProblem[] };

/** What the functions for the parts of a request share. */
interface Entry {
  spec: Json;
  found: FoundOperation;
  entered: EnteredRequest;
  request: SampleRequest;
  problems: EntryProblem[];
}

/**
 * Writes the request that a reader entered, by the same rules as the samples. `base` is the address of the server.
 * Undefined if the spec does not have the operation.
 */
export function writeEnteredRequest(
  spec: Json,
  wanted: { method: string; path: string; base: string },
  entered: EnteredRequest,
): WrittenRequest | undefined {
  const found = findOperation(spec, { kind: 'operation', ...wanted });
  const request = found && startRequest(found);
  if (!request) return undefined;
  const entry: Entry = { spec, found, entered, request, problems: [] };
  const filled = addParameters(entry);
  addCredentials(entry);
  request.url = writeAddress(wanted.base, wanted.path, filled);
  if (entered.body) request.body = writeEnteredBody(entry, entered.body);
  return entry.problems.length > 0 ? { problems: entry.problems } : { request };
}

/** Adds the parameters, and returns those of the path. */
function addParameters({ spec, found, entered, request, problems }: Entry): Map<string, string> {
  const filled = new Map<string, string>();
  const left = new Set(Object.keys(entered.values));
  for (const parameter of listParameters(spec, found)) {
    const place = String(parameter.in);
    const name = String(parameter.name);
    const field = `${place} ${name}`;
    const text = ownText(entered.values, field);
    left.delete(field);
    if (text === '') {
      if (parameter.required === true || place === 'path') problems.push({ field, fault: 'missing' });
      continue;
    }
    const { schema, isWritten } = readValueRules(spec, parameter);
    const read = isWritten ? { value: text } : readValue(spec, schema, text);
    if ('fault' in read) {
      problems.push({ field, fault: read.fault });
      continue;
    }
    if (place === 'path') {
      const segment = writeSegment(parameter, { value: read.value, isWritten });
      if (isSegment(segment)) filled.set(name, segment);
      else problems.push({ field, fault: 'missing' });
      continue;
    }
    if (place === 'header' && !isPlain(text)) problems.push({ field, fault: 'not-plain' });
    else addParameter(request, parameter, { value: read.value, isWritten });
  }
  for (const field of left) problems.push({ field, fault: 'unknown' });
  return filled;
}

const isPlain = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text);

const ownText = (texts: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';

type ReadValue = { value: unknown } | { fault: EntryFault };

/** Reads a text as a value of a schema. A list is JSON, or has its items in lines or between commas. */
function readValue(spec: Json, schema: unknown, text: string): ReadValue {
  const kind = kindOf(mergeSome(spec, schema));
  const value = parseComposed(text);
  switch (kind) {
    case 'array':
      if (Array.isArray(value)) return { value };
      if (/^\s*[[{]/.test(text)) return { fault: 'no-list' };
      return { value: listItems(text) };
    case 'object':
      return isObject(value) ? { value } : { fault: 'no-object' };
    case 'any':
      return { value: value ?? text };
    default:
      return { value: text };
  }
}

const listItems = (text: string): string[] =>
  text
    .split(text.includes('\n') ? '\n' : ',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A list or object of JSON; undefined for everything else. */
function parseComposed(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return readJson(text) as object;
  } catch {
    return undefined;
  }
}

function addCredentials({ spec, found, entered, request, problems }: Entry): void {
  const schemes = listSecurity(spec, found.operation.security ?? spec.security)[entered.security] ?? [];
  for (const [n, text] of entered.credentials.entries()) {
    const scheme = schemes[n];
    const field = `credential ${n}`;
    if (text === '') continue;
    if (!scheme?.sentIn) problems.push({ field, fault: 'unknown' });
    else if (!isPlain(text) && scheme.sentIn.scheme !== 'basic' && scheme.sentIn.place === 'header')
      problems.push({ field, fault: 'not-plain' });
    else addCredential(request, scheme.sentIn, writeCredential(scheme, text));
  }
}

/** Adds the scheme, because people mostly paste the token alone. */
function writeCredential(reference: SecurityReference, text: string): string {
  const scheme = reference.sentIn?.scheme ?? 'key';
  if (scheme === 'basic') {
    if (/^basic /i.test(text)) return text;
    return `Basic ${text.includes(':') ? Buffer.from(text).toString('base64') : text}`;
  }
  if (scheme === 'key' || text.includes(' ')) return text;
  return `${scheme === 'bearer' ? 'Bearer' : nameOtherScheme(reference)} ${text}`;
}

function writeEnteredBody(entry: Entry, body: EnteredBody): SampleBody | undefined {
  const { spec, found, problems } = entry;
  const contents = recordOf(resolve(spec, found.operation.requestBody).content);
  const { mediaType } = body;
  if (!Object.hasOwn(contents, mediaType)) {
    problems.push({ field: 'body', fault: 'unknown' });
    return undefined;
  }
  const content = resolve(spec, contents[mediaType]);
  const schema = schemaOf(mediaType, content);
  const filled = { mediaType, content, schema };
  const isForm = isUrlEncodedType(mediaType) || isMultipartType(mediaType);
  if (isForm && (body.fields || body.files)) {
    const value = readFields(entry, body, filled);
    const written = writeBody(spec, { ...filled, example: { value } });
    return written?.kind === 'multipart' ? nameFiles(written, body) : written;
  }
  const sent = nameOneType(mediaType, body.text === undefined);
  const [file] = body.files?.[''] ?? [];
  if (file) return { kind: 'file', mediaType: sent, fileName: file.name };
  const text = body.text ?? '';
  if (text === '') return undefined;
  if (isMultipartType(mediaType)) {
    const value = parseComposed(text);
    const written = value && writeBody(spec, { ...filled, example: { value } });
    if (value && written?.kind === 'multipart') return enterFiles(written, Object.values(value));
    problems.push({ field: 'body', fault: 'no-object' });
    return undefined;
  }
  return { kind: 'text', mediaType: sent, text, isJson: isJsonType(sent) };
}

/** The fields of a form as values. Those of files are placeholders, which the parts of files replace. */
function readFields(
  { spec, problems }: Entry,
  { fields = {}, files = {} }: EnteredBody,
  filled: { mediaType: string; content: Json; schema: unknown },
): Json {
  const properties = listProperties(spec, filled.schema);
  const known = new Map(listFiles(spec, filled).map((file) => [file.name, file]));
  const values = new Map<string, unknown>();
  for (const [name, text] of Object.entries(fields)) {
    if (text === '') continue;
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const type = typeOfPart(recordOf(recordOf(filled.content.encoding)[name]));
    // What is written in another type is entered in it.
    const read =
      type === undefined || isJsonType(type)
        ? readValue(spec, own, text)
        : { value: parseComposed(text) ?? text };
    if ('fault' in read) problems.push({ field: `field ${name}`, fault: read.fault });
    else values.set(name, read.value);
  }
  for (const [name, chosen] of Object.entries(files)) {
    const file = known.get(name);
    if (!file) problems.push({ field: `field ${name}`, fault: 'unknown' });
    else if (chosen.length > 0) values.set(name, file.isList ? chosen.map(() => '') : '');
  }
  // The parts of some kinds are in an order.
  const ordered = new Set([...Object.keys(properties).filter((name) => values.has(name)), ...values.keys()]);
  return Object.fromEntries([...ordered].map((name) => [name, values.get(name)]));
}

/** Without chosen files, the parts of files have the texts that were entered for them. */
const enterFiles = (body: MultipartBody, values: readonly unknown[]): SampleBody => ({
  ...body,
  parts: body.parts.map((part, n): SamplePart => {
    if ('value' in part) return part;
    const { fileName: _unknown, ...described } = part;
    return { ...described, value: toText(values[n]) };
  }),
});

/** Gives the parts of files the names and types of the files that were chosen, in their order. */
function nameFiles(body: MultipartBody, { files = {} }: EnteredBody): SampleBody {
  const left = new Map(Object.entries(files).map(([name, chosen]) => [name, [...chosen]]));
  const parts = body.parts.map((part): SamplePart => {
    const file = 'fileName' in part ? left.get(part.name ?? '')?.shift() : undefined;
    if (!file) return part;
    const type = part.mediaType ?? file.type;
    const { mediaType: _known, ...named } = part;
    return { ...named, fileName: file.name, ...(type === '' ? {} : { mediaType: type }) };
  });
  return { ...body, parts };
}
