import { gunzipSync } from 'node:zlib';
import { hideInternal, mayHide } from './hide-internal.ts';
import { readJson } from './numbers/json-text.ts';
import { MAX_SPEC_BYTES } from './openapi-limits.ts';
import type { FilesystemEntry } from './process-spec.ts';
import type { Json } from './resolve.ts';

/** The conversion to 3.1 adds to what was sent. */
const MAX_FILESYSTEM_BYTES = 4 * MAX_SPEC_BYTES;

/** The spec of a version as it is stored: a filesystem with one entry, as JSON compressed with gzip. */
export function readStoredSpec(filesystem: Uint8Array): Json {
  const text = gunzipSync(filesystem, { maxOutputLength: MAX_FILESYSTEM_BYTES }).toString();
  const [entry] = readJson(text) as [FilesystemEntry];
  const spec = entry.specification as Json;
  // Versions that earlier releases stored have everything.
  if (mayHide(text)) hideInternal(spec);
  return spec;
}
