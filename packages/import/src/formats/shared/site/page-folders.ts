import { fileNameOf, folderOf, titleOfFileName, withoutExtension } from '../paths.ts';
import {
  createNavigationBudget,
  type NavigationBudget,
  type NavigationItem,
  readNested,
  spendItem,
} from './navigation.ts';

export interface PageFolders {
  /** The pages, in any order. */
  paths: readonly string[];
  /** Sorts siblings; by their names if absent. */
  compare?: ((left: string, right: string) => number) | undefined;
  /** The title of a folder without a page; made of its name if absent. */
  titleOf?: ((folder: string) => string) | undefined;
  /** The folder that holds the pages below a page; the path without its extension if absent. */
  folderBelow?: ((path: string) => string) | undefined;
}

/** The table of contents of a source in which the pages below `Page.md` are in the folder `Page`. */
export function readPageFolders(source: PageFolders): NavigationItem[] {
  const reader = new FolderReader(source);
  return reader.read(reader.top());
}

class FolderReader {
  private readonly source: PageFolders;
  private readonly pages = new Map<string, string[]>();
  private readonly folders = new Map<string, string[]>();
  private readonly budget: NavigationBudget = createNavigationBudget();

  constructor(source: PageFolders) {
    this.source = source;
    const known = new Set<string>();
    for (const path of source.paths) {
      let folder = folderOf(path);
      append(this.pages, folder, path);
      while (folder !== '' && !known.has(folder)) {
        known.add(folder);
        append(this.folders, folderOf(folder), folder);
        folder = folderOf(folder);
      }
    }
  }

  /** The outermost folder that holds more than one other folder. */
  top(): string {
    let folder = '';
    for (;;) {
      const inner = this.folders.get(folder) ?? [];
      if (inner.length !== 1 || this.pages.has(folder)) return folder;
      folder = inner[0]!;
    }
  }

  read(folder: string): NavigationItem[] {
    const taken = new Set<string>();
    const entries: { key: string; item: NavigationItem }[] = [];
    for (const path of this.pages.get(folder) ?? []) {
      if (!spendItem(this.budget)) break;
      const below = this.source.folderBelow?.(path) ?? withoutExtension(path);
      // Pages of one name may share a folder, which only the first of them opens.
      const item: NavigationItem = taken.has(below) ? { kind: 'page', path } : this.readPage(path, below);
      taken.add(below);
      entries.push({ key: path, item });
    }
    for (const child of this.folders.get(folder) ?? []) {
      if (taken.has(child) || !spendItem(this.budget)) continue;
      const title = this.source.titleOf?.(child) ?? titleOfFileName(fileNameOf(child));
      const children = readNested(this.budget, () => this.read(child));
      entries.push({ key: child, item: { kind: 'section', title, children } });
    }
    const compare = this.source.compare ?? compareNames;
    return entries.sort((left, right) => compare(left.key, right.key)).map(({ item }) => item);
  }

  private readPage(path: string, below: string): NavigationItem {
    if (!this.pages.has(below) && !this.folders.has(below)) return { kind: 'page', path };
    const children = readNested(this.budget, () => this.read(below));
    return { kind: 'section', title: '', path, children };
  }
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const compareNames = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
