import type { S3Setting } from './s3-setting.ts';
import { StorageError } from './storage-error.ts';

interface SdkFailure {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Whether the bucket reports a missing object (a missing bucket is a failure). */
export function isNoSuchObject(error: unknown): boolean {
  const { name, $metadata } = error as SdkFailure;
  return name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404);
}

const TRANSIENT_NAMES = new Set(['TimeoutError', 'RequestTimeout', 'SlowDown']);
const TRANSIENT_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  const { name = '', code = '', $metadata } = error as SdkFailure;
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 500 || status === 429 || TRANSIENT_NAMES.has(name) || TRANSIENT_CODES.has(code);
}

/** A failed request to the bucket in words; a failure of our own comes back as it is. */
export function describeS3Failure(error: unknown, { bucket, endpoint }: S3Setting): unknown {
  if (error instanceof StorageError || error instanceof TypeError) return error;
  const place = endpoint ? `“${bucket}” at ${new URL(endpoint).host}` : `“${bucket}”`;
  return new StorageError(`The bucket ${place} cannot be used: ${explain(error as SdkFailure)}.`, {
    cause: error,
  });
}

function explain({ name, code, message, $metadata }: SdkFailure): string {
  switch (name) {
    case 'NoSuchBucket':
      return 'there is no bucket with that name';
    case 'AccessDenied':
    case 'Forbidden':
      return 'access denied; let the credentials get, put, delete and list objects in it';
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return 'the access key is wrong; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
    case 'CredentialsProviderError':
      return 'no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
    case 'ExpiredToken':
      return 'the credentials have expired';
    case 'PermanentRedirect':
      return 'it is in another region; set that region (“?region=…”)';
  }
  if (message?.includes('Region is missing'))
    return 'the region is not set; add “?region=…” or set AWS_REGION';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT' || name === 'TimeoutError') {
    return `it does not respond (${code ?? name}); check the endpoint and the network`;
  }
  const status = $metadata?.httpStatusCode;
  if (status === 403) return 'access denied; let the credentials get, put, delete and list objects in it';
  if (status === 404) return 'there is no bucket with that name';
  return `it returned ${[status, name].filter(Boolean).join(' ')}${message ? ` (${message})` : ''}`;
}
