import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorDetail, presentError } from './errors.ts';

interface ValidationIssue {
  keyword: string;
  instancePath: string;
  params?: Record<string, unknown>;
  message?: string;
}

/** Renders every failure of a request as the one error shape; anything unknown is a 500 without internals. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = toApiError(error, request);
  if (apiError.status >= 500 && !(error instanceof ApiError)) {
    request.log.error({ err: error }, 'request failed');
  }
  if (apiError.headers) reply.headers(apiError.headers);
  // An error is never an answer to keep, also where the route would have allowed it.
  reply.header('cache-control', 'no-store');
  reply.removeHeader('etag');
  reply
    .code(apiError.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(presentError(apiError, request.id));
}

function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError>;
  if (validation) return fromValidation(validation as ValidationIssue[], validationContext ?? 'body');
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'Send the body as JSON, with Content-Type: application/json.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, `The request body is larger than ${request.routeOptions.bodyLimit} bytes.`);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError(400, 'The request body does not have the length that Content-Length promises.');
  }
  if (error instanceof SyntaxError && statusCode === 400) {
    return new ApiError(400, 'The request body is not valid JSON.');
  }
  if (statusCode === 429) return new ApiError(429, error.message);
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError(statusCode, error.message);
  return new ApiError(
    500,
    'Something went wrong on the server. The request id names it in the server’s log.',
  );
}

/** One detail per field; the alternatives of a union are not reported one by one. */
function fromValidation(issues: ValidationIssue[], context: string): ApiError {
  const byPath = new Map<string, ErrorDetail>();
  for (const issue of issues) {
    const detail = toDetail(issue);
    const known = byPath.get(detail.path);
    if (!known || issue.keyword === 'anyOf') byPath.set(detail.path, detail);
  }
  const details = [...byPath.values()];
  const first = details[0] ?? { path: '', message: 'is not valid' };
  const where = context === 'querystring' ? 'query' : context === 'params' ? 'path' : 'body';
  const subject = first.path === '' ? `The request ${where}` : first.path;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new ApiError(400, `${subject} ${first.message}${more}.`, { details });
}

function toDetail(issue: ValidationIssue): ErrorDetail {
  const path = issue.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  if (issue.keyword === 'required') {
    const missing = String(issue.params?.missingProperty ?? issue.params?.requiredProperties ?? '');
    return { path: path ? `${path}.${missing}` : missing, message: 'is required' };
  }
  if (issue.keyword === 'enum') {
    const allowed = issue.params?.allowedValues as unknown[] | undefined;
    return { path, message: `must be one of ${(allowed ?? []).map((value) => String(value)).join(', ')}` };
  }
  if (issue.keyword === 'anyOf') return { path, message: 'does not have one of the allowed forms' };
  return { path, message: issue.message ?? 'is not valid' };
}
