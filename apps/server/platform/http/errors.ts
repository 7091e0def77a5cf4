import { toWellFormed } from '@lectern/std/well-formed';

export interface ErrorDetail {
  path: string;
  message: string;
  /** For a conflict in a document: where it is. */
  place?: { kind: string };
  /** For a conflict: the three versions of the conflicting content. */
  base?: unknown;
  ours?: unknown;
  theirs?: unknown;
}

/** The content of an error: a sentence that a person can act on, the offending fields, headers of the response. */
export interface Explanation {
  message: string;
  details?: ErrorDetail[] | undefined;
  headers?: Record<string, string>;
}

/** The identity of a failure. Programs branch on the reason, so that a reason never changes its meaning. */
export interface ErrorIdentity {
  readonly status: number;
  readonly reason: string;
}

/** An error that can be thrown, declared by routes and recognized: `throw spaceLocked()`. */
export interface DefinedError<Given extends unknown[] = []> extends ErrorIdentity {
  (...given: Given): ApiError;
  /** Whether a caught error is this one. */
  matches(error: unknown): error is ApiError;
}

/**
 * Errors repeat parts of the request, such as the names of its fields, which callers may choose: no response repeats
 * megabytes of it.
 */
const MAX_PATH_LENGTH = 300;
const MAX_MESSAGE_LENGTH = 1000;
const MAX_OFFENDING_FIELDS = 200;

const shorten = (text: string, length: number): string =>
  text.length > length ? `${toWellFormed(text.slice(0, length))}…` : text;

/** The path of a field as errors name it. */
export const shortenPath = (path: string): string => shorten(path, MAX_PATH_LENGTH);

/** The one error that becomes an answer. Only failures made by `defineError` create it. */
export class ApiError extends Error implements ErrorIdentity {
  readonly status: number;
  readonly reason: string;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor({ status, reason }: ErrorIdentity, { message, details, headers }: Explanation) {
    super(shorten(message, MAX_MESSAGE_LENGTH));
    this.status = status;
    this.reason = reason;
    this.details = details?.map((detail) => ({
      ...detail,
      path: shortenPath(detail.path),
      message: shorten(detail.message, MAX_MESSAGE_LENGTH),
    }));
    this.headers = headers;
  }
}

/**
 * Names a failure once: its status, its reason (kebab-case, unique in the service), and its message, or how the
 * message is made of what `throw` passes.
 */
export function defineError(identity: ErrorIdentity, message: string): DefinedError;
export function defineError<Given extends unknown[]>(
  identity: ErrorIdentity,
  explain: (...given: Given) => string | Explanation,
): DefinedError<Given>;
export function defineError<Given extends unknown[]>(
  { status, reason }: ErrorIdentity,
  explain: string | ((...given: Given) => string | Explanation),
): DefinedError<Given> {
  const create = (...given: Given): ApiError => {
    const said = typeof explain === 'string' ? explain : explain(...given);
    return new ApiError({ status, reason }, typeof said === 'string' ? { message: said } : said);
  };
  const matches = (error: unknown): error is ApiError => error instanceof ApiError && error.reason === reason;
  return Object.assign(create, { status, reason, matches });
}

/** Unknown, malformed and invisible get the same response. `noun` is the missing resource: “space”. */
export const defineNotFound = (reason: `${string}-not-found`, noun: string): DefinedError =>
  defineError({ status: 404, reason }, `This ${noun} does not exist, or you do not have access to it.`);

/** Malformed or out of limits: no state of the service makes the request a good one. */
export const invalidRequest = defineError(
  { status: 400, reason: 'invalid-request' },
  (message: string, details?: ErrorDetail[]) => ({ message, details }),
);

/** A 400 about one field of the request. */
export const invalidField = (path: string, message: string): ApiError => invalidFields([{ path, message }]);

/** A 400 about fields of the request, at least one; the message names the first, the details a limited number. */
export function invalidFields(details: ErrorDetail[]): ApiError {
  const [first, ...others] = details;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const problem = `${shortenPath(first?.path ?? '')} ${first?.message ?? ''}`.replace(/\.$/, '');
  return invalidRequest(`${problem}${more}.`, details.slice(0, MAX_OFFENDING_FIELDS));
}

export const internalError = defineError(
  { status: 500, reason: 'internal-error' },
  'Something went wrong on the server. If you report it, include the request ID: it identifies the entry in the server’s log.',
);

/** An operation or option of the public client that this version does not have. */
export const notImplemented = defineError(
  { status: 501, reason: 'not-implemented' },
  (message: string) => message,
);

/** The header of a 401: how to authenticate. */
export const AUTHENTICATE = { 'www-authenticate': 'Bearer realm="lectern"' };

/** The wire shape of every error. */
export function presentError(error: ApiError, requestId: string): PresentedError {
  return {
    error: {
      code: error.status,
      reason: error.reason,
      message: error.message,
      ...(error.details ? { details: error.details } : {}),
      requestId,
    },
  };
}

/** The wire shape of every error; `ErrorSchema` declares it. */
export interface PresentedError {
  error: {
    code: number;
    reason: string;
    message: string;
    details?: ErrorDetail[];
    requestId: string;
  };
}
