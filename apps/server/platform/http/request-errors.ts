import { defineError } from './errors.ts';

/** Errors of the request itself, independent of its resource. */

const INVALID_CURSOR = 'is not a page of this list. Use next.page of an earlier response';
/** A 400 apart from `invalid-request`: a program begins the list again. */
export const invalidCursor = defineError({ status: 400, reason: 'invalid-cursor' }, () => ({
  message: `page ${INVALID_CURSOR}.`,
  details: [{ path: 'page', message: INVALID_CURSOR }],
}));

export const routeNotFound = defineError(
  { status: 404, reason: 'route-not-found' },
  'No route matches this URL. See the API reference.',
);
export const methodNotAllowed = defineError(
  { status: 405, reason: 'method-not-allowed' },
  (method: string, allow: string) => ({
    message: `This URL does not support ${method}. It supports ${allow}.`,
    headers: { allow },
  }),
);
export const requestTimeout = defineError(
  { status: 408, reason: 'request-timeout' },
  'The request did not arrive in time. Send it again.',
);
export const payloadTooLarge = defineError(
  { status: 413, reason: 'payload-too-large' },
  (limit: number) => `The request body is larger than ${limit} bytes, the limit of this server.`,
);
export const tooManyValues = defineError(
  { status: 413, reason: 'too-many-values' },
  (limit: number) =>
    `The request body contains more than ${limit} values. Split it into several requests, or send the content of pages as Markdown.`,
);
export const uriTooLong = defineError(
  { status: 414, reason: 'uri-too-long' },
  'A part of the URL is too long to be an identifier.',
);
export const unsupportedMediaType = defineError(
  { status: 415, reason: 'unsupported-media-type' },
  'Send the request body as JSON, with the header “Content-Type: application/json”.',
);
export const expectationFailed = defineError(
  { status: 417, reason: 'expectation-failed' },
  'The server supports only “100-continue” in the header Expect.',
);
export const rateLimited = defineError(
  { status: 429, reason: 'rate-limited' },
  (message: string, headers: Record<string, string> = {}) => ({ message, headers }),
);
export const headersTooLarge = defineError(
  { status: 431, reason: 'headers-too-large' },
  'The URL and the headers of the request are larger than 16 kB in total.',
);
export const shuttingDown = defineError(
  { status: 503, reason: 'shutting-down' },
  'The service is shutting down. Try again in a moment.',
);
/** By then the embedded server has usually been started again. */
const RETRY_SECONDS = 5;
const retrySoon = { 'retry-after': String(RETRY_SECONDS) };

export const databaseUnavailable = defineError(
  { status: 503, reason: 'database-unavailable' },
  (message: string) => ({ message: `${message} Try again in a few seconds.`, headers: retrySoon }),
);
export const databaseTimeout = defineError(
  { status: 503, reason: 'database-timeout' },
  (message: string) => ({ message: `${message} Try again in a few seconds.`, headers: retrySoon }),
);
export const storageUnavailable = defineError({ status: 503, reason: 'storage-unavailable' }, () => ({
  message: 'The file storage is unavailable. Try again in a few seconds.',
  headers: retrySoon,
}));
/** The disk of the database, or the one that holds files. */
export const storageFull = defineError({ status: 507, reason: 'storage-full' }, (what: string) => ({
  message: `${what} Nothing can be stored until the operator of this server frees some space.`,
}));

/** Another request changed the resource while this one ran; it may be sent again. */
export const concurrentChange = defineError(
  { status: 409, reason: 'concurrent-change' },
  (message: string) => message,
);

/** A request with an `Idempotency-Key` that was sent before. */
const REPEAT_SECONDS = 1;

export const keyReused = defineError(
  { status: 422, reason: 'idempotency-key-reused' },
  'This Idempotency-Key was sent with another body or query. Nothing was changed. Send a new key with each new request, and the same key only with the same request.',
);

export const requestInProgress = defineError({ status: 409, reason: 'request-in-progress' }, () => ({
  message: `The first request with this Idempotency-Key is still running. Try again in ${REPEAT_SECONDS} second.`,
  headers: { 'retry-after': String(REPEAT_SECONDS) },
}));

export const responseLost = defineError(
  { status: 409, reason: 'response-lost' },
  'The first request with this Idempotency-Key changed what it was sent to change, but its response is not available. Nothing was changed again. Read the current state, and send further changes with a new key.',
);
