import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, presentError } from './errors.ts';
import { explainValidation, type ValidationIssue } from './validation-errors.ts';

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

/** What a failure is to the caller; one that nobody foresaw is logged with its cause. */
export function explainFailure(error: FastifyError | Error, request: FastifyRequest): ApiError {
  const apiError = toApiError(error, request);
  if (apiError.status >= 500 && !(error instanceof ApiError)) {
    request.log.error({ err: error }, 'request failed');
  }
  return apiError;
}

function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError>;
  if (validation) {
    const context = validationContext ?? 'body';
    return explainValidation(validation as ValidationIssue[], context, request.query as object);
  }
  switch (code) {
    case 'FST_ERR_BAD_URL':
      return new ApiError(400, 'The URL is not validly percent-encoded.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError(414, 'A part of the URL is longer than any identifier here.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'Send the body as JSON, with Content-Type: application/json.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, `The request body is larger than ${request.routeOptions.bodyLimit} bytes.`);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError(400, 'The request body does not have the length that Content-Length promises.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new ApiError(400, 'The request body is not valid JSON.');
  }
  if (error instanceof SyntaxError && statusCode === 400) {
    return new ApiError(400, 'The request body is not valid JSON.');
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError(statusCode, error.message);
  return new ApiError(
    500,
    'Something went wrong on the server. The request id names it in the server’s log.',
  );
}
