import { defineError } from '../../../platform/http/errors.ts';

const RETRY_SECONDS = 10;

export const tooManyUploads = defineError({ status: 429, reason: 'too-many-uploads' }, () => ({
  message: `Too many files are being uploaded at once. Try again in ${RETRY_SECONDS} seconds.`,
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

export const uploadNotFound = defineError({ status: 404, reason: 'upload-not-found' }, (path: string) => ({
  message:
    'This upload does not exist in the space, is not complete, or is older than 24 hours. Upload the file again.',
  details: [{ path, message: 'is not an upload of this space' }],
}));
