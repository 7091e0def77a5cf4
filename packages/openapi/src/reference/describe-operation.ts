import { cutText, shortenText } from '@lectern/std/cut-text';
import { schemaOf, wholeSchemaOf } from '../content-schema.ts';
import type { Direction } from '../examples/check-value.ts';
import {
  type ContentExample,
  hasMoreExamples,
  hasMoreSchemaExamples,
  isFile,
  listExamples,
  listExternalExamples,
  listGivenExamples,
  writeExample,
} from '../examples/list-examples.ts';
import { isJsonType, isUrlEncodedType } from '../examples/media-types.ts';
import { readPointer } from '../json-pointer.ts';
import { listEncodings } from '../list-encodings.ts';
import { writeJson } from '../numbers/json-text.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { describeRequest } from '../samples/describe-request.ts';
import { type SampleRequest, writeForm } from '../samples/sample-request.ts';
import { type FilledContent, listFiles, writeFields } from '../samples/write-body.ts';
import { writeCodeSamples } from '../samples/write-samples.ts';
import { isObject } from '../spec-grammar.ts';
import { listLabels } from '../tags.ts';
import { withValueNotes } from '../value-notes.ts';
import { listCallbacks, MAX_CALLBACK_DEPTH, MAX_CALLBACKS, MAX_INNER_CALLBACKS } from './list-callbacks.ts';
import { type FoundOperation, listParameters } from './list-parameters.ts';
import type {
  BodyReference,
  CodeSample,
  ContentReference,
  EncodingReference,
  FieldReference,
  LinkReference,
  OperationReference,
  ParameterPlace,
  ParameterReference,
  ResponseReference,
  SchemaReference,
  ServerReference,
} from './operation-reference.ts';
import { plainText, readReferenceText, readTexts } from './read-text.ts';
import { readExternalDocs, toShown } from './schema-notes.ts';
import { SchemaReader } from './schema-reader.ts';
import { listSecurity, listServers, MAX_SERVERS } from './servers-and-security.ts';

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'querystring', 'header', 'cookie'];
const MAX_CONTENTS = 20;
const MAX_RESPONSES = 100;

/** The state that the functions for the parts of an operation share. */
interface Source {
  spec: Json;
  reader: SchemaReader;
  /** The contents of the request body, with the examples that are sent. */
  sent: FilledContent[];
  /** The operations around the one that is read: callbacks may have callbacks. */
  around: Json[];
  innerCallbacksLeft: number;
  /** How many contents are read whose parts contain the part that is read. */
  encodingDepth: number;
  partHeadersLeft: number;
  /** Whether parts are left out, because there are too many. */
  isCut: boolean;
}

/** Returns the parts that are shown. If there are more, the operation says so. */
function takeFirst<Part>(source: Source, parts: readonly Part[], count: number): readonly Part[] {
  if (parts.length > count) source.isCut = true;
  return parts.slice(0, count);
}

/**
 * Describes an operation for readers. The description is limited in size, no matter how much of the spec it refers to.
 */
export function describeOperation(spec: Json, found: FoundOperation): OperationReference {
  const source: Source = {
    spec,
    reader: new SchemaReader(spec),
    sent: [],
    isCut: false,
    around: [],
    innerCallbacksLeft: MAX_INNER_CALLBACKS,
    encodingDepth: 0,
    partHeadersLeft: MAX_PART_HEADERS,
  };
  const read = readOperation(source, found);
  source.reader.finish();
  const operation: OperationReference = { ...read, ...(source.isCut ? { isCut: true } : {}) };
  if (found.kind !== 'operation') return operation;
  const { servers, security } = operation;
  const request = describeRequest(spec, found, { servers, security, contents: source.sent });
  return {
    ...operation,
    samples: [...operation.samples, ...(request ? writeCodeSamples(request) : [])],
    // Samples of the spec may send something else.
    ...(request && operation.samples.length === 0 ? nameSentExample(operation, request) : {}),
  };
}

const nameSentExample = (
  { body }: OperationReference,
  { bodyExample }: SampleRequest,
): Pick<OperationReference, 'sentExample'> =>
  bodyExample !== '' && (body?.contents ?? []).some(({ examples }) => examples.length > 1)
    ? { sentExample: bodyExample }
    : {};

