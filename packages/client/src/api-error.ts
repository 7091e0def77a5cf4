import type { Paths, Schemas } from './schema.ts';

type ReasonIn<Methods> = {
  [M in keyof Methods]: Methods[M] extends { reason: infer R } ? R : never;
}[keyof Methods];

/** All reasons of the API, in kebab-case. */
export type Reason = { [P in keyof Paths]: ReasonIn<Paths[P]> }[keyof Paths];

type ErrorBody = Schemas['Error']['error'];

/** A response that is not successful. */
export class ApiError extends Error {
  readonly status: number;
  /** Undefined if the response is not one of the API: it comes from a proxy, for example. */
  readonly reason: Reason | undefined;
  /** The fields of the request that are invalid, or the conflicts. */
  readonly details: NonNullable<ErrorBody['details']>;
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody | undefined) {
    super(body?.message ?? `The server returned status ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.reason = body?.reason as Reason | undefined;
    this.details = body?.details ?? [];
    this.requestId = body?.requestId;
  }
}

export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = (body as { error?: ErrorBody } | null | undefined)?.error;
  const isOurs = typeof error?.reason === 'string' && typeof error.message === 'string';
  return new ApiError(response.status, isOurs ? error : undefined);
}
