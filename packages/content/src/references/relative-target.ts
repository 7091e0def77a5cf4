import { posix } from 'node:path';

/** A file of a repository as a target in a file in `folder`. A `#` or `?` in its name would end the path. */
export const relativeTarget = (folder: string, path: string): string =>
  posix.relative(folder, path).replace(/[#?]/g, encodeURIComponent);