const MAX_SAMPLES = 20;
const MAX_SAMPLE_LENGTH = 20_000;

/** The samples that the spec contains. They take precedence over ours. */
function readGivenSamples(source: Source, operation: Json): CodeSample[] {
  const given = listOf(operation['x-codeSamples'] ?? operation['x-code-samples'])
    .map(recordOf)
    .filter((sample) => typeof sample.source === 'string');
  return takeFirst(source, given, MAX_SAMPLES).map(({ lang, label, source: code }) => {
    const language = typeof lang === 'string' && lang !== '' ? lang : 'text';
    return {
      title: cutText(typeof label === 'string' && label !== '' ? label : language, 100),
      syntax: cutText(language.toLowerCase(), 40),
      code: shortenText(String(code), MAX_SAMPLE_LENGTH),
      isGiven: true,
    };
  });
}

function readOperation(source: Source, found: FoundOperation): OperationReference {
  const { kind, method, path, item, operation } = found;
  const { spec } = source;
  const { summary } = operation;
  const externalDocs = readExternalDocs(operation.externalDocs);
  const labels = listLabels(spec, operation);
  // Readers receive the requests of a webhook, and send the responses.
  const [asked, answered]: [Direction, Direction] =
    kind === 'operation' ? ['request', 'response'] : ['response', 'request'];
  return {
    kind,
    method,
    path,
    title: typeof summary === 'string' && summary.trim() !== '' ? cutText(summary.trim(), 300) : undefined,
    ...(labels.length > 0 ? { labels } : {}),
    // What a path says holds for all of its operations.
    description: readTexts(operation.description, plainText(item.summary), item.description),
    isDeprecated: operation.deprecated === true,
    // The servers of the spec are those of the API, which sends the requests of webhooks and callbacks.
    servers: readServers(
      source,
      operation.servers ?? item.servers ?? (kind === 'operation' ? spec.servers : undefined),
    ),
    security: listSecurity(spec, operation.security ?? (kind === 'operation' ? spec.security : undefined)),
    parameters: readParameters(source, found),
    body: readBody(source, { value: operation.requestBody, direction: asked, kind }),
    responses: takeFirst(
      source,
      Object.entries(recordOf(operation.responses)).filter(([status]) => !status.startsWith('x-')),
      MAX_RESPONSES,
    ).map(([status, value]) => readResponse(source, { status, response: resolve(spec, value) }, answered)),
    callbacks: readCallbacks(source, operation),
    ...(externalDocs ? { externalDocs } : {}),
    samples: readGivenSamples(source, operation),
  };
}

const readServers = (source: Source, servers: unknown): ServerReference[] =>
  listServers(takeFirst(source, listOf(servers), MAX_SERVERS));

const readParameters = (source: Source, found: FoundOperation): ParameterReference[] =>
  listParameters(source.spec, found).flatMap((parameter): ParameterReference[] => {
    const place = PLACES.find((one) => one === parameter.in);
    if (!place) return [];
    const isRequired = parameter.required === true || place === 'path';
    return [{ place, ...readField(source, String(parameter.name), parameter), isRequired }];
  });

/** Reads a parameter or header: its own description takes precedence over that of its schema. */
function readField(source: Source, name: string, parameter: Json): FieldReference {
  const { spec, reader } = source;
  const [[mediaType, value] = []] = Object.entries(recordOf(parameter.content));
  const content = resolve(spec, value);
  const schema = reader.read(withValueNotes(parameter, parameter.schema ?? wholeSchemaOf(content) ?? {}));
  const description = readReferenceText(parameter.description);
  const given = { ...content, ...parameter };
  const examples = listGivenExamples(spec, given).map((example) => ({
    ...example,
    value: toShown(example.value),
  }));
  const externalExamples = listExternalExamples(spec, given);
  if (hasMoreExamples(spec, given)) source.isCut = true;
  // The reader adds the fields later, so that the schema must stay the same object.
  Object.assign(schema, {
    ...(description ? { description } : {}),
    ...(parameter.deprecated === true ? { isDeprecated: true } : {}),
    ...(examples.length > 0 ? { example: examples[0]?.value, examples } : {}),
    ...(externalExamples.length > 0 ? { externalExamples } : {}),
    limits: [...schema.limits, ...readRules(parameter, STYLES[String(parameter.in)] ?? 'simple')],
  });
  return {
    name: cutText(name, 200),
    isRequired: parameter.required === true,
    ...(mediaType === undefined ? {} : { mediaType: cutText(mediaType, 200) }),
    ...readEncodings(source, content),
    schema,
  };
}

