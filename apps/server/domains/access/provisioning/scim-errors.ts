import type { FastifyInstance } from 'fastify';
import { explainFailure } from '../../../platform/http/error-handler.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';

/** The media type of SCIM (RFC 7644, section 3.1). */
export const SCIM_TYPE = 'application/scim+json';

export const provisionedUserNotFound = defineNotFound('provisioned-user-not-found', 'user');
export const provisionedGroupNotFound = defineNotFound('provisioned-group-not-found', 'group');
export const scimUniqueness = defineError(
  { status: 409, reason: 'scim-uniqueness' },
  (message: string) => message,
);
export const scimInvalidFilter = defineError(
  { status: 400, reason: 'scim-invalid-filter' },
  (message: string) => message,
);
export const scimInvalidValue = defineError(
  { status: 400, reason: 'scim-invalid-value' },
  (message: string) => message,
);
export const scimInvalidPath = defineError(
  { status: 400, reason: 'scim-invalid-path' },
  (message: string) => message,
);
/** The detail of an error for programs (RFC 7644, section 3.12), by the reason. */
const SCIM_TYPES: Readonly<Record<string, string>> = {
  'scim-uniqueness': 'uniqueness',
  'email-taken': 'uniqueness',
  'scim-invalid-filter': 'invalidFilter',
  'scim-invalid-value': 'invalidValue',
  'scim-invalid-path': 'invalidPath',
  'invalid-request': 'invalidSyntax',
};

/** Shows every failure of these routes in the form of SCIM. */
export function presentScimErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, reason, message, headers } = explainFailure(error, request);
    if (headers) reply.headers(headers);
    const scimType = SCIM_TYPES[reason];
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .type(`${SCIM_TYPE}; charset=utf-8`)
      .serializer(JSON.stringify)
      .send({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType ? { scimType } : {}),
        detail: message,
      });
  });
}
