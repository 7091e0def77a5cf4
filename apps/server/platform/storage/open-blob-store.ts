import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { meterStore } from './metered-store.ts';

/**
 * Opens the store that a setting names:
 * - `disk`: in `<dataDir>/blobs`;
 * - `s3://bucket/prefix?region=…&endpoint=…`: in a bucket of Amazon S3 or of anything that speaks its protocol. The
 *   prefix is optional. `region` defaults to `AWS_REGION`, or to `us-east-1` when an endpoint is given. `endpoint` is
 *   the http(s) URL of another provider and makes requests path-style. Credentials come from where AWS tools look for
 *   them: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.
 *
 * `<dataDir>/blobs` also holds what is on its way to the bucket. Throws `StorageError` for a setting that means nothing.
 */
export async function openBlobStore(setting: string, dataDir: string): Promise<BlobStore> {
  const folder = join(dataDir, 'blobs');
  // Both are loaded only when asked for: the S3 client alone would double the time that a start takes.
  if (setting === 'disk') return meterStore(await (await import('./disk-store.ts')).openDiskStore(folder));
  return meterStore(await (await import('./s3-store.ts')).openS3Store(setting, folder));
}
