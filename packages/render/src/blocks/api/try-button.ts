import { type Html, html } from '@lectern/html/html';
import { fillServer } from '@lectern/openapi/reference/fill-server';
import type { OperationReference } from '@lectern/openapi/reference/operation-reference';
import type { Rendering } from '../../rendering.ts';
import { namePart, type WantedPart } from '../../spec-parts.ts';
import type { TriedOperation } from '../../tried-operation.ts';
import type { DocumentWords } from '../../words.ts';

/**
 * Opens a form for a request to the API. Only scripts can send it, and show the button. They ask the service for the
 * form; the first button of a page has the words of all.
 */
export function renderTryButton(
  operation: OperationReference,
  part: WantedPart,
  { apiRequestHref, findings, words }: Rendering,
): Html | undefined {
  const isReachable = operation.servers.some((server) => /^https?:/i.test(fillServer(server)));
  const isKnown = operation.kind === 'operation' && 'slug' in part.source;
  if (apiRequestHref === undefined || !isKnown || !isReachable) return undefined;
  const given = !findings.hasTryWords && html` data-words="${JSON.stringify(listWords(words))}"`;
  findings.hasTryWords = true;
  return html`<button type="button" class="plain" data-try="${namePart(part)}" data-href="${apiRequestHref}"${given} hidden>${words.apiTry}</button>`;
}

/** Opens a field for the reader's own server, which then stands in the samples. Only scripts can show the button. */
export const renderOwnServerButton = (
  { kind }: OperationReference,
  server: string | undefined,
  { hasOwnServers, words }: Rendering,
): Html | undefined =>
  hasOwnServers && kind === 'operation' && server !== undefined && /^https?:/i.test(server)
    ? html`<button type="button" class="plain" data-own-server="${server}" hidden>${words.apiOwnServer}</button>`
    : undefined;

const listWords = (words: DocumentWords): TriedOperation['words'] => ({
  try: words.apiTry,
  send: words.apiSend,
  waiting: words.apiWaiting,
  failed: words.apiFailed,
  unreachable: words.apiUnreachable,
  through: words.apiThrough,
  direct: words.apiDirect,
  unreachableOwn: words.apiUnreachableOwn,
  notSent: words.apiNotSent,
  redirected: words.apiRedirected,
  servers: words.apiServers,
  ownServer: words.apiOwnServer,
  authentication: words.apiAuthentication,
  noAuthentication: words.apiNoAuthentication,
  header: words.apiHeaders,
  body: words.apiBody,
  required: words.apiRequired,
  request: words.apiRequest,
  response: words.apiResponse,
  example: words.apiExample,
  cancel: words.apiCancel,
  cancelled: words.apiCancelled,
  earlier: words.apiEarlier,
  cut: words.apiCut,
  noText: words.apiNoText,
  save: words.apiSave,
  tooLarge: words.apiTooLarge,
  'place-path': words.apiPathParameters,
  'place-query': words.apiQueryParameters,
  'place-querystring': words.apiQueryParameters,
  'place-header': words.apiHeaders,
  'place-cookie': words.apiCookies,
  'fault-missing': words.apiMissing,
  'fault-no-list': words.apiNoList,
  'fault-no-object': words.apiNoObject,
  'fault-not-plain': words.apiNotPlain,
});
