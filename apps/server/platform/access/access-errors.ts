import { AUTHENTICATE, defineError, defineNotFound, type ErrorIdentity } from '../http/errors.ts';
import type { Scope } from './actor.ts';
import type { Rule } from './policy.ts';
import type { Role } from './roles.ts';

const unauthorized = (reason: string, message: string) =>
  defineError({ status: 401, reason }, () => ({ message, headers: AUTHENTICATE }));

export const missingToken = unauthorized(
  'missing-token',
  'Send a token in the header “Authorization: Bearer <token>”.',
);
export const unknownToken = unauthorized(
  'unknown-token',
  'The token is unknown or has been revoked. Create a new one.',
);
export const expiredToken = unauthorized('expired-token', 'The token has expired. Create a new one.');
export const sessionEnded = unauthorized('session-ended', 'Your session has ended. Sign in again.');

export const insufficientScope = defineError(
  { status: 403, reason: 'insufficient-scope' },
  (scope: Scope) => `This requires a token with the scope “${scope}”.`,
);
export const insufficientRole = defineError(
  { status: 403, reason: 'insufficient-role' },
  (role: Role, where: string) => `This requires the role “${role}” ${where}.`,
);
export const userRequired = defineError(
  { status: 403, reason: 'user-required' },
  'A service account cannot do this. Send the token of a user.',
);
export const instanceAdministratorRequired = defineError(
  { status: 403, reason: 'instance-administrator-required' },
  'Only administrators of the instance can do this.',
);
export const ssoRequired = defineError(
  { status: 403, reason: 'sso-required' },
  'This organization requires single sign-on. Sign in through its SSO.',
);
/** The reason is that of the instance administrator, for the members alone. */
export const organizationSuspended = defineError(
  { status: 403, reason: 'organization-suspended' },
  (why?: string) => ({
    message: `This organization is suspended, so nobody can use it.${
      why === undefined ? '' : ` The reason of the administrators of the instance: ${why}`
    }`,
    ...(why === undefined ? {} : { details: [{ path: '', message: why }] }),
  }),
);
export const passwordSignInRequired = defineError(
  { status: 403, reason: 'password-sign-in-required' },
  (
    message: string = 'You signed in through an organization’s SSO and can act only there. Sign in with your password to do this.',
  ) => message,
);
/** No caller grants or removes a role above their own. */
export const roleAboveOwn = defineError(
  { status: 403, reason: 'role-above-own' },
  (message: string) => message,
);
/** A request signed in by a cookie that a page of another origin may have made the browser send. */
export const crossSiteRequest = defineError(
  { status: 403, reason: 'cross-site-request' },
  (message: string) => message,
);

export const organizationNotFound = defineNotFound('organization-not-found', 'organization');
export const spaceNotFound = defineNotFound('space-not-found', 'space');
export const collectionNotFound = defineNotFound('collection-not-found', 'collection');
export const siteNotFound = defineNotFound('site-not-found', 'site');

const NOT_FOUND = {
  organization: organizationNotFound,
  space: spaceNotFound,
  collection: collectionNotFound,
  site: siteNotFound,
} as const;

/** Everything that can be wrong with a token or session, wherever it is used. */
export const TOKEN_ERRORS = [unknownToken, expiredToken, sessionEnded] as const;

/** The errors that a route can answer because of its rule, before its handler runs. */
export function errorsOfRule(rule: Rule, { isChange }: { isChange: boolean }): ErrorIdentity[] {
  const errors: ErrorIdentity[] = [missingToken, ...TOKEN_ERRORS, insufficientScope];
  if (isChange) errors.push(crossSiteRequest);
  if (rule.on === 'instance') return [...errors, userRequired, instanceAdministratorRequired];
  if (rule.on === 'person' || rule.personal) errors.push(userRequired);
  if (rule.on === 'account' || rule.on === 'person') return errors;
  errors.push(NOT_FOUND[rule.on], organizationSuspended, ssoRequired);
  if (rule.role !== 'guest') errors.push(insufficientRole);
  if (rule.inParent) errors.push(collectionNotFound);
  return errors;
}
