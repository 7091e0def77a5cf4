import { posix } from 'node:path';
import type { ImportedDocument, ImportedPage } from '../imported-content.ts';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

export interface FolderPagesOptions {
  /** Whether a file is the page of its folder: `index.html`. */
  isIndex(path: string): boolean;
  read(path: string): Promise<ImportedDocument>;
}

/**
 * The pages of files, nested like their folders. The page of a folder is its index, or the file with its name beside
 * it; a folder with neither becomes a group.
 */
export async function arrangeFolders(
  paths: readonly string[],
  { isIndex, read }: FolderPagesOptions,
): Promise<ImportedPage[]> {
  const folders = new Map<string, ImportedPage>();
  const top: ImportedPage[] = [];
  const known = new Map<string, ImportedDocument>();
  const indexes = new Map<string, string>();
  for (const path of paths) {
    known.set(path, await read(path));
    const folder = posix.dirname(path);
    if (isIndex(path) && !indexes.has(folder)) indexes.set(folder, path);
  }
  for (const path of paths) if (!indexes.has(besideOf(path))) indexes.set(besideOf(path), path);
  const childrenOf = (folder: string): ImportedPage[] => {
    if (folder === '.') return top;
    const page = folders.get(folder);
    if (page) return page.children;
    const index = indexes.get(folder);
    const made: ImportedPage = (index === undefined ? undefined : known.get(index)) ?? {
      kind: 'group',
      path: `${folder}/`,
      title: titleOfFolder(folder),
      children: [],
    };
    folders.set(folder, made);
    childrenOf(posix.dirname(folder)).push(made);
    return made.children;
  };
  for (const [path, page] of known) {
    const around = posix.dirname(path);
    const own = [around, besideOf(path)].find((folder) => folder !== '.' && indexes.get(folder) === path);
    if (own === undefined) childrenOf(around).push(page);
    else childrenOf(own);
  }
  sortPages(top, indexes.get('.'));
  return top;
}

/** The folder with the name of a file beside it: `guide` for `guide.html`. */
const besideOf = (path: string): string => path.replace(/\.[^./]*$/, '');

/** `getting-started` → `Getting started`. */
function titleOfFolder(folder: string): string {
  const words = posix.basename(folder).replace(/[-_]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function sortPages(pages: ImportedPage[], first?: string): void {
  pages.sort((a, b) => {
    if (first !== undefined && (a.path === first) !== (b.path === first)) return a.path === first ? -1 : 1;
    return byName(nameOf(a.path), nameOf(b.path));
  });
  for (const page of pages) sortPages(page.children);
}

/** A page of a folder is sorted by the name of the folder. */
const nameOf = (path: string): string => path.replace(/\/(?:index\.\w+)?$/i, '');
