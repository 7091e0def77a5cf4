import { gunzipSync } from 'node:zlib';
import { defineThreadTask } from '../../threads/thread-task.ts';
import { MAX_SPEC_BYTES } from '../openapi-limits.ts';
import type { FilesystemEntry } from '../process-spec.ts';
import { compareSpecs, type SpecComparison } from './compare-specs.ts';
import type { Json } from './resolve.ts';

/** The conversion to 3.1 adds to what was sent. */
const MAX_FILESYSTEM_BYTES = 4 * MAX_SPEC_BYTES;

/** Compares two versions as they are stored, in a thread. */
export const compareSpecsTask = defineThreadTask(
  'compare-specs',
  ({ before, after }: { before: Uint8Array; after: Uint8Array }): SpecComparison =>
    compareSpecs(readSpec(before), readSpec(after)),
);

/** `filesystem`: JSON, compressed with gzip. */
function readSpec(filesystem: Uint8Array): Json {
  const text = gunzipSync(filesystem, { maxOutputLength: MAX_FILESYSTEM_BYTES }).toString();
  const [entry] = JSON.parse(text) as FilesystemEntry[];
  return entry?.specification as Json;
}
