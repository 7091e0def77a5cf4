import { withoutEndSlashes } from '@lectern/std/address';
import { isUrlEncodedType } from '../examples/media-types.ts';
import { fillServer } from '../reference/fill-server.ts';
import { type FoundOperation, listParameters } from '../reference/list-parameters.ts';
import type {
  SecurityAlternative,
  SecurityReference,
  ServerReference,
} from '../reference/operation-reference.ts';
import { MUTUAL_TLS } from '../reference/servers-and-security.ts';
import { type Json, recordOf, resolve } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import {
  isToken,
  type ParameterValue,
  readExampleValue,
  readHeader,
  styleOf,
  writeHeaderParameter,
} from './parameter-value.ts';
import type { NamedText, SampleRequest } from './sample-request.ts';
import type { FilledContent } from './write-body.ts';
import { writeBody } from './write-body.ts';
import { encode, type Style, toText, writeCookie, writePath, writeQuery } from './write-values.ts';

const DEFAULT_SERVER = 'https://api.example.com';

interface Wanted {
  servers: readonly ServerReference[];
  security: readonly SecurityAlternative[];
  /** The contents of the body, with their examples. */
  contents: readonly FilledContent[];
}

/**
 * A request that the operation accepts: with what it requires, and with the credentials as placeholders. Undefined for
 * a method that is not a name.
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
      const text = writeSegment(parameter, readExampleValue(spec, parameter));
      filled.set(String(parameter.name), isSegment(text) ? text : encode(String(parameter.name)));
    } else if (parameter.required === true)
      addParameter(request, parameter, readExampleValue(spec, parameter));
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

/** A request without parameters and body; undefined for a method that is not a name. */
export const startRequest = ({ method }: FoundOperation): SampleRequest | undefined =>
  /^[a-z][a-z\d-]*$/i.test(method)
    ? {
        method: method === method.toLowerCase() ? method.toUpperCase() : method,
        url: '',
        query: [],
        headers: [],
        cookies: [],
        hasCertificate: false,
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
    .map((part) => (part.startsWith('{') ? filled.get(part.slice(1, -1)) : undefined) ?? cleanUrl(part))
    .join('');

/** A parameter as it is written in a path. */
export const writeSegment = (parameter: Json, { value, isWritten }: ParameterValue): string =>
  isWritten ? encode(toText(value)) : writePath(String(parameter.name), value, styleOf(parameter, 'simple'));

/** Whether a text can be a segment of a path. Nothing, or dots alone, would make it another path. */
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
        addHeader(request.headers, writeHeaderParameter(parameter, { value, isWritten }));
      return;
    case 'cookie':
      for (const cookie of writeCookie(name, value, styleOf(parameter, 'form')))
        addCookie(request.cookies, cookie);
  }
}

/**
 * A server may be given relative to where the spec is, which the sample does not know. Without a value, the name of a
 * variable stands for it.
 */
function baseOf(server = ''): string {
  const [url = ''] = server
    .trim()
    .replace(/\{([^{}]*)\}/g, '$1')
    .split(/[?#]/);
  const address = url
    .replace(/^ws(s?):\/\//i, 'http$1://')
    .replace(/^\/\//, 'https://')
    .replace(/^[\w.-]+:\d+(?=\/|$)/, 'http://$&');
  if (/^https?:\/\//i.test(address)) return withoutEndSlashes(address);
  const isOther = /^[a-z][a-z\d+.-]*:/i.test(address);
  const path = isOther ? '' : address.replace(/^(?:\.{0,2}(?:\/|$))+/, '');
  return withoutEndSlashes(`${DEFAULT_SERVER}/${path}`);
}

function addCredentials([first = []]: readonly SecurityAlternative[], request: SampleRequest): void {
  for (const scheme of first) if (scheme.sentIn) addCredential(request, scheme.sentIn, credentialsOf(scheme));
  request.hasCertificate = first.some(({ kind }) => kind === MUTUAL_TLS);
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
    addHeader(request.headers, readHeader(name, value));
}

const QUERY_STYLE: Style = { style: 'form', explode: true, allowReserved: false };
const RAW: Style = { style: 'cookie', explode: true, allowReserved: false };

/** The name of an HTTP scheme that is neither Basic nor Bearer. It is sent before the credentials. */
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

function addHeader(headers: NamedText[], header: NamedText | undefined): void {
  if (header) headers.push(header);
}

function addCookie(cookies: NamedText[], cookie: NamedText): void {
  if (isToken(cookie.name)) cookies.push(cookie);
}

/** A spec may have any text as an address: pasting a sample into a shell must not run it. */
const cleanUrl = (url: string): string =>
  url.replace(/%(?![\da-f]{2})/gi, '%25').replace(/[^\w\-.~:/?@+,=%]/gu, (character, at: number) =>
    // Brackets are part of the address of a host, and of nothing else.
    /[[\]]/.test(character) && /^https?:\/\/[^/]*$/i.test(url.slice(0, at)) ? character : encode(character),
  );
