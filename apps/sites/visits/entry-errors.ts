import { defineError } from '../../server/platform/http/errors.ts';

export const signInFailed = defineError(
  { status: 401, reason: 'site-sign-in-failed' },
  'You could not be signed in: it took too long, or your browser does not accept cookies from this site. Try again.',
);
export const wrongPassword = defineError(
  { status: 401, reason: 'incorrect-site-password' },
  'This is not the password of the site.',
);
