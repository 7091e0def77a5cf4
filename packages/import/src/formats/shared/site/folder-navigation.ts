import { findFrontMatter } from '@lectern/markdown/front-matter';
import type { ImportFiles } from '../../../imported-content.ts';
import { fileNameOf, folderOf, titleOfFileName, withoutExtension } from '../paths.ts';
import {
  createNavigationBudget,
  type NavigationBudget,
  type NavigationItem,
  readNested,
  spendItem,
} from './navigation.ts';

interface Folder {
  pages: string[];
  folders: Map<string, Folder>;
}

/**
 * A table of contents made of folders, for a site that lists no pages: names in their order, the folder's page first.
 * The page of a folder is in it, or has its name and is beside it.
 */
export async function readFolderNavigation(
  files: ImportFiles,
  paths: readonly string[],
  root: string,
): Promise<NavigationItem[]> {
  const top: Folder = { pages: [], folders: new Map() };
  for (const path of paths) {
    const relative = root === '' ? path : path.slice(root.length + 1);
    let folder = top;
    for (const part of folderOf(relative).split('/').filter(Boolean)) {
      let next = folder.folders.get(part);
      if (!next) {
        next = { pages: [], folders: new Map() };
        folder.folders.set(part, next);
      }
      folder = next;
    }
    folder.pages.push(path);
  }
  const orders = new Map<string, number>();
  for (const path of paths) {
    const order = findFrontMatter(await files.readText(path))?.data.order;
    if (typeof order === 'number') orders.set(path, order);
  }
  return readFolder(top, { orders, budget: createNavigationBudget() });
}

export const isFolderPage = (path: string): boolean => /^(?:index|readme)\.\w+$/i.test(fileNameOf(path));

/** The pages of folders without one of their own, by the names of the folders. */
function pagesBeside({ pages, folders }: Folder): Map<string, string> {
  const beside = new Map<string, string>();
  for (const path of pages) {
    const name = withoutExtension(fileNameOf(path));
    if (!beside.has(name) && folders.get(name)?.pages.some(isFolderPage) === false) beside.set(name, path);
  }
  return beside;
}

function readFolder(
  folder: Folder,
  context: { orders: ReadonlyMap<string, number>; budget: NavigationBudget },
  own?: string,
): NavigationItem[] {
  const { orders, budget } = context;
  const placed: { name: string; order: number; item: NavigationItem }[] = [];
  const beside = pagesBeside(folder);
  const taken = new Set([own, ...beside.values()]);
  for (const path of folder.pages) {
    if (taken.has(path) || !spendItem(budget)) continue;
    const order = orders.get(path) ?? (isFolderPage(path) ? -1 : Number.MAX_SAFE_INTEGER);
    placed.push({ name: fileNameOf(path), order, item: { kind: 'page', path } });
  }
  for (const [name, child] of folder.folders) {
    if (!spendItem(budget)) continue;
    const page = child.pages.find(isFolderPage) ?? beside.get(name);
    const children = readNested(budget, () => readFolder(child, context, page));
    const order = (page === undefined ? undefined : orders.get(page)) ?? Number.MAX_SAFE_INTEGER;
    placed.push({
      name,
      order,
      // A page beside the folder has a name of its own.
      item: {
        kind: 'section',
        title: page === undefined || isFolderPage(page) ? titleOfFileName(name) : '',
        path: page,
        children,
      },
    });
  }
  return placed
    .sort((left, right) => left.order - right.order || (left.name < right.name ? -1 : 1))
    .map(({ item }) => item);
}
