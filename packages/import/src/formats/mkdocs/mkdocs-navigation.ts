import { isRecord } from '@lectern/std/is-record';
import { appendTo } from '@lectern/std/long-lists';
import type { ImportFiles } from '../../imported-content.ts';
import {
  fileNameOf,
  folderOf,
  isExternal,
  joinPath,
  titleOfFileName,
  withoutExtension,
} from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import { isFolderPage } from '../shared/site/folder-navigation.ts';
import {
  createNavigationBudget,
  type NavigationBudget,
  type NavigationItem,
  type NavigationSection,
  readNested,
  spendItem,
} from '../shared/site/navigation.ts';
import { textField } from '../shared/site/page-fields.ts';
import { type MkDocsConfig, readYaml } from './mkdocs-config.ts';

interface NavigationReader {
  config: MkDocsConfig;
  problems: Problems;
  budget: NavigationBudget;
  /** The pages directly in each folder, and the folders. */
  pages: Map<string, string[]>;
  folders: Map<string, string[]>;
  /** The settings of folders in `.pages` and `.nav.yml`. */
  arrangements: Map<string, Record<string, unknown>>;
}

/** Reads the table of contents from the configuration, or else from the folders and their settings. */
export async function readNavigation(
  files: ImportFiles,
  paths: readonly string[],
  { config, problems }: { config: MkDocsConfig; problems: Problems },
): Promise<NavigationItem[]> {
  const reader: NavigationReader = {
    config,
    problems,
    budget: createNavigationBudget(),
    ...listFolders(paths, config.pages),
    arrangements: await readArrangements(files, config, problems),
  };
  if (!Array.isArray(config.nav)) return readFolder(reader, config.pages);
  return readEntries(reader, config.nav, config.pages);
}

