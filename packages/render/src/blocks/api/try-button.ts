import { type Html, html } from '@lectern/html/html';
import type { OperationReference, SecurityReference } from '@lectern/openapi/reference/operation-reference';
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

function describeTried(
  { method, path, servers, security, parameters, body }: OperationReference,
  { part, href, words }: { part: string; href: string; words: Rendering['words'] },
): TriedOperation {
  const [content] = body?.contents ?? [];
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
        ? [{ name, place, isRequired, type: schema.type, choices: schema.enumValues ?? [] }]
        : [],
    ),
    ...(content ? { body: { mediaType: content.mediaType, text: content.examples[0]?.text ?? '' } } : {}),
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
    },
  };
}
