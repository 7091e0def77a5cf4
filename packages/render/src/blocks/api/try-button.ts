import { type Html, html } from '@lectern/html/html';
import type {
  OperationReference,
  SchemaReference,
  SecurityReference,
} from '@lectern/openapi/reference/operation-reference';
import type { Rendering } from '../../rendering.ts';
import { namePart, type WantedPart } from '../../spec-parts.ts';
import type { TriedOperation } from '../../tried-operation.ts';

/** Opens a form for a request to the API. Only scripts can send it, and show the button. */
export function renderTryButton(
  operation: OperationReference,
  part: WantedPart,
  { apiRequestHref, words }: Rendering,
): Html | undefined {
  const isReachable = operation.servers.some(({ url }) => /^https?:/i.test(url));
  const isKnown = operation.kind === 'operation' && 'slug' in part.source;
  if (apiRequestHref === undefined || !isKnown || !isReachable) return undefined;
  const tried = describeTried(operation, { part: namePart(part), href: apiRequestHref, words });
  return html`<button type="button" class="plain" data-try="${JSON.stringify(tried)}" hidden>${words.apiTry}</button>`;
}

/** Cookies of readers are never forwarded. */
const isEntered = ({ sentIn }: SecurityReference): boolean =>
  sentIn !== undefined && sentIn.place !== 'cookie';

/** What a field has at first. Lists and objects are written in many ways, so their fields are empty. */
function writeValue({ default: given, example }: SchemaReference, isRequired: boolean): string {
  const value: unknown = given === undefined ? isRequired && example : readJson(given);
  return typeof value === 'string' || typeof value === 'number' || value === true ? String(value) : '';
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The value was cut, and is not JSON.
    return undefined;
  }
}

function describeTried(
  { method, path, servers, security, parameters, body }: OperationReference,
  { part, href, words }: { part: string; href: string; words: Rendering['words'] },
): TriedOperation {
  return {
    href,
    part,
    method,
    path,
    servers: servers.map(({ url, variables }) => ({
      url,
      variables: variables.map(({ name, value, choices }) => ({ name, value, choices })),
    })),
    // The first way to authenticate that can be filled in.
    credentials: (security.find((schemes) => schemes.every(isEntered)) ?? []).flatMap(({ kind, sentIn }) =>
      sentIn && sentIn.place !== 'cookie' ? [{ ...sentIn, place: sentIn.place, kind }] : [],
    ),
    parameters: parameters.flatMap(({ name, place, isRequired, schema }) =>
      place === 'path' || place === 'query' || place === 'header'
        ? [
            {
              name,
              place,
              isRequired,
              type: schema.type,
              choices: schema.enumValues ?? [],
              value: writeValue(schema, isRequired),
            },
          ]
        : [],
    ),
    bodies: (body?.contents ?? []).map(({ mediaType, examples }) => ({
      mediaType,
      examples: examples.map(({ title, text }) => ({ title, text })),
    })),
    words: {
      try: words.apiTry,
      send: words.apiSend,
      waiting: words.apiWaiting,
      failed: words.apiFailed,
      through: words.apiThrough,
      servers: words.apiServers,
      authentication: words.apiAuthentication,
      path: words.apiPathParameters,
      query: words.apiQueryParameters,
      header: words.apiHeaders,
      body: words.apiBody,
      required: words.apiRequired,
      request: words.apiRequest,
      example: words.apiExample,
      cancel: words.apiCancel,
      cancelled: words.apiCancelled,
      earlier: words.apiEarlier,
      cut: words.apiCut,
      noText: words.apiNoText,
    },
  };
}
