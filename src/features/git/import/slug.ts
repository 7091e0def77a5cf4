import { posix } from 'node:path';
import { toSlug } from '../../../content/tree/slug.ts';
import { folderOf } from '../layout/file-index.ts';

/**
 * The slug of a page by its file: the file's name, for a README the name of its folder. Never derived from the title.
 * `root`: the folder of the space, whose name says nothing about the pages in it.
 */
export function slugOfPath(path: string, root: string): string {
  const name = posix.basename(path).replace(/\.(?:md|markdown)$/i, '');
  const folder = folderOf(path);
  const isFolderPage = /^readme$/i.test(name) && folder !== '' && folder !== root;
  return toSlug(isFolderPage ? posix.basename(folder) : name);
}
