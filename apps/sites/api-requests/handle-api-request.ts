import { nameOperation } from '@lectern/content/facts/reference-places';
import { openMessage, showMessage, writeMessage } from '@lectern/openapi/samples/request-message';
import type { SampleRequest } from '@lectern/openapi/samples/sample-request';
import { describeTried } from '@lectern/render/describe-tried';
import {
  type DescribeParts,
  listParts,
  namePart,
  unpackPart,
  type WantedPart,
} from '@lectern/render/spec-parts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import type { ContentStore } from '../../server/content/revisions/content-store.ts';
import {
  contentNotFound,
  type ResolvedContent,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { WriteRequest } from '../../server/domains/specs/reference/write-request.ts';
import { createTurns } from '../../server/platform/access/turns.ts';
import type { Context } from '../../server/platform/context.ts';
import { createCallCounter } from '../../server/platform/http/call-counter.ts';
import { defineError, invalidRequest } from '../../server/platform/http/errors.ts';
import { type GuardedResponse, guardedFetch } from '../../server/platform/http/guarded-fetch.ts';
import { NetworkError } from '../../server/platform/http/guarded-network.ts';
import { isTextBody, MAX_SHOWN_BYTES } from '../reader/response-text.ts';
import type { Reading, SiteReadings } from '../site-readings.ts';
import {
  chooseBase,
  listContents,
  listSentHeaders,
  SentApiRequest,
  WantedForm,
  withoutContents,
} from './build-api-request.ts';

/** Files are sent as base64, so that they can have 3 MB. */
export const MAX_API_REQUEST_BYTES = 4_200_000;
const TIMEOUT_MS = 20_000;
const REQUESTS_PER_MINUTE = 60;
const PREVIEWS_PER_MINUTE = 120;
const MAX_AT_ONCE = 20;
const MAX_AT_ONCE_OF_SITE = 5;
const RETRY_SECONDS = 5;

const apiRequestsOff = defineError(
  { status: 403, reason: 'api-requests-off' },
  'This site does not send requests to APIs.',
);
const tooManyApiRequests = defineError({ status: 503, reason: 'too-many-api-requests' }, () => ({
  message: 'Too many requests to APIs are waiting for a response. Try again in a moment.',
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));
const ownServersOff = defineError(
  { status: 403, reason: 'own-servers-off' },
  'This site does not let readers call servers of their own.',
);
const apiUnreachable = defineError({ status: 502, reason: 'api-unreachable' }, (problem: string) => problem);

/** The response of the API, as it is shown to the reader. */
interface ApiResponse {
  status: number;
  milliseconds: number;
  headers: [name: string, value: string][];
  /** The body as text; undefined if it is not text. */
  body: string | undefined;
  /** A body that is not text, to be shown as a picture or saved. */
  base64?: string;
  bytes: number;
  /** Whether the body is longer than shown. */
  isCut: boolean;
}

/** Whether an address takes requests to APIs. */
export const isApiRequest = (url = ''): boolean =>
  (url.split('?', 1)[0] as string).endsWith('/~/api-request');

export type HandleApiRequest = (
  place: ResolvedContent,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/**
 * Sends the reader's request to a server of an operation that the page shows, and returns the response. It contains no
 * credentials of this service, redirects are not followed, and nothing is stored.
 */
export function createApiRequestHandler(
  { config }: Pick<Context, 'config'>,
  store: Pick<ContentStore, 'facts'>,
  {
    readings,
    describeParts,
    writeRequest,
  }: { readings: Pick<SiteReadings, 'read'>; describeParts: DescribeParts; writeRequest: WriteRequest },
): HandleApiRequest {
  const countCall = createCallCounter('api-requests', REQUESTS_PER_MINUTE);
  const countPreview = createCallCounter('api-previews', PREVIEWS_PER_MINUTE);
  const turns = createTurns({
    ofOne: MAX_AT_ONCE_OF_SITE,
    ofAll: MAX_AT_ONCE,
    waiting: 0,
    refuse: tooManyApiRequests,
  });

  /** Whether the page shows the operation to this visitor. */
  async function isShown({ open, place }: Reading, pageId: string, part: WantedPart): Promise<boolean> {
    const page = place.contents.find(pageId);
    if (page?.entry.type !== 'document') return false;
    if (page.computed) return listParts(page.computed.blocks).some((one) => namePart(one) === namePart(part));
    const { document } = page.entry;
    const { source, reference } = part;
    if (document === undefined || !('slug' in source) || reference.kind !== 'operation') return false;
    const partOf = await store.facts.load(open.space.organizationId, 'references', [document]);
    const name = nameOperation(reference);
    return (partOf(document)?.references ?? []).some(
      ({ kind, raw, parts }) => kind === 'openapi' && raw === source.slug && parts?.includes(name),
    );
  }

  return async (resolved, request, reply) => {
    const { site } = resolved.open;
    if (!site.allowsApiRequests) throw apiRequestsOff();
    const { body: sent } = request;
    const isForm = Value.Check(WantedForm, sent);
    if (!isForm && !Value.Check(SentApiRequest, sent))
      throw invalidRequest('This is not a request of a page.');
    if (!isForm && sent.isDirect && !site.allowsOwnServers) throw ownServersOff();
    const isSent = !isForm && !sent.isPreview && !sent.isDirect;
    if (!isSent) countPreview(request.ip);
    else countCall(request.ip);
    const part = readPart(sent.part);
    const reading = await readings.read(resolved);
    if (!part || !(await isShown(reading, sent.page, part))) throw contentNotFound();
    const packed = (await describeParts(reading.open, [part])).get(namePart(part));
    const operation = packed && unpackPart(packed);
    if (operation?.kind !== 'operation' || !('slug' in part.source)) throw contentNotFound();
    reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('application/json; charset=utf-8');
    if (isForm)
      return reply.send(JSON.stringify({ form: describeTried(operation), callsOwn: site.allowsOwnServers }));
    const { values, security, credentials, body } = sent;
    const { method, path } = operation;
    const written = await writeRequest(reading.open.space.organizationId, part.source.slug, {
      method,
      path,
      base: chooseBase(operation, sent, { isOwn: site.allowsOwnServers && !isSent }),
      entered: { values, security, credentials, body: withoutContents(body) },
    });
    if (!written) throw contentNotFound();
    // Not an error of the page: it shows beside each field what is wrong, in the language of the reader.
    if ('problems' in written) return reply.send(JSON.stringify(written));
    if (sent.isPreview) return reply.send(JSON.stringify({ preview: showMessage(written.request) }));
    if (sent.isDirect) {
      const { request: open } = written;
      return reply.send(JSON.stringify({ message: openMessage(open), files: namesOfFiles(open) }));
    }
    const end = await turns.take(site.siteId, 0);
    const response = await send(written.request, body?.files).finally(end);
    return reply.send(JSON.stringify(response));
  };

  async function send(
    written: SampleRequest,
    files: NonNullable<SentApiRequest['body']>['files'],
  ): Promise<ApiResponse> {
    const message = writeMessage(written, listContents(files, namesOfFiles(written)));
    const { method, url, body } = message;
    const startedAt = performance.now();
    try {
      const response = await guardedFetch(url, {
        method,
        headers: listSentHeaders(message),
        ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
        allowPrivate: config.allowPrivateNetworks,
        returnsRedirects: true,
        truncate: true,
        maxBytes: MAX_SHOWN_BYTES,
        timeoutMs: TIMEOUT_MS,
      });
      return present(response, performance.now() - startedAt);
    } catch (error) {
      if (error instanceof NetworkError) throw apiUnreachable(error.message);
      throw error;
    }
  }
}

/** The fields of the files of a request, in the order of its body. */
function namesOfFiles({ body }: SampleRequest): string[] {
  if (body?.kind === 'file') return [''];
  if (body?.kind !== 'multipart') return [];
  return body.parts.flatMap((part) => ('fileName' in part ? [part.name ?? ''] : []));
}

function present({ status, headers, body, isCut }: GuardedResponse, milliseconds: number): ApiResponse {
  const type = headers['content-type'] ?? '';
  const isText = isTextBody(type, body);
  const { 'set-cookie': _cookies, ...shown } = headers;
  return {
    status,
    milliseconds: Math.round(milliseconds),
    headers: Object.entries(shown),
    body: isText ? body.toString() : undefined,
    ...(isText ? {} : { base64: body.toString('base64') }),
    bytes: body.length,
    isCut,
  };
}

/**
 * Reads the name of a part, which is a wanted reference as JSON. The parsed values are not trusted, but checked later.
 */
function readPart(name: string): WantedPart | undefined {
  try {
    const { source, reference } = JSON.parse(name) as WantedPart;
    const { kind, method, path } = reference as Extract<WantedPart['reference'], { method: string }>;
    if (!('slug' in source) || ![source.slug, method, path].every((text) => typeof text === 'string'))
      return undefined;
    if (kind !== 'operation') return undefined;
    return { source: { slug: source.slug }, reference: { kind, method, path } };
  } catch {
    return undefined;
  }
}
