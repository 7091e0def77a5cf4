import { defineError } from '../../../platform/http/errors.ts';

export const linkExpired = defineError(
  { status: 404, reason: 'link-expired' },
  'This link has expired or was already used. Request a new one.',
);
