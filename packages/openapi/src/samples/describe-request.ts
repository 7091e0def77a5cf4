import { withoutEndSlashes } from '@lectern/std/address';
import { listExamples } from '../examples/list-examples.ts';
import { isUrlEncodedType } from '../examples/media-types.ts';
import { mergeParts } from '../merge-all-of.ts';
import { type FoundOperation, listParameters } from '../reference/list-parameters.ts';
import type {
  SecurityAlternative,
  SecurityReference,
  ServerReference,
} from '../reference/operation-reference.ts';
import { fillServer } from '../reference/servers-and-security.ts';
import { type Json, recordOf, resolve } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import type { NamedText, SampleRequest } from './sample-request.ts';
import type { FilledContent } from './write-body.ts';
import { writeBody } from './write-body.ts';
import {
  encode,
  type Style,
  toText,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from './write-values.ts';

const DEFAULT_SERVER = 'https://api.example.com';

interface Wanted {
  servers: readonly ServerReference[];
  security: readonly SecurityAlternative[];
  /** The contents of the body, with their examples. */
  contents: readonly FilledContent[];
}

/**
 * A request that the operation accepts: with what it requires, and with the credentials as placeholders. Undefined for
 * a method that is not a word.
 */
export function describeRequest(
  spec: Json,
  found: FoundOperation,
  { servers, security, contents }: Wanted,
): SampleRequest | undefined {
  const { path, operation } = found;
  const request = startRequest(found);
  if (!request) return undefined;
  const filled = new Map<string, string>();
  for (const parameter of listParameters(spec, found)) {
    if (parameter.in === 'path') {
      const text = writeSegment(parameter, valueFor(spec, parameter));
      filled.set(String(parameter.name), isSegment(text) ? text : encode(String(parameter.name)));
    } else if (parameter.required === true) addParameter(request, parameter, valueFor(spec, parameter));
  }
  addCredentials(security, request);
  const [server] = servers;
  request.url = writeAddress(server && fillServer(server), path, filled);
  for (const content of contents) {
    if (!request.body) {
      request.body = writeBody(spec, content);
      request.bodyExample = content.example?.title ?? '';
    }
    if (request.body || resolve(spec, operation.requestBody).required !== true) break;
  }
  return request;
}

/** A request without parameters and body; undefined for a method that is not a word. */
export const startRequest = ({ method }: FoundOperation): SampleRequest | undefined =>
  /^[a-z]+$/i.test(method)
    ? {
        method: method === method.toLowerCase() ? method.toUpperCase() : method,
        url: '',
        query: [],
        headers: [],
        cookies: [],
        body: undefined,
        bodyExample: '',
      }
    : undefined;

/** The address of an operation. The values of its parameters are encoded already. */
export const writeAddress = (
  base: string | undefined,
  path: string,
  filled: ReadonlyMap<string, string>,
): string => cleanUrl(baseOf(base)) + fillTemplate(path, filled);

/** The parts of a path between parameters are cleaned, the parameters are encoded already. */
const fillTemplate = (path: string, filled: ReadonlyMap<string, string>): string =>
  path
    .split(/(\{[^{}]{1,200}\})/)
    .map((part) => filled.get(part.slice(1, -1)) ?? cleanUrl(part))
    .join('');

/** A value, and whether it is written in a media type, so that its style says nothing. */
export interface ParameterValue {
  value: unknown;
  isWritten: boolean;
}

/** A parameter as it is written in a path. */
export const writeSegment = (parameter: Json, { value, isWritten }: ParameterValue): string =>
  isWritten ? encode(toText(value)) : writePath(String(parameter.name), value, styleOf(parameter, 'simple'));

/** Without a text, or with dots alone, the address would be another one. */
export const isSegment = (text: string): boolean => !/^\.*$/.test(text);

export function addParameter(
  request: SampleRequest,
  parameter: Json,
  { value, isWritten }: ParameterValue,
): void {
  const name = String(parameter.name);
  switch (parameter.in) {
    case 'query':
      request.query.push(...writeQuery(name, value, styleOf(parameter, 'form')));
      return;
    case 'querystring':
      if (isObject(value) && isUrlEncodedType(Object.keys(recordOf(parameter.content))[0] ?? ''))
        for (const [key, one] of Object.entries(value))
          request.query.push(...writeQuery(key, one, { style: 'form', explode: true, allowReserved: false }));
      else request.query.push({ name: '', value: toText(value), text: encode(toText(value)) });
      return;
    case 'header':
      // The specification says that these three are no parameters.
      if (!/^(?:accept|content-type|authorization)$/i.test(name))
        addHeader(
          request.headers,
          name,
          isWritten ? toText(value) : writeHeader(value, styleOf(parameter, 'simple')),
        );
      return;
    case 'cookie':
      for (const cookie of writeCookie(name, value, styleOf(parameter, 'form')))
        addCookie(request.cookies, cookie);
  }
}

function styleOf({ style, explode, allowReserved }: Json, known: string): Style {
  const own = typeof style === 'string' ? style : known;
  return {
    style: own,
    explode: typeof explode === 'boolean' ? explode : own === 'form' || own === 'cookie',
    allowReserved: allowReserved === true,
  };
}

/** How the value of a parameter is described and written. */
export function readValueRules(
  spec: Json,
  parameter: Json,
): { mediaType: string | undefined; content: Json; schema: unknown; isWritten: boolean } {
  const [[mediaType, described] = []] = Object.entries(recordOf(parameter.content));
  const content = resolve(spec, described);
  return {
    mediaType,
    content,
    schema: parameter.schema ?? content.schema,
    isWritten: mediaType !== undefined && parameter.in !== 'querystring',
  };
}

function valueFor(spec: Json, parameter: Json): ParameterValue {
  const name = String(parameter.name);
  const { mediaType, content, schema, isWritten } = readValueRules(spec, parameter);
  const [example] = listExamples(
    spec,
    { ...content, ...parameter },
    { schema, direction: 'request', mediaType: mediaType ?? 'text/plain' },
  );
  // A text of which nothing is said is best described by its name.
  const isPlaceholder =
    !example || (example.isGenerated && example.value === 'text' && isPlainText(spec, schema));
  const value = isPlaceholder ? name : example.value;
  return { value: isWritten && !isPlaceholder ? toText(value) : value, isWritten };
}

const isPlainText = (spec: Json, schema: unknown): boolean => {
  const { schema: whole } = mergeParts(spec, schema);
  return Object.keys(whole).every((key) => /^(?:type|title|description|deprecated|x-.*)$/.test(key));
};

/** A server may be given relative to where the spec is. */
function baseOf(server = ''): string {
  const url = server.trim();
  const whole = /^https?:\/\//i.test(url)
    ? url
    : url.startsWith('//')
      ? `https:${url}`
      : `${DEFAULT_SERVER}/${url.replace(/^(?:\.{0,2}\/)+/, '')}`;
  return withoutEndSlashes(whole);
}

function addCredentials([first = []]: readonly SecurityAlternative[], request: SampleRequest): void {
  for (const scheme of first) if (scheme.sentIn) addCredential(request, scheme.sentIn, credentialsOf(scheme));
}

export function addCredential(
  request: SampleRequest,
  { name, place }: NonNullable<SecurityReference['sentIn']>,
  value: string,
): void {
  if (place === 'query') request.query.push(...writeQuery(name, value, QUERY_STYLE));
  else if (place === 'cookie')
    for (const cookie of writeCookie(name, value, RAW)) addCookie(request.cookies, cookie);
  else if (!request.headers.some((header) => header.name.toLowerCase() === name.toLowerCase()))
    addHeader(request.headers, name, value);
}

const QUERY_STYLE: Style = { style: 'form', explode: true, allowReserved: false };
const RAW: Style = { style: 'cookie', explode: true, allowReserved: false };

/** The scheme of HTTP before credentials that is neither of the two usual ones. */
export const nameOtherScheme = ({ kind }: Pick<SecurityReference, 'kind'>): string =>
  /^HTTP ([\w!#$%&'*+.^`|~-]+)$/.exec(kind)?.[1] ?? 'Bearer';

function credentialsOf({ sentIn, kind }: SecurityReference): string {
  switch (sentIn?.scheme) {
    case 'bearer':
      return 'Bearer YOUR_TOKEN';
    case 'basic':
      return 'Basic YOUR_CREDENTIALS';
    case 'other':
      return `${nameOtherScheme({ kind })} YOUR_CREDENTIALS`;
    default:
      return 'YOUR_API_KEY';
  }
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Headers that the program sets which sends the request. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive)$/i;

/** Text that is not a header name could be code where a sample is pasted. */
function addHeader(headers: NamedText[], name: string, value: string): void {
  if (!NAME.test(name) || OWN_HEADERS.test(name)) return;
  headers.push({ name: name.replace(/['`$]/g, ''), value: value.replace(/[^\x20-\x7e]/g, '').trim() });
}

function addCookie(cookies: NamedText[], { name, value }: NamedText): void {
  if (NAME.test(name)) cookies.push({ name: name.replace(/['`$]/g, ''), value });
}

/** A spec may have any text as an address: pasting a sample into a shell must not run it. */
const cleanUrl = (url: string): string =>
  url.replace(/%(?![\da-f]{2})/gi, '%25').replace(/[^\w\-.~:/?@+,=%]/gu, (character, at: number) =>
    // Brackets are part of the address of a host, and of nothing else.
    /[[\]]/.test(character) && /^https?:\/\/[^/]*$/i.test(url.slice(0, at)) ? character : encode(character),
  );
