import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Encoding } from './compression.ts';
import { CACHE_TAG_HEADER, RAW_DEFAULTS, RAW_DEFAULTS_BY_COOKIE } from './response-headers.ts';

/** A response that is ready to be sent as often as it is requested. Kept in caches, never changed. */
export interface ReadyResponse {
  readonly body: Buffer;
  /** A strong validator with its quotes. */
  readonly etag: string;
  readonly contentType: string;
  /** Its content can change, so caches leave it out. */
  readonly isPassing?: boolean;
  /** The bytes of a small body, one to a character; filled when it is first sent. */
  text?: string;
  /** The headers of a plain response to a caller with a token. */
  head?: PlainHead;
  wasSent?: true;
  /** Filled when a client accepts it; grows the entry by about a fifth of the body. */
  compressed?: Partial<Record<Encoding, Promise<Buffer>>>;
}

interface PlainHead {
  /** As Node.js takes them raw; the request's id comes in. */
  headers: string[];
  cacheTags: string | undefined;
}

/** Below this size in bytes compression costs more than it saves. */
const COMPRESSED_FROM = 16_384;

/** Below this size in bytes a response is compressed only when it is sent again: most are sent once. */
const COMPRESSED_AT_ONCE_FROM = 65_536;

const FIXED_HEADERS = ['cache-control', 'private, no-cache', ...RAW_DEFAULTS] as const;

const FIXED_HEADERS_BY_COOKIE = ['cache-control', 'private, no-cache', ...RAW_DEFAULTS_BY_COOKIE] as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/** `etag`: what names the content already, such as a hash; otherwise the body is hashed. */
export function createReadyResponse(
  content: Buffer | string,
  { contentType = JSON_TYPE, etag }: { contentType?: string; etag?: string } = {},
): ReadyResponse {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const name = etag ?? createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { body, etag: `"${name}"`, contentType };
}

/** A response with a JSON value. */
export const jsonResponse = (value: object): ReadyResponse => createReadyResponse(JSON.stringify(value));

/** Adds a field to the JSON object of a response, whose JSON need not be parsed again. */
export function withField(
  { body, etag }: ReadyResponse,
  field: string,
  { bytes, hash }: { bytes: Uint8Array; hash: string },
): ReadyResponse {
  const name = createHash('sha256').update(`${etag}\n${field}\n${hash}`).digest('base64url').slice(0, 27);
  const json = Buffer.concat([
    body.subarray(0, -1),
    Buffer.from(`,${JSON.stringify(field)}:`),
    bytes,
    CLOSING,
  ]);
  return createReadyResponse(json, { etag: name });
}

const CLOSING = Buffer.from('}');

/**
 * Sends a ready response: 304 when the client holds it already, compressed when it is large and the client
 * accepts that, without a body for HEAD. The client may keep it, but must revalidate it each time.
 *
 * Written to the connection past Fastify's reply: on a warm read the reply's own way (headers, serializer,
 * onSend hooks) costs as much again. Headers that were set on the reply are therefore not sent.
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyResponse,
): void | Promise<void> {
  reply.hijack();
  const { id: requestId, headers, granted } = request;
  const isByCookie = granted?.actor.sessionId !== undefined;
  const cacheTags = granted?.cacheTags;
  return writeReady({ requestId, headers, response: reply.raw, isByCookie, cacheTags }, ready);
}

/** A request and where its response goes. */
export interface Exchange {
  requestId: string;
  headers: IncomingHttpHeaders;
  response: ServerResponse;
  /** Whether a cookie signed the caller in. */
  isByCookie?: boolean;
  /** For the renderer of a site. */
  cacheTags?: string | undefined;
}

/** Writes a ready response to a connection; waits only when it must be compressed first. */
export function writeReady(exchange: Exchange, ready: ReadyResponse): void | Promise<void> {
  if (ready.body.length < COMPRESSED_FROM) {
    const isPlain = !exchange.isByCookie && exchange.headers['if-none-match'] === undefined;
    return isPlain ? writePlain(exchange, ready) : write(exchange, ready);
  }
  const isFirst = !ready.wasSent && ready.body.length < COMPRESSED_AT_ONCE_FROM;
  ready.wasSent = true;
  const encoding = isFirst ? undefined : chooseEncoding(exchange.headers['accept-encoding']);
  if (!encoding || isHeldByClient(exchange.headers, ready.etag)) return write(exchange, ready, encoding);
  ready.compressed ??= {};
  ready.compressed[encoding] ??= compress(encoding, ready.body);
  return ready.compressed[encoding].then(
    (body) => write(exchange, ready, encoding, body),
    () => write(exchange, ready),
  );
}

/** Writes a small response in full. Its headers are the same each time but for the id, which Node.js does not keep. */
function writePlain({ requestId, response, cacheTags }: Exchange, ready: ReadyResponse): void {
  if (!ready.head || ready.head.cacheTags !== cacheTags)
    ready.head = { cacheTags, headers: plainHeaders(ready, cacheTags) };
  const { headers } = ready.head;
  headers[1] = requestId;
  response.writeHead(200, headers);
  endWithText(response, ready);
}

const plainHeaders = (
  { etag, contentType, body }: ReadyResponse,
  cacheTags: string | undefined,
): string[] => [
  ...['x-request-id', '', 'etag', etag, ...FIXED_HEADERS],
  ...(cacheTags === undefined ? [] : [CACHE_TAG_HEADER, cacheTags]),
  ...['content-type', contentType, 'content-length', String(body.length)],
];

/** A text of one byte per character leaves in one write together with the headers, a buffer in two. */
function endWithText(response: ServerResponse, ready: ReadyResponse): void {
  ready.text ??= ready.body.toString('latin1');
  response.end(ready.text, 'latin1');
}

function write(
  { requestId, headers: asked, response, isByCookie, cacheTags }: Exchange,
  ready: ReadyResponse,
  encoding?: Encoding,
  body: Buffer = ready.body,
): void {
  const etag = encoding ? `${ready.etag.slice(0, -1)}-${encoding}"` : ready.etag;
  const headers = [
    'x-request-id',
    requestId,
    'etag',
    etag,
    ...(isByCookie ? FIXED_HEADERS_BY_COOKIE : FIXED_HEADERS),
  ];
  if (ready.body.length >= COMPRESSED_FROM) headers.push('vary', 'accept-encoding');
  if (cacheTags !== undefined) headers.push(CACHE_TAG_HEADER, cacheTags);
  if (isHeldByClient(asked, ready.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (encoding) headers.push('content-encoding', encoding);
  headers.push('content-type', ready.contentType, 'content-length', String(body.length));
  response.writeHead(200, headers);
  if (body !== ready.body || body.length >= COMPRESSED_FROM) response.end(body);
  else endWithText(response, ready);
}

/** Weak comparison against each of the list; the compressed forms of a response have its content. */
function isHeldByClient(headers: IncomingHttpHeaders, etag: string): boolean {
  const held = headers['if-none-match'];
  if (held === undefined) return false;
  if (held === etag || held.trim() === '*') return true;
  return held.split(',').some((one) => {
    const tag = one.trim().replace(/^W\//, '');
    return tag === etag || tag.replace(/-(?:br|zstd|gzip)"$/, '"') === etag;
  });
}
