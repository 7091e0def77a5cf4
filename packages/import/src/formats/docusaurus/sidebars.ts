import { HOSTILE_YAML, refuseYaml } from '@lectern/markdown/hostile-yaml';
import { isRecord } from '@lectern/std/is-record';
import { appendTo } from '@lectern/std/long-lists';
import GithubSlugger from 'github-slugger';
import { parse } from 'yaml';
import type { ImportFiles } from '../../imported-content.ts';
import { isLiteralList, isLiteralRecord, type Literal, literalText } from '../shared/literals/literal.ts';
import { readModule } from '../shared/literals/read-module.ts';
import {
  fileNameOf,
  folderOf,
  joinPath,
  titleOfFileName,
  trimSlashes,
  withoutExtension,
} from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import {
  createNavigationBudget,
  type NavigationBudget,
  type NavigationItem,
  type NavigationSection,
  readNested,
  spendItem,
} from '../shared/site/navigation.ts';
import { textField } from '../shared/site/page-fields.ts';
import { type DocFacts, numberField, splitNumberPrefix } from './doc-facts.ts';
import type { DocsInstance } from './docusaurus-config.ts';

export interface SidebarSource {
  files: ImportFiles;
  instance: DocsInstance;
  facts: ReadonlyMap<string, DocFacts>;
  labels: ReadonlyMap<string, string>;
  problems: Problems;
  /** Adds the address, within the documents, of a page that is made for a category. */
  addRoute(route: string, path: string): void;
}

/** Reads the sidebars of an instance as one table of contents. If there are several, each becomes a section. */
export async function readSidebars(source: SidebarSource): Promise<NavigationItem[]> {
  const reader = new SidebarReader(source, await readCategories(source));
  const { sidebarPath } = source.instance;
  if (sidebarPath === undefined) return reader.readFolder(source.instance.folder);
  const module = await readModule(source.files, sidebarPath);
  const sidebars = module?.('default');
  if (!isLiteralRecord(sidebars)) {
    source.problems.report({
      path: sidebarPath,
      reason: 'unreadable-navigation',
      message: 'The sidebars could not be read as data. The table of contents was created from the folders.',
    });
    return reader.readFolder(source.instance.folder);
  }
  const named = Object.entries(sidebars).map(([name, items]) => ({ name, items: reader.readItems(items) }));
  if (named.length === 1) return named[0]!.items;
  return named.map(
    ({ name, items }): NavigationSection => ({
      kind: 'section',
      title: source.labels.get(name) ?? titleOfSidebar(name),
      children: items,
    }),
  );
}

/** `tutorialSidebar` → “Tutorial”. */
const titleOfSidebar = (name: string): string =>
  titleOfFileName(
    name
      .replace(/[-_]?sidebar$/i, '')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase() || name,
  );

interface GeneratedIndex {
  title: string | undefined;
  slug: string | undefined;
}

interface Category {
  label: string | undefined;
  position: number | undefined;
  description: string | undefined;
  /** The title and the address of the page that lists the documents, if the category has one. */
  index: GeneratedIndex | undefined;
  /** The id of the document that the category opens; null for none. */
  docId: string | null | undefined;
}

/** Reads the settings of folders in `_category_.json` and `_category_.yml`, by the paths of the folders. */
async function readCategories({ files, instance, problems }: SidebarSource): Promise<Map<string, Category>> {
  const categories = new Map<string, Category>();
  const start = instance.folder === '' ? '' : `${instance.folder}/`;
  for (const path of files.paths) {
    if (!path.startsWith(start) || !/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(path)) continue;
    const value = parseData(await files.readText(path));
    if (isRecord(value)) categories.set(folderOf(path), readCategory(value));
    else
      problems.report({
        path,
        reason: 'unreadable-navigation',
        message: 'The description of the category could not be read.',
      });
  }
  return categories;
}

