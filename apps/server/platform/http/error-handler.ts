import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseFailure } from '../db/database-failure.ts';
import { QuotaFailure } from '../db/quota-failure.ts';
import { StorageError } from '../storage/storage-error.ts';
import { ApiError, internalError, invalidRequest, presentError } from './errors.ts';
import { explainFullStorage } from './full-storage.ts';
import { quotaExceeded } from './quota-errors.ts';
import {
  databaseTimeout,
  databaseUnavailable,
  payloadTooLarge,
  storageFull,
  storageUnavailable,
  unsupportedMediaType,
  uriTooLong,
} from './request-errors.ts';
import { logAsExpected } from './request-log.ts';
import { explainValidation } from './validation-errors.ts';
import type { ValidationIssue } from './validation-issue.ts';

/** Renders every failure of a request as the one error shape; anything unknown is a 500 without internals. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = explainFailure(error, request);
  if (apiError.headers) reply.headers(apiError.headers);
  // An error is never an answer to keep, also where the route would have allowed it.
  reply.header('cache-control', 'no-store');
  reply.removeHeader('etag');
  reply.removeHeader('content-length');
  reply
    .code(apiError.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(presentError(apiError, request.id));
}

/** Maps a failure to the error that the caller sees; an unexpected one is logged with its cause. */
export function explainFailure(error: FastifyError | Error, request: FastifyRequest): ApiError {
  const apiError = toApiError(error, request);
  if (
    !(error instanceof ApiError) &&
    (internalError.matches(apiError) || storageUnavailable.matches(apiError))
  )
    request.log.error({ err: error }, 'request failed');
  // One line reports that the database is away; a line for each request that needs it would add nothing.
  if (databaseUnavailable.matches(apiError)) logAsExpected(request);
  return apiError;
}

/** The errors that any route can answer when something that it depends on fails. */
export const OUTAGE_ERRORS = [
  internalError,
  databaseUnavailable,
  databaseTimeout,
  storageUnavailable,
  storageFull,
] as const;

function explainOutage(error: Error): ApiError | undefined {
  if (error instanceof QuotaFailure) return quotaExceeded(error);
  const full = explainFullStorage(error);
  if (full) return full;
  if (error instanceof StorageError) return storageUnavailable();
  if (!(error instanceof DatabaseFailure)) return undefined;
  // The message of the database is only for the log.
  return error.kind === 'late'
    ? databaseTimeout(error.message)
    : databaseUnavailable('The database cannot be reached.');
}

function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const outage = explainOutage(error);
  if (outage) return outage;
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError>;
  if (validation) {
    const context = validationContext ?? 'body';
    return explainValidation(validation as ValidationIssue[], context, request.query as object);
  }
  switch (code) {
    case 'FST_ERR_BAD_URL':
      return invalidRequest('The URL is not correctly percent-encoded.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return uriTooLong();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return payloadTooLarge(request.routeOptions.bodyLimit);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidRequest('The length of the request body differs from Content-Length.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalidRequest(NOT_JSON);
  }
  if (!isRequestFault(statusCode)) return internalError();
  return invalidRequest(error instanceof SyntaxError ? NOT_JSON : error.message);
}

const NOT_JSON = 'The request body is not valid JSON.';

/** Whether the framework blames the request; it has more such errors than those with a reason of their own. */
const isRequestFault = (statusCode: number | undefined): boolean =>
  statusCode !== undefined && statusCode >= 400 && statusCode < 500;
