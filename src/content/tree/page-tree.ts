import { type PageEntry, type PageNode, pageCodec } from './entries.ts';
import { firstOfEach, foldPath } from './fold-path.ts';
import { buildList, type EmitNode, itemAt, itemsOf, type MerkleList, replaceItem } from './merkle-list.ts';

/** A page of a tree that is being put together, with its children as a plain array. */
export interface NestedPage {
  entry: PageEntry;
  children: NestedPage[];
}

interface Location {
  parentId: string | undefined;
  position: number;
  /** The slugs from the top, joined; the nearest path above for pages without one. */
  path: string;
}

/** The positions of the pages. Trees that differ only in documents share one index. */
interface PageIndex {
  locations: Map<string, Location>;
  byPath: Map<string, string>;
  byGitPath: Map<string, string>;
  /** Built on first use. */
  byFoldedGitPath?: Map<string, string>;
}

/** The pages of a revision: the tree, and the position of each page in it. */
export class PageTree {
  readonly top: MerkleList<PageNode> | undefined;
  #index: PageIndex | undefined;

  constructor(top: MerkleList<PageNode> | undefined, index?: PageIndex) {
    this.top = top;
    this.#index = index;
  }

  find(pageId: string): PageNode | undefined {
    const location = this.#indexed().locations.get(pageId);
    if (!location) return undefined;
    const siblings = this.#siblingsAt(location);
    return siblings && itemAt(siblings, location.position);
  }

  /** The full path of a page: the slugs of the pages above it and its own. */
  pathOf(pageId: string): string {
    return this.#indexed().locations.get(pageId)?.path ?? '';
  }

  parentIdOf(pageId: string): string | undefined {
    return this.#indexed().locations.get(pageId)?.parentId;
  }

  /** Finds a page by its full path, ignoring case, like readers' addresses, and Unicode form. */
  findByPath(path: string): PageNode | undefined {
    const pageId = this.#indexed().byPath.get(path.normalize('NFC').toLowerCase());
    return pageId === undefined ? undefined : this.find(pageId);
  }

  /** Finds a page by the path of its source from the repository's root. */
  findByGitPath(path: string): PageNode | undefined {
    const pageId = this.#indexed().byGitPath.get(path);
    return pageId === undefined ? undefined : this.find(pageId);
  }

  /** Finds the first page whose source path differs only in case and Unicode form (see `foldPath`). */
  findByFoldedGitPath(folded: string): PageNode | undefined {
    const index = this.#indexed();
    index.byFoldedGitPath ??= firstOfEach([...index.byGitPath].map(([path, id]) => [foldPath(path), id]));
    const pageId = index.byFoldedGitPath.get(folded);
    return pageId === undefined ? undefined : this.find(pageId);
  }

  get size(): number {
    return this.#indexed().locations.size;
  }

  /** All pages in reading order. */
  *pages(): Generator<PageNode> {
    yield* walk(this.top);
  }

  /** The tree with another document page of the same id. Costs the nodes above it, whatever the size of the tree. */
  replace(entry: PageEntry, emit: EmitNode): PageTree {
    const current = this.find(entry.id);
    if (!current) throw new Error(`Page ${entry.id} is not in this tree.`);
    const top = this.#replaceNode(entry.id, { entry, children: current.children }, emit);
    return new PageTree(top, standsAlike(current.entry, entry) ? this.#index : undefined);
  }

  #replaceNode(pageId: string, node: PageNode, emit: EmitNode): MerkleList<PageNode> {
    const location = this.#indexed().locations.get(pageId) as Location;
    const siblings = this.#siblingsAt(location) as MerkleList<PageNode>;
    const list = replaceItem(siblings, location.position, node, pageCodec, emit);
    if (location.parentId === undefined) return list;
    const parent = this.find(location.parentId) as PageNode;
    return this.#replaceNode(location.parentId, { entry: parent.entry, children: list }, emit);
  }

  #siblingsAt(location: Location): MerkleList<PageNode> | undefined {
    return location.parentId === undefined ? this.top : this.find(location.parentId)?.children;
  }

  #indexed(): PageIndex {
    this.#index ??= indexPages(this.top);
    return this.#index;
  }
}

/** Builds the tree, and emits every node of it. */
export function buildPageTree(pages: readonly NestedPage[], emit: EmitNode): PageTree {
  const toNode = ({ entry, children }: NestedPage): PageNode => ({
    entry,
    children: buildList(children.map(toNode), pageCodec, emit),
  });
  return new PageTree(buildList(pages.map(toNode), pageCodec, emit));
}

/** Whether two entries of one page are at the same place under the same names. */
function standsAlike(before: PageEntry, after: PageEntry): boolean {
  if (before.type !== after.type) return false;
  const names = (entry: PageEntry): string =>
    `${'slug' in entry ? entry.slug : ''}\n${'git' in entry ? (entry.git?.path ?? '') : ''}`;
  return names(before) === names(after);
}

function* walk(list: MerkleList<PageNode> | undefined): Generator<PageNode> {
  for (const page of itemsOf(list)) {
    yield page;
    yield* walk(page.children);
  }
}

function indexPages(top: MerkleList<PageNode> | undefined): PageIndex {
  const index: PageIndex = { locations: new Map(), byPath: new Map(), byGitPath: new Map() };
  const add = (
    list: MerkleList<PageNode> | undefined,
    parentId: string | undefined,
    parentPath: string,
  ): void => {
    let position = 0;
    for (const { entry, children } of itemsOf(list)) {
      const path = 'slug' in entry ? joinPath(parentPath, entry.slug) : parentPath;
      index.locations.set(entry.id, { parentId, position, path });
      if ('slug' in entry && !index.byPath.has(path.toLowerCase()))
        index.byPath.set(path.toLowerCase(), entry.id);
      if (entry.type === 'document' && entry.git) index.byGitPath.set(entry.git.path, entry.id);
      add(children, entry.id, path);
      position += 1;
    }
  };
  add(top, undefined, '');
  return index;
}

const joinPath = (parent: string, slug: string): string => (parent ? `${parent}/${slug}` : slug);
