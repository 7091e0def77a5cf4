export interface ErrorDetail {
  path: string;
  message: string;
}

/** The one error that becomes an answer: status, a sentence that a person can act on, offending fields. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    status: number,
    message: string,
    more: { details?: ErrorDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.details = more.details;
    this.headers = more.headers;
  }
}

export const badRequest = (message: string, details?: ErrorDetail[]): ApiError =>
  new ApiError(400, message, details ? { details } : {});

/** A 400 about one field of the request. */
export const invalidField = (path: string, message: string): ApiError =>
  badRequest(`${path} ${message}`, [{ path, message }]);

export const unauthorized = (message: string): ApiError =>
  new ApiError(401, message, { headers: { 'www-authenticate': 'Bearer realm="lectern"' } });

export const forbidden = (message: string): ApiError => new ApiError(403, message);

/** Unknown, malformed and invisible are the same answer. `noun` is what was looked for: “space”. */
export const notFound = (noun: string): ApiError =>
  new ApiError(404, `There is no such ${noun}, or you may not see it.`);

export const conflict = (message: string): ApiError => new ApiError(409, message);

export const notImplemented = (message: string): ApiError => new ApiError(501, message);

/** The wire shape of every error. */
export function presentError(error: ApiError, requestId: string): object {
  return {
    error: {
      code: error.status,
      message: error.message,
      ...(error.details ? { details: error.details } : {}),
      requestId,
    },
  };
}
