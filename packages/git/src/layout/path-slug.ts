import { posix } from 'node:path';
import { toSlug } from '@lectern/content/tree/slug';
import { folderOf } from './file-index.ts';

const README = /^readme\.(?:md|markdown)$/i;
const INDEX = /^index\.(?:md|markdown)$/i;

const isReadme = (path: string): boolean => README.test(posix.basename(path));
export const isIndex = (path: string): boolean => INDEX.test(posix.basename(path));

/** Finds out which files are the pages of their folders: a README, or without one an index. */
export class FolderPages {
  readonly #withReadme = new Set<string>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) if (isReadme(path)) this.#withReadme.add(folderOf(path));
  }

  has(path: string): boolean {
    return isReadme(path) || (isIndex(path) && !this.#withReadme.has(folderOf(path)));
  }
}

/**
 * Returns the slug of a page by its file: the file's name, or for the page of a folder the name of the folder. It is
 * never derived from the title. `root` is the folder of the space, whose name is not used.
 */
export function slugOfPath(path: string, root: string, folderPages: FolderPages): string {
  const folder = folderOf(path);
  const isNamedByFolder = folder !== '' && folder !== root && folderPages.has(path);
  return toSlug(posix.basename(isNamedByFolder ? folder : path.replace(/\.(?:md|markdown)$/i, '')));
}
