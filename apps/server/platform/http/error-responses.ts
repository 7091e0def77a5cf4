import { STATUS_CODES } from 'node:http';
import { reasonsByStatus } from './declared-errors.ts';
import { type ErrorIdentity, internalError, invalidRequest } from './errors.ts';
import {
  databaseTimeout,
  databaseUnavailable,
  keyReused,
  payloadTooLarge,
  rateLimited,
  requestInProgress,
  responseLost,
  storageFull,
  storageUnavailable,
  tooManyValues,
  unsupportedMediaType,
} from './request-errors.ts';

/** Error responses in the OpenAPI document. */

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request is malformed or out of limits. `details` lists the offending fields.',
  401: 'The token or session is missing, unknown, revoked or expired.',
  403: 'You can see the resource but are not allowed to do this. The message explains what is required.',
  404: 'The resource does not exist, or you do not have access to it.',
  409: 'The request conflicts with the current state. The message explains how.',
  413: 'The request body is larger than this server accepts.',
  415: 'The request body is not JSON.',
  422: 'The request cannot be processed as it is. The message explains why.',
  429: 'Too many requests. `Retry-After` contains the number of seconds to wait.',
  500: 'Something went wrong on the server.',
  501: 'This version does not support the requested feature.',
  507: 'The server has no disk space left.',
  503: 'The service cannot respond right now. `Retry-After` contains the number of seconds to wait.',
};

/** The errors that most operations have. */
const SHARED: Record<string, readonly ErrorIdentity[]> = {
  BadRequest: [invalidRequest],
  TooLarge: [payloadTooLarge, tooManyValues],
  UnsupportedMediaType: [unsupportedMediaType],
  KeyReused: [keyReused],
  Repeated: [requestInProgress, responseLost],
  TooManyRequests: [rateLimited],
  InternalError: [internalError],
  Unavailable: [databaseUnavailable, databaseTimeout, storageUnavailable],
  StorageFull: [storageFull],
};

interface ErrorResponse {
  description: string;
  content: Record<string, { schema: object }>;
}

export interface ErrorResponses {
  /** All that were described so far. */
  components: Record<string, ErrorResponse>;
  /** A reference to the response of a status that can have these reasons. */
  describe(status: number, reasons: readonly string[]): { $ref: string };
}

/** Operations that fail alike share a component of the document: types that are generated from it stay short. */
export function createErrorResponses(authenticationErrors: readonly ErrorIdentity[]): ErrorResponses {
  const components: Record<string, ErrorResponse> = {};
  const names = new Map<string, string>();
  const add = (name: string, status: number, reasons: readonly string[]): string => {
    names.set(keyOf(status, reasons), name);
    components[name] = describeResponse(status, reasons);
    return name;
  };
  for (const [name, errors] of Object.entries({ ...SHARED, Unauthorized: authenticationErrors }))
    for (const [status, reasons] of reasonsByStatus(errors)) add(name, status, reasons);
  return {
    components,
    describe(status, reasons) {
      const name =
        names.get(keyOf(status, reasons)) ?? add(nameOf(components, status, reasons), status, reasons);
      return { $ref: `#/components/responses/${name}` };
    },
  };
}

/** The only reason, or the status, numbered if there are others of this name. */
function nameOf(known: object, status: number, reasons: readonly string[]): string {
  const [reason, ...more] = reasons;
  const words =
    reason !== undefined && more.length === 0 ? reason : (STATUS_CODES[status] ?? `Error ${status}`);
  const name = toPascalCase(words);
  if (!(name in known)) return name;
  let number = 2;
  while (`${name}${number}` in known) number += 1;
  return `${name}${number}`;
}

export const toPascalCase = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

const keyOf = (status: number, reasons: readonly string[]): string => `${status} ${reasons.join(' ')}`;

function describeResponse(status: number, reasons: readonly string[]): ErrorResponse {
  const reason = { properties: { error: { properties: { reason: { enum: reasons } } } } };
  return {
    description: `${DESCRIPTIONS[status] ?? 'The request failed. The message explains why.'} Reasons: ${reasons.map((one) => `\`${one}\``).join(', ')}.`,
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, reason] } } },
  };
}
