/** The page tree of a repository without SUMMARY.md: one page per Markdown file, nested like the folders. */
import { toSlug } from '@lectern/content/tree/slug';
import type { DocumentNode, LayoutNode } from './layout.ts';
import { findPageTitle, nameOf } from './page-title.ts';
import { FolderPages, isIndex } from './path-slug.ts';
import type { FileEntry, ReportEntry, RepositoryFiles } from './repository-files.ts';

interface Folder {
  name: string;
  /** The README in it, or without one the index. */
  page: string | undefined;
  pages: string[];
  folders: Map<string, Folder>;
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' }).compare;

/**
 * `pages` are the Markdown files below `root` that may be pages. The README of a folder is the folder's page, or the
 * index if there is no README, or else the file with the name of the folder beside it.
 */
export async function buildFolderTree(
  files: RepositoryFiles,
  pages: readonly FileEntry[],
  { root, readmePath, report }: { root: string; readmePath: string; report: ReportEntry[] },
): Promise<LayoutNode[]> {
  const top = newFolder('');
  const folderPages = new FolderPages(pages.map(({ path }) => path));
  const hasReadme = pages.some(({ path }) => path === readmePath);
  const prefix = root === '' ? 0 : root.length + 1;
  for (const { path } of pages) {
    const parts = path.slice(prefix).split('/');
    const name = parts.pop()!;
    let folder = top;
    for (const part of parts) {
      const child = folder.folders.get(part) ?? newFolder(part);
      folder.folders.set(part, child);
      folder = child;
    }
    // At the top, the first page is the one that the configuration names.
    const isFolderPage =
      folder === top ? isIndex(name) && !hasReadme && folderPages.has(path) : folderPages.has(path);
    if (path === readmePath || (isFolderPage && folder.page === undefined)) folder.page = path;
    else folder.pages.push(path);
  }
  for (const folder of foldersIn(top)) reportOddPages(folder, report);
  const titles = await readTitles(files, pages);
  const titleOf = (path: string): string => titles.get(path) ?? nameOf(path);
  const pageNode = (path: string): DocumentNode => ({
    type: 'document',
    title: titleOf(path),
    path,
    children: [],
  });
  const childrenOf = (folder: Folder): LayoutNode[] => {
    const beside = findPagesBeside(folder);
    const nodes = new Map<string, { name: string; node: LayoutNode }>();
    for (const path of folder.pages) nodes.set(path, { name: nameOf(path), node: pageNode(path) });
    for (const child of folder.folders.values()) {
      const own = beside.get(child);
      if (own === undefined) nodes.set(`${child.name}/`, { name: child.name, node: folderNode(child) });
      else nodes.get(own)?.node.children.push(...childrenOf(child));
    }
    return [...nodes.values()].sort((a, b) => byName(a.name, b.name)).map(({ node }) => node);
  };
  const folderNode = (folder: Folder): LayoutNode => ({
    type: 'document',
    title: folder.page === undefined ? folder.name : (titles.get(folder.page) ?? folder.name),
    path: folder.page,
    children: childrenOf(folder),
  });
  const first = top.page === undefined ? [] : [pageNode(top.page)];
  return [...first, ...childrenOf(top)];
}

const sameName = (name: string): string => name;

/**
 * The pages of the folders that have none of their own: `guide.md` beside `guide/`, or else a file that would have the
 * address of the folder, such as `Guide.md`.
 */
function findPagesBeside({ pages, folders }: Folder): Map<Folder, string> {
  const found = new Map<Folder, string>();
  let free: readonly string[] = pages;
  for (const nameIn of [sameName, toSlug]) {
    const named = new Map(free.toReversed().map((path) => [nameIn(nameOf(path)), path]));
    for (const child of folders.values()) {
      const name = nameIn(child.name);
      const path = named.get(name);
      if (path === undefined || child.page !== undefined || found.has(child)) continue;
      found.set(child, path);
      named.delete(name);
    }
    const taken = new Set(found.values());
    free = free.filter((path) => !taken.has(path));
  }
  return found;
}

/** Reports pages that are not those of a folder, although their names say so. */
function reportOddPages(folder: Folder, report: ReportEntry[]): void {
  const add = (path: string, message: string): void => {
    report.push({ severity: 'warning', reason: 'unlisted-page', path, message });
  };
  for (const path of folder.pages)
    if (folder.page !== undefined && isIndex(path))
      add(path, `${path} became a page of its own, because ${folder.page} is the page of its folder.`);
  const named = new Map(folder.pages.toReversed().map((path) => [toSlug(nameOf(path)), path]));
  for (const child of folder.folders.values()) {
    const beside = child.page === undefined ? undefined : named.get(toSlug(child.name));
    if (beside !== undefined)
      add(beside, `${beside} became a page of its own, because ${child.page} is the page of the folder.`);
  }
}

function* foldersIn(folder: Folder): Generator<Folder> {
  yield folder;
  for (const child of folder.folders.values()) yield* foldersIn(child);
}

/** The amount of text in memory at once: a repository may hold far more than the process can. */
const BATCH_BYTES = 16_000_000;
const BATCH_PAGES = 1000;

async function readTitles(
  files: RepositoryFiles,
  pages: readonly FileEntry[],
): Promise<Map<string, string | undefined>> {
  const titles = new Map<string, string | undefined>();
  for (let start = 0; start < pages.length; ) {
    let end = start;
    let bytes = 0;
    while (end < pages.length && end - start < BATCH_PAGES && (end === start || bytes < BATCH_BYTES)) {
      bytes += (pages[end] as FileEntry).size;
      end += 1;
    }
    const texts = await files.readTexts(pages.slice(start, end).map((page) => page.path));
    for (const [path, text] of texts) titles.set(path, findPageTitle(text));
    start = end;
  }
  return titles;
}

const newFolder = (name: string): Folder => ({ name, page: undefined, pages: [], folders: new Map() });
