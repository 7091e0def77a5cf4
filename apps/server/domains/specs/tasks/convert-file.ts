import { convertSpec } from '@lectern/openapi/process-spec';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { keepSpec } from './kept-specs.ts';

/** The base of a file, from which nothing can be reached. */
const FILE_URL = 'text:///openapi';

/**
 * Converts the spec in a file to the form in which specs are stored; undefined if it is no spec that can be shown. The
 * thread keeps it, because the first reader waits for parts of it.
 */
export const convertFileTask = defineThreadTask(
  'convert-file',
  ({ contentHash, bytes }: { contentHash: string; bytes: Uint8Array }): Uint8Array | undefined => {
    const converted = convertSpec({
      files: [{ url: FILE_URL, bytes }],
      mayRefer: false,
      unreadable: [],
    });
    if (converted.state !== 'converted') return undefined;
    const { source, spec, filesystem } = converted;
    // YAML has values that JSON does not have.
    if (source.format === 'json') keepSpec(contentHash, filesystem, spec);
    return filesystem;
  },
);