function readBody(
  source: Source,
  { value, direction, kind }: { value: unknown; direction: Direction; kind: FoundOperation['kind'] },
): BodyReference | undefined {
  const body = resolve(source.spec, value);
  if (Object.keys(body).length === 0) return undefined;
  return {
    description: readReferenceText(body.description),
    isRequired: body.required === true,
    contents: readContents(source, body, direction, kind === 'operation' ? source.sent : undefined),
  };
}

const readResponse = (
  source: Source,
  { status, response }: { status: string; response: Json },
  direction: Direction,
): ResponseReference => ({
  status: cutText(status, 20),
  description: readTexts(plainText(response.summary), response.description),
  headers: readHeaders(source, response.headers),
  contents: readContents(source, response, direction),
  ...readLinks(source, response.links),
});

const MAX_LINKS = 20;

/** The name of an operation that a pointer leads to, such as `GET /pets`; other references are names themselves. */
function nameOfRef(ref: unknown): unknown {
  const [paths, path, method, ...rest] = typeof ref === 'string' ? (readPointer(ref.slice(1)) ?? []) : [];
  const isOperation = paths === 'paths' && method !== undefined && rest.length === 0;
  return isOperation && String(ref).startsWith('#') ? `${method.toUpperCase()} ${path}` : ref;
}

/** Reads the operations that a response leads to. */
function readLinks(source: Source, links: unknown): Pick<ResponseReference, 'links'> {
  const named = Object.entries(recordOf(links)).filter(([name]) => !name.startsWith('x-'));
  const read = takeFirst(source, named, MAX_LINKS).map(([name, value]): LinkReference => {
    const link = resolve(source.spec, value);
    const { url: server } = recordOf(link.server);
    const parameters = {
      ...recordOf(link.parameters),
      ...(link.requestBody === undefined ? {} : { body: link.requestBody }),
      ...(typeof server === 'string' ? { server } : {}),
    };
    return {
      name: cutText(name, 200),
      description: readReferenceText(link.description),
      operation: cutText(String(link.operationId ?? nameOfRef(link.operationRef) ?? ''), 500),
      parameters: Object.entries(parameters).map(([parameter, expression]) => [
        cutText(parameter, 200),
        shortenText(typeof expression === 'string' ? expression : writeJson(expression), 300),
      ]),
    };
  });
  return read.length > 0 ? { links: read } : {};
}

function readContents(
  source: Source,
  { content }: Json,
  direction: Direction,
  sent: FilledContent[] = [],
): ContentReference[] {
  const { spec, reader } = source;
  return takeFirst(source, Object.entries(recordOf(content)), MAX_CONTENTS).map(([mediaType, value]) => {
    const found = resolve(spec, value);
    const schema = schemaOf(mediaType, found);
    const examples = listExamples(spec, found, { schema, direction, mediaType });
    const externalExamples = listExternalExamples(spec, found);
    if (hasMoreExamples(spec, found) || hasMoreSchemaExamples(spec, schema)) source.isCut = true;
    sent.push({ mediaType, content: found, schema, example: examples[0] });
    return {
      mediaType: cutText(mediaType, 200),
      schema: schema === undefined ? undefined : reader.read(schema),
      ...readEncodings(source, found),
      ...(direction === 'request' ? readFiles(spec, { mediaType, content: found, schema }) : {}),
      examples: examples.map((example) =>
        writeExample(spec, asSent(example, mediaType, found), { mediaType, schema }),
      ),
      ...(externalExamples.length > 0 ? { externalExamples } : {}),
    };
  });
}

const MAX_ENCODINGS = 100;

/** Headers of parts can have parts with headers. Deeper ones are not shown. */
const MAX_ENCODING_DEPTH = 3;
const MAX_PART_HEADERS = 1000;

