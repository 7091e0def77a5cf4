import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type KeyRing, seal, unseal } from '../keys.ts';

/** A larger response is not kept. */
const MAX_RESPONSE_BYTES = 256 * 1024;

/** The headers of a response that belong to its content. Those of the connection and the caller are made anew. */
const KEPT_HEADERS = [
  'content-type',
  'location',
  'etag',
  'cache-control',
  'content-disposition',
  'retry-after',
  'upload-expires',
  'upload-offset',
];

interface StoredContent {
  headers: Record<string, string>;
  body: string;
}

/**
 * Keys that open the response to one request only, and only for who has its `Idempotency-Key`: a response may contain
 * a new token.
 */
const keysOf = (keyRing: KeyRing, idempotencyKey: string): Buffer[] =>
  keyRing.keys('responses').map((key) => createHmac('sha256', key).update(idempotencyKey).digest());

/**
 * Undefined if the response is too large, a stream, or a failure of the service, which is over by the time of a repeat: a
 * repeat only learns that the change was made.
 */
export function sealResponse(
  keyRing: KeyRing,
  idempotencyKey: string,
  { reply, payload }: { reply: FastifyReply; payload: unknown },
): Buffer | undefined {
  if (reply.statusCode >= 500) return undefined;
  const isText = typeof payload === 'string' || payload === undefined || payload === null;
  if (!isText && !(Buffer.isBuffer(payload) && isUtf8(payload))) return undefined;
  const body = isText ? (payload ?? '') : payload.toString('utf8');
  if (Buffer.byteLength(body) > MAX_RESPONSE_BYTES) return undefined;
  const headers: StoredContent['headers'] = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const content: StoredContent = { headers, body };
  return seal(keysOf(keyRing, idempotencyKey)[0] as Buffer, JSON.stringify(content));
}

/** Undefined if it was sealed under a secret of the instance that is no longer accepted. */
export function openResponse(
  keyRing: KeyRing,
  idempotencyKey: string,
  sealed: Buffer,
): StoredContent | undefined {
  try {
    return JSON.parse(unseal(keysOf(keyRing, idempotencyKey), sealed)) as StoredContent;
  } catch {
    return undefined;
  }
}
