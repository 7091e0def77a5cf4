import { findFrontMatter } from '@lectern/markdown/front-matter';
import type { ImportFiles } from '../../../imported-content.ts';
import { fileNameOf, folderOf, titleOfFileName } from '../paths.ts';
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

function readFolder(
  folder: Folder,
  context: { orders: ReadonlyMap<string, number>; budget: NavigationBudget },
  own?: string,
): NavigationItem[] {
  const { orders, budget } = context;
  const placed: { name: string; order: number; item: NavigationItem }[] = [];
  for (const path of folder.pages) {
    if (path === own || !spendItem(budget)) continue;
    const order = orders.get(path) ?? (isFolderPage(path) ? -1 : Number.MAX_SAFE_INTEGER);
    placed.push({ name: fileNameOf(path), order, item: { kind: 'page', path } });
  }
  for (const [name, child] of folder.folders) {
    if (!spendItem(budget)) continue;
    const page = child.pages.find(isFolderPage);
    const children = readNested(budget, () => readFolder(child, context, page));
    const order = (page === undefined ? undefined : orders.get(page)) ?? Number.MAX_SAFE_INTEGER;
    placed.push({
      name,
      order,
      item: { kind: 'section', title: titleOfFileName(name), path: page, children },
    });
  }
  return placed
    .sort((left, right) => left.order - right.order || (left.name < right.name ? -1 : 1))
    .map(({ item }) => item);
}
