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

export const uploadTooLarge = defineError(
  { status: 413, reason: 'upload-too-large' },
  (maxBytes: number) => ({
    message: `A file that is uploaded to this server can have up to ${maxBytes} bytes.`,
    headers: { 'tus-max-size': String(maxBytes) },
  }),
);

export const uploadOffsetMismatch = defineError(
  { status: 409, reason: 'upload-offset-mismatch' },
  'The upload does not continue at this Upload-Offset. Another request may be sending the same bytes. Read the offset with HEAD, and continue there.',
);

/** The status belongs to the tus protocol. */
export const checksumMismatch = defineError(
  { status: 460, reason: 'checksum-mismatch' },
  'The bytes that arrived differ from their Upload-Checksum, and were discarded. Send them again.',
);

export const tooManyPieces = defineError(
  { status: 409, reason: 'too-many-pieces' },
  (maxPieces: number) =>
    `The upload has arrived in ${maxPieces} pieces, and cannot have more. Begin a new one with larger pieces.`,
);

export const pieceTypeRequired = defineError(
  { status: 415, reason: 'piece-type-required' },
  'Send the bytes with the header “Content-Type: application/offset+octet-stream”.',
);

export const tusVersionRequired = defineError({ status: 412, reason: 'tus-version-required' }, () => ({
  message: 'Send the header “Tus-Resumable: 1.0.0”. Other versions of the protocol are not supported.',
  headers: { 'tus-version': '1.0.0' },
}));
