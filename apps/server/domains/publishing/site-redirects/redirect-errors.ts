import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { MAX_HOPS } from './follow-redirects.ts';

export const MAX_REDIRECTS = 50_000;

export const redirectNotFound = defineNotFound('redirect-not-found', 'redirect');
/** The error does not reveal redirects to destinations that the reader may not see. */
export const noRedirect = defineError(
  { status: 404, reason: 'no-redirect' },
  'This site has no redirect from this path to a destination that you can see.',
);
export const sourceTaken = defineError(
  { status: 409, reason: 'redirect-source-taken' },
  'A redirect with this source already exists. Update it instead.',
);
export const LOOPS = `would lead back to its own source through other redirects, or through more than ${MAX_HOPS} of them`;
export const redirectLoop = defineError({ status: 409, reason: 'redirect-loop' }, `The redirect ${LOOPS}.`);
export const TOO_MANY = `A site can have at most ${MAX_REDIRECTS.toLocaleString('en-US')} redirects. Delete some, or use wildcards.`;
export const tooManyRedirects = defineError({ status: 409, reason: 'too-many-redirects' }, TOO_MANY);
