import { defineError, defineNotFound } from '../../../platform/http/errors.ts';

export const changeRequestNotFound = defineNotFound('change-request-not-found', 'change request');

export const changeRequestMerged = defineError(
  { status: 409, reason: 'change-request-merged' },
  'The change request is merged and can no longer change. Create another one.',
);

export const changeRequestArchived = defineError(
  { status: 409, reason: 'change-request-archived' },
  'The change request is archived. Reopen it first, by setting its status to “open”.',
);

export const changedPagesUnknown = defineError({ status: 503, reason: 'changed-pages-unknown' }, () => ({
  message: 'The changed pages of these change requests are still being read. Try again in a few seconds.',
  headers: { 'retry-after': '2' },
}));
