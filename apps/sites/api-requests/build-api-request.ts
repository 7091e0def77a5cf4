import type { OperationReference, ServerReference } from '@lectern/openapi/reference/operation-reference';
import { fillServer } from '@lectern/openapi/reference/servers-and-security';
import { parseUrl } from '@lectern/std/parse-url';
import { toWellFormed } from '@lectern/std/well-formed';
import { type Static, Type } from 'typebox';
import { invalidRequest } from '../../server/platform/http/errors.ts';

const Values = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4000 }));

/** The form that a reader fills in to call an operation. */
export const SentApiRequest = Type.Object({
  /** The page that shows the operation. */
  page: Type.String({ maxLength: 36 }),
  /** The name of the part of the page that shows it. */
  part: Type.String({ maxLength: 4000 }),
  /** The position of the server, from 0. */
  server: Type.Integer({ minimum: 0, maximum: 100 }),
  variables: Values,
  path: Values,
  query: Values,
  headers: Values,
  body: Type.Optional(Type.Object({ mediaType: Type.String({ maxLength: 200 }), text: Type.String() })),
});
export type SentApiRequest = Static<typeof SentApiRequest>;

export interface ApiRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Headers about the connection, which only the browser or this service may set. */
const RESERVED_HEADERS =
  /^(?:host|cookie2?|origin|referer|connection|content-length|date|expect|keep-alive|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.*|x-real-ip|proxy-.*|sec-.*)$/i;

/**
 * Builds the request from the form. It goes to a server of the operation and nowhere else: its address consists of the
 * server and the path of the spec. Throws for values that the operation does not have.
 */
export function buildApiRequest(operation: OperationReference, sent: SentApiRequest): ApiRequest {
  const server = operation.servers[sent.server];
  if (!server) throw invalidRequest('The operation does not have this server.');
  const url = parseServer(fillServer(chooseValues(server, sent.variables)));
  url.pathname = url.pathname.replace(/\/$/, '') + fillPath(operation, sent.path);
  const own = namesOf(operation);
  for (const [name, value] of Object.entries(sent.query)) {
    if (!own.query.has(name)) throw invalidRequest(`The operation has no query parameter “${name}”.`);
    url.searchParams.append(name, value);
  }
  const headers: Record<string, string> = { accept: '*/*', 'user-agent': 'Lectern' };
  for (const [name, value] of Object.entries(sent.headers)) {
    const isAllowed = own.headers.has(name.toLowerCase()) && !RESERVED_HEADERS.test(name);
    if (!isAllowed) throw invalidRequest(`The header “${name}” cannot be sent.`);
    if (/[^\t\x20-\x7e]/.test(value)) throw invalidRequest(`The header “${name}” can only be plain text.`);
    headers[name.toLowerCase()] = value;
  }
  const { body } = sent;
  if (body && !operation.body?.contents.some(({ mediaType }) => mediaType === body.mediaType))
    throw invalidRequest('This operation does not accept a request body of this type.');
  const method = operation.method.toUpperCase();
  if (!body || method === 'GET' || method === 'HEAD') return { method, url, headers, body: undefined };
  return { method, url, headers: { ...headers, 'content-type': body.mediaType }, body: body.text };
}

/** Fills in variables only with the values that the spec lists: another value could be any host. */
function chooseValues(server: ServerReference, chosen: Record<string, string>): ServerReference {
  const variables = server.variables.map((variable) => {
    const { name, value, choices } = variable;
    const one = Object.hasOwn(chosen, name) ? (chosen[name] ?? '') : value;
    if (one !== value && !choices.includes(one))
      throw invalidRequest(`The server does not have this value of “${name}”.`);
    return { ...variable, value: one };
  });
  return { ...server, variables };
}

function parseServer(address: string): URL {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  if (!url) throw invalidRequest('The spec does not specify the address of this server.');
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url;
}

function fillPath({ path }: OperationReference, values: Record<string, string>): string {
  return path.replace(/\{([^{}]{1,200})\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    // As a segment, dots would lead out of the path of the operation.
    if (value === '' || /^\.{1,2}$/.test(value)) throw invalidRequest(`“${name}” needs a value.`);
    return encodeURIComponent(toWellFormed(value));
  });
}

function namesOf({ parameters, security }: OperationReference): { query: Set<string>; headers: Set<string> } {
  const credentials = security.flat().flatMap(({ sentIn }) => sentIn ?? []);
  const placed = [...parameters, ...credentials];
  const namesIn = (place: string): string[] =>
    placed.filter((one) => one.place === place).map(({ name }) => name);
  return {
    query: new Set(namesIn('query')),
    headers: new Set(['accept', ...namesIn('header').map((name) => name.toLowerCase())]),
  };
}