/** Reads how the parts of a body are sent. */
function readEncodings(source: Source, content: Json): Pick<ContentReference, 'encodings'> {
  const described = listEncodings(content).flatMap(({ names, encoding }) => {
    const { contentType, headers } = encoding;
    const rules = readRules(encoding);
    const isSaid = typeof contentType === 'string' || isObject(headers) || rules.length > 0;
    return isSaid ? [{ names, contentType, headers, rules }] : [];
  });
  if (described.length === 0) return {};
  if (source.encodingDepth >= MAX_ENCODING_DEPTH) {
    source.isCut = true;
    return {};
  }
  source.encodingDepth += 1;
  const encodings = takeFirst(source, described, MAX_ENCODINGS).map(
    ({ names, contentType, headers, rules }): EncodingReference => ({
      names: names.map((name) => (name === undefined ? null : cutText(name, 200))),
      ...(typeof contentType === 'string' ? { mediaType: cutText(contentType, 200) } : {}),
      rules,
      headers: readHeaders(source, takePartHeaders(source, headers)),
    }),
  );
  source.encodingDepth -= 1;
  return { encodings };
}

/** The first headers of parts that are shown of an operation: shared ones can have parts with all others. */
function takePartHeaders(source: Source, headers: unknown): Json {
  const taken = takeFirst(source, Object.entries(recordOf(headers)), source.partHeadersLeft);
  source.partHeadersLeft -= taken.length;
  return Object.fromEntries(taken);
}

/** The styles that parameters have by default. Headers have another one. */
const STYLES: Readonly<Record<string, string>> = { query: 'form', cookie: 'form' };

/**
 * Reads how a value is written. Of a parameter, only what differs from the default; of a part, everything that is
 * stated, because without any of it the part is written in its media type.
 */
function readRules(value: Json, usualStyle?: string): SchemaReference['limits'] {
  const { style, explode, allowReserved, allowEmptyValue } = value;
  const isParameter = usualStyle !== undefined;
  const isForm = (style ?? usualStyle) === 'form' || style === 'cookie';
  return [
    ...(typeof style === 'string' && style !== usualStyle ? [['style', cutText(style, 200)] as const] : []),
    ...(typeof explode === 'boolean' && !(isParameter && explode === isForm)
      ? [['explode', String(explode)] as const]
      : []),
    ...(typeof allowReserved === 'boolean' && !(isParameter && !allowReserved)
      ? [['allowReserved', String(allowReserved)] as const]
      : []),
    ...(allowEmptyValue === true ? [['allowEmptyValue', 'true'] as const] : []),
  ].map(([name, text]) => [name, text]);
}

/** What of a body is sent as files. */
function readFiles(
  spec: Json,
  content: Pick<FilledContent, 'mediaType' | 'content' | 'schema'>,
): Pick<ContentReference, 'isFile' | 'files'> {
  const { mediaType, schema } = content;
  const files = listFiles(spec, content).slice(0, MAX_ENCODINGS);
  return {
    ...(schema !== undefined && isFile(spec, schema) && !isJsonType(mediaType) ? { isFile: true } : {}),
    ...(files.length > 0 ? { files } : {}),
  };
}

const readHeaders = (source: Source, headers: unknown): FieldReference[] =>
  Object.entries(recordOf(headers)).map(([name, value]) =>
    readField(source, name, resolve(source.spec, value)),
  );

/** Forms are shown as they are sent. */
const asSent = (example: ContentExample, mediaType: string, content: Json): ContentExample =>
  isUrlEncodedType(mediaType) && isObject(example.value)
    ? { ...example, value: writeForm(writeFields(example.value, content)) }
    : example;

function readCallbacks(source: Source, operation: Json): OperationReference[] {
  source.around.push(operation);
  const found = listCallbacks(source.spec, operation.callbacks);
  const read = takeFirst(source, found, MAX_CALLBACKS).flatMap((callback) => {
    // One that contains itself is shown already.
    if (source.around.includes(callback.operation)) return [];
    if (source.around.length > 1) source.innerCallbacksLeft -= 1;
    if (source.innerCallbacksLeft >= 0 && source.around.length <= MAX_CALLBACK_DEPTH)
      return [readOperation(source, callback)];
    source.isCut = true;
    return [];
  });
  source.around.pop();
  return read;
}