/** JSON is YAML. */
function parseData(text: string): unknown {
  if (refuseYaml(text, MAX_CATEGORY_LENGTH) !== undefined) return undefined;
  try {
    return parse(text, { ...HOSTILE_YAML, maxAliasCount: 50, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

const MAX_CATEGORY_LENGTH = 20_000;

function readCategory(value: Record<string, unknown>): Category {
  const { link } = value;
  const own = isRecord(link) ? link : {};
  const description = own.description ?? value.description;
  return {
    label: typeof value.label === 'string' ? value.label : undefined,
    position: numberField(value.position),
    description: typeof description === 'string' ? description : undefined,
    index:
      own.type === 'generated-index' ? { title: textField(own.title), slug: textField(own.slug) } : undefined,
    docId:
      link === null || (isRecord(link) && link.type === 'generated-index')
        ? null
        : isRecord(link) && typeof link.id === 'string'
          ? link.id
          : undefined,
  };
}

interface Placed {
  position: number | undefined;
  name: string;
  item: NavigationItem;
}

class SidebarReader {
  private readonly source: SidebarSource;
  private readonly categories: ReadonlyMap<string, Category>;
  private readonly indexes = new Set<string>();
  private readonly pathsById = new Map<string, string>();
  /** The documents and folders directly in each folder. */
  private readonly byFolder = new Map<string, { documents: DocFacts[]; folders: Set<string> }>();
  private readonly budget: NavigationBudget = createNavigationBudget();

  constructor(source: SidebarSource, categories: ReadonlyMap<string, Category>) {
    this.source = source;
    this.categories = categories;
    for (const facts of source.facts.values()) {
      this.pathsById.set(facts.id, facts.path);
      this.addToFolder(facts);
    }
  }

  private addToFolder(facts: DocFacts): void {
    let folder = folderOf(facts.path);
    this.entryOf(folder).documents.push(facts);
    while (folder !== this.source.instance.folder && folder !== '') {
      const parent = folderOf(folder);
      const { folders } = this.entryOf(parent);
      if (folders.has(folder)) return;
      folders.add(folder);
      folder = parent;
    }
  }

  private entryOf(folder: string): { documents: DocFacts[]; folders: Set<string> } {
    let entry = this.byFolder.get(folder);
    if (!entry) {
      entry = { documents: [], folders: new Set() };
      this.byFolder.set(folder, entry);
    }
    return entry;
  }

  /** Reads a list of items, or a record whose keys are labels of categories. */
  readItems(value: Literal | undefined): NavigationItem[] {
    if (isLiteralList(value)) return value.flatMap((item) => this.readItem(item));
    if (!isLiteralRecord(value)) return [];
    if (typeof value.type === 'string') return this.readItem(value);
    return Object.entries(value).flatMap(([label, items]) =>
      this.section(label, () => this.readItems(items)),
    );
  }

  private section(
    title: string,
    readChildren: () => NavigationItem[],
    others: Partial<NavigationSection> = {},
  ): NavigationItem[] {
    return [{ kind: 'section', title, ...others, children: readNested(this.budget, readChildren) }];
  }

  private readItem(item: Literal): NavigationItem[] {
    if (!spendItem(this.budget)) return [];
    if (typeof item === 'string') return this.readDocument(item, undefined);
    if (!isLiteralRecord(item)) {
      this.reportUnreadable();
      return [];
    }
    const label = literalText(item.label);
    switch (item.type) {
      case 'doc':
      case 'ref':
        return this.readDocument(literalText(item.id) ?? '', label);
      case 'link':
        return this.readLink(label, literalText(item.href));
      case 'category':
        return this.readCategoryItem(item, label ?? 'Untitled');
      case 'autogenerated': {
        const folder = joinPath(this.source.instance.folder, literalText(item.dirName) ?? '.');
        return folder === undefined ? [] : this.readFolder(folder);
      }
      case undefined:
        return this.readItems(item);
      default:
        this.reportUnreadable();
        return [];
    }
  }

  private reportUnreadable(): void {
    this.source.problems.report({
      path: this.source.instance.sidebarPath ?? this.source.instance.folder,
      reason: 'unsupported-navigation',
      message: 'An entry of a sidebar is computed, or is HTML. It was left out.',
    });
  }

  private readDocument(id: string, label: string | undefined): NavigationItem[] {
    const path = this.findDocument(id);
    return [{ kind: 'page', path, label: label ?? this.source.facts.get(path)?.label }];
  }

  /** Returns the path of a document; for a missing one, the path that it would have. */
  private findDocument(id: string): string {
    return this.pathsById.get(id) ?? joinPath(this.source.instance.folder, `${id}.md`) ?? id;
  }

  private readLink(label: string | undefined, href: string | undefined): NavigationItem[] {
    return href === undefined ? [] : [{ kind: 'link', title: label ?? href, target: href }];
  }

  private readCategoryItem(item: { readonly [key: string]: Literal }, label: string): NavigationItem[] {
    const link = isLiteralRecord(item.link) ? item.link : undefined;
    const id = link?.type === 'doc' ? literalText(link.id) : undefined;
    const path = id === undefined ? undefined : this.findDocument(id);
    const index =
      link?.type === 'generated-index'
        ? { title: literalText(link.title), slug: literalText(link.slug) }
        : undefined;
    return this.section(index?.title ?? label, () => this.readItems(item.items), {
      path,
      alias: index && this.addIndex(label, index),
      description: literalText(link?.description) ?? literalText(item.description),
    });
  }

  /** Gives the page of a category its address, `/category/label` if it has none of its own, and returns its name. */
  private addIndex(label: string, { slug }: GeneratedIndex): string {
    const route = trimSlashes(slug ?? `category/${new GithubSlugger().slug(label)}`);
    const { sidebarPath, folder } = this.source.instance;
    let path = `${sidebarPath ?? folder}/${route}`;
    for (let i = 1; this.indexes.has(path); i++) path = `${sidebarPath ?? folder}/${route}-${i}`;
    this.indexes.add(path);
    this.source.addRoute(route, path);
    return path;
  }

  /** Lists the documents and folders of a folder, by their positions and names. */
  readFolder(folder: string): NavigationItem[] {
    const entry = this.byFolder.get(folder);
    if (!entry) return [];
    const placed: Placed[] = [];
    for (const facts of entry.documents) {
      if (facts.isHidden || !spendItem(this.budget)) continue;
      const isTaken = folder !== this.source.instance.folder && facts.path === this.pageOfFolder(folder);
      const below = withoutExtension(facts.path);
      if (isTaken || (this.byFolder.has(below) && this.pageOfFolder(below) === facts.path)) continue;
      const item: NavigationItem = { kind: 'page', path: facts.path, label: facts.label };
      placed.push({ position: facts.position, name: fileNameOf(withoutExtension(facts.path)), item });
    }
    for (const child of entry.folders)
      if (spendItem(this.budget)) appendTo(placed, this.readChildFolder(child));
    return placed.sort(comparePlaces).map(({ item }) => item);
  }

  private readChildFolder(folder: string): Placed[] {
    const category = this.categories.get(folder);
    const { name, number } = splitNumberPrefix(fileNameOf(folder));
    const path = this.pageOfFolder(folder);
    const own = path === undefined ? undefined : this.source.facts.get(path);
    const title = category?.label ?? own?.label ?? titleOfFileName(name);
    const position = category?.position ?? own?.position ?? number;
    const index = path === undefined ? category?.index : undefined;
    return this.section(index?.title ?? title, () => this.readFolder(folder), {
      path,
      alias: index && this.addIndex(title, index),
      description: category?.description,
    }).map((item) => ({ position, name: fileNameOf(folder), item }));
  }

  private pageOfFolder(folder: string): string | undefined {
    const docId = this.categories.get(folder)?.docId;
    if (docId === null) return undefined;
    const relative = folder.slice(this.source.instance.folder.length).replace(/^\//, '');
    if (docId !== undefined) return this.pathsById.get(docId) ?? this.pathsById.get(`${relative}/${docId}`);
    const own = this.byFolder.get(folder)?.documents.find(({ isFolderPage }) => isFolderPage)?.path;
    return own ?? this.pageBeside(folder);
  }

  /** `guide.md` beside `guide/`: two places with one address, unless the category has a page of its own. */
  private pageBeside(folder: string): string | undefined {
    if (this.categories.get(folder)?.index) return undefined;
    const path = EXTENSIONS.map((extension) => `${folder}${extension}`).find((one) =>
      this.source.facts.has(one),
    );
    return path !== undefined && this.source.facts.get(path)?.isHidden ? undefined : path;
  }
}

/** Those of documents. */
const EXTENSIONS = ['.md', '.mdx'];

/** Orders by position, then by name. */
function comparePlaces(left: Placed, right: Placed): number {
  const byPosition =
    (left.position ?? Number.POSITIVE_INFINITY) - (right.position ?? Number.POSITIVE_INFINITY);
  if (byPosition !== 0 && !Number.isNaN(byPosition)) return byPosition;
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
