import { gunzipSync } from 'node:zlib';
import { MAX_SPEC_BYTES } from './openapi-limits.ts';
import type { FilesystemEntry } from './process-spec.ts';
import type { Json } from './resolve.ts';

/** The conversion to 3.1 adds to what was sent. */
const MAX_FILESYSTEM_BYTES = 4 * MAX_SPEC_BYTES;

/** The spec of a version as it is stored: a filesystem with one entry, as JSON compressed with gzip. */
export function readStoredSpec(filesystem: Uint8Array): Json {
  const text = gunzipSync(filesystem, { maxOutputLength: MAX_FILESYSTEM_BYTES }).toString();
  const [entry] = JSON.parse(text) as [FilesystemEntry];
  return entry.specification as Json;
}
