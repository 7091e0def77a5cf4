import { S3Client } from '@aws-sdk/client-s3';
import type { S3Setting } from './s3-setting.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 60_000;
// Every download that a slow reader keeps open holds one connection.
const MAX_CONNECTIONS = 256;

export const createS3Client = ({ region, endpoint }: S3Setting): S3Client =>
  new S3Client({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Several providers refuse the checksums that the client would add by itself; ours is in every put.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  });