function listFolders(paths: readonly string[], root: string): Pick<NavigationReader, 'pages' | 'folders'> {
  const pages = new Map<string, string[]>();
  const folders = new Map<string, string[]>();
  const known = new Set<string>();
  for (const path of paths) {
    let folder = folderOf(path);
    append(pages, folder, path);
    while (folder !== root && folder !== '' && !known.has(folder)) {
      known.add(folder);
      append(folders, folderOf(folder), folder);
      folder = folderOf(folder);
    }
  }
  return { pages, folders };
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

async function readArrangements(
  files: ImportFiles,
  { pages }: MkDocsConfig,
  problems: Problems,
): Promise<NavigationReader['arrangements']> {
  const arrangements: NavigationReader['arrangements'] = new Map();
  for (const path of files.paths) {
    if (!path.startsWith(`${pages}/`) || !/(?:^|\/)(?:\.pages|\.nav\.yml)$/.test(path)) continue;
    const value = readYaml(await files.readText(path));
    if (isRecord(value)) arrangements.set(folderOf(path), value);
    else if (value !== null)
      problems.report({
        path,
        reason: 'unreadable-navigation',
        message: 'The order of the pages in this folder could not be read.',
      });
  }
  return arrangements;
}

/** Reads the entries of a list: files, files with titles, sections and URLs. */
function readEntries(
  reader: NavigationReader,
  entries: readonly unknown[],
  folder: string,
): NavigationItem[] {
  const named = new Set<string>();
  for (const entry of entries) for (const name of namesIn(entry)) named.add(joinPath(folder, name) ?? name);
  return entries.flatMap((entry) => {
    if (!spendItem(reader.budget)) return [];
    if (typeof entry === 'string')
      return readTarget(reader, { title: undefined, target: entry, folder, named });
    if (!isRecord(entry)) return [];
    return Object.entries(entry).flatMap(([title, value]) => {
      if (title === '...') return readRest(reader, folder, named);
      const list = isRecord(value) ? [value] : value;
      if (!Array.isArray(list)) {
        const target = textField(value);
        return target === undefined ? [] : readTarget(reader, { title, target, folder, named });
      }
      const children = readNested(reader.budget, () => readEntries(reader, list, folder));
      return [makeSection(title, children)];
    });
  });
}

const namesIn = (entry: unknown): string[] =>
  typeof entry === 'string'
    ? [entry]
    : isRecord(entry)
      ? Object.values(entry).flatMap((value) => (typeof value === 'string' ? [value] : []))
      : [];

/** Makes a section. A first entry without a title that is the page of a folder becomes the page of the section. */
function makeSection(title: string, children: NavigationItem[]): NavigationSection {
  const [first] = children;
  const isOwn = first?.kind === 'page' && first.label === undefined && isFolderPage(first.path);
  return isOwn
    ? { kind: 'section', title, path: first.path, children: children.slice(1) }
    : { kind: 'section', title, children };
}

function readTarget(
  reader: NavigationReader,
  {
    title,
    target,
    folder,
    named,
  }: { title: string | undefined; target: string; folder: string; named: Set<string> },
): NavigationItem[] {
  if (target === '...') return readRest(reader, folder, named);
  if (isExternal(target)) return [{ kind: 'link', title: title ?? target, target }];
  const path = joinPath(folder, target.split('#')[0]!) ?? target;
  const isFolder = reader.pages.has(path) || reader.folders.has(path);
  if (isFolder) return readSubfolder(reader, path, title);
  return [{ kind: 'page', path, label: title }];
}

/** Lists the pages and folders that the other entries do not name. */
const readRest = (reader: NavigationReader, folder: string, named: ReadonlySet<string>): NavigationItem[] =>
  listFolder(reader, folder).filter((item) => {
    const path = item.kind === 'page' ? item.path : undefined;
    const source = item.kind === 'section' ? sourceOf.get(item) : undefined;
    return !(path !== undefined && named.has(path)) && !(source !== undefined && named.has(source));
  });

/** The folders from which sections were made. */
const sourceOf = new WeakMap<NavigationItem, string>();

/** Lists a folder in the order of its settings, or by names. */
function readFolder(reader: NavigationReader, folder: string): NavigationItem[] {
  const arrangement = reader.arrangements.get(folder);
  const nav = arrangement?.nav ?? arrangement?.arrange;
  if (!Array.isArray(nav)) return listFolder(reader, folder);
  return readEntries(reader, nav, folder);
}

function listFolder(reader: NavigationReader, folder: string): NavigationItem[] {
  const pages = [...(reader.pages.get(folder) ?? [])].sort(
    (left, right) => Number(isFolderPage(right)) - Number(isFolderPage(left)) || (left < right ? -1 : 1),
  );
  const sections: NavigationItem[] = [];
  const beside = new Map(pages.map((path) => [withoutExtension(path), path]));
  const taken = new Set<string>();
  for (const child of [...(reader.folders.get(folder) ?? [])].sort()) {
    if (!spendItem(reader.budget)) continue;
    for (const section of readSubfolder(reader, child, undefined)) {
      // `guide.md` beside `guide/` has the address of the folder.
      const own = section.path === undefined ? beside.get(child) : undefined;
      if (own !== undefined) taken.add(own);
      sections.push(own === undefined ? section : withPage(reader, section, own));
    }
  }
  const items: NavigationItem[] = [];
  for (const path of pages)
    if (!taken.has(path) && spendItem(reader.budget)) items.push({ kind: 'page', path });
  appendTo(items, sections);
  return items;
}

/** A section that is called as its settings say, or as its page. */
function withPage(
  { arrangements }: NavigationReader,
  section: NavigationSection,
  path: string,
): NavigationItem {
  const source = sourceOf.get(section) ?? '';
  const title = textField(arrangements.get(source)?.title) ?? '';
  const made: NavigationItem = { ...section, title, path };
  sourceOf.set(made, source);
  return made;
}

function readSubfolder(
  reader: NavigationReader,
  folder: string,
  title: string | undefined,
): NavigationSection[] {
  const arrangement = reader.arrangements.get(folder);
  if (arrangement?.hide === true) return [];
  const children = readNested(reader.budget, () => readFolder(reader, folder));
  const named = title ?? textField(arrangement?.title) ?? titleOfFileName(fileNameOf(folder));
  const section = makeSection(named, children);
  sourceOf.set(section, folder);
  return [section];
}
