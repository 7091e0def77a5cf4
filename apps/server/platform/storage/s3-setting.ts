import { parseUrl } from '@lectern/std/parse-url';
import { StorageError } from './storage-error.ts';

export interface S3Setting {
  bucket: string;
  /** Ends with a slash, or is empty. */
  prefix: string;
  region: string | undefined;
  endpoint: string | undefined;
}

const SETTING = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?(?:\?([^#]*))?$/;

/** Reads `s3://bucket/prefix?region=…&endpoint=…`. Throws `StorageError` that says what is wrong with it. */
export function parseS3Setting(setting: string): S3Setting {
  const [, bucket, prefix = '', query] = SETTING.exec(setting) ?? [];
  if (bucket === undefined) {
    throw new StorageError(
      `The storage setting must be “disk” or “s3://bucket/prefix?region=…&endpoint=…”, not “${setting}”.`,
    );
  }
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (name !== 'region' && name !== 'endpoint') {
      throw new StorageError(`The storage setting accepts “region” and “endpoint”, but not “${name}”.`);
    }
  }
  const endpoint = parameters.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isHttpUrl(endpoint)) {
    throw new StorageError(`The endpoint of the storage setting must be an http(s) URL, not “${endpoint}”.`);
  }
  const trimmed = prefix.replace(/^\/+|(?<!\/)\/+$/g, '');
  return {
    bucket,
    prefix: trimmed === '' ? '' : `${trimmed}/`,
    // Providers with an endpoint of their own have one region and rarely care what it is called.
    region: parameters.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1'),
    endpoint,
  };
}

const isHttpUrl = (text: string): boolean => /^https?:$/.test(parseUrl(text)?.protocol ?? '');
