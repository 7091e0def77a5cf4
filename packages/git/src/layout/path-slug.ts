import { posix } from 'node:path';
import { toSlug } from '@lectern/content/tree/slug';
import { folderOf } from './file-index.ts';

/**
 * Returns the slug of a page by its file: the file's name, or for a README the name of its folder. It is never derived
 * from the title. `root` is the folder of the space, whose name is not used.
 */
export function slugOfPath(path: string, root: string): string {
  const name = posix.basename(path).replace(/\.(?:md|markdown)$/i, '');
  const folder = folderOf(path);
  const isFolderPage = /^readme$/i.test(name) && folder !== '' && folder !== root;
  return toSlug(isFolderPage ? posix.basename(folder) : name);
}
