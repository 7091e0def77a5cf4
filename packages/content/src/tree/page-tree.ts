import { type PageEntry, type PageNode, pageCodec } from './entries.ts';
import {
  buildList,
  type EmitNode,
  findPosition,
  itemAt,
  itemsOf,
  type MerkleList,
  replaceItem,
} from './merkle-list.ts';
import { PageIndex, standsAlike } from './page-index.ts';

/** A page of a tree that is being put together, with its children as a plain array. */
export interface NestedPage {
  entry: PageEntry;
  children: NestedPage[];
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
    return this.#findPlace(pageId)?.node;
  }

  /** The full path of a page: the slugs of the pages above it and its own. */
  pathOf(pageId: string): string {
    return this.#indexed().locate(pageId)?.path ?? '';
  }

  parentIdOf(pageId: string): string | undefined {
    return this.#indexed().locate(pageId)?.parentId;
  }

  /** Finds a page by its full path, ignoring case, like readers' addresses, and Unicode form. */
  findByPath(path: string): PageNode | undefined {
    const pageId = this.#indexed().findByPath(path.normalize('NFC').toLowerCase());
    return pageId === undefined ? undefined : this.find(pageId);
  }

  /** Whether a page has this full path, ignoring case. */
  hasPath(path: string): boolean {
    return this.#indexed().findByPath(path.toLowerCase()) !== undefined;
  }

  /** Finds a page by the path of its source from the repository's root. */
  findByGitPath(path: string): PageNode | undefined {
    const pageId = this.#indexed().findByGitPath(path);
    return pageId === undefined ? undefined : this.find(pageId);
  }

  /** Finds the first page whose source path differs only in case and Unicode form (see `foldPath`). */
  findByFoldedGitPath(folded: string): PageNode | undefined {
    const pageId = this.#indexed().findByFoldedGitPath(folded);
    return pageId === undefined ? undefined : this.find(pageId);
  }

  get size(): number {
    return this.#indexed().size;
  }

  /** All pages in reading order. */
  *pages(): Generator<PageNode> {
    yield* walk(this.top);
  }

  /** A similar tree with these pages at the top. Its index follows from the index of this one. */
  withTop(top: MerkleList<PageNode> | undefined): PageTree {
    return new PageTree(top, this.#index?.follow(this.top, top));
  }

  /** The tree with another document page of the same id. Costs the nodes above it, whatever the size of the tree. */
  replace(entry: PageEntry, emit: EmitNode): PageTree {
    const current = this.find(entry.id);
    if (!current) throw new Error(`Page ${entry.id} is not in this tree.`);
    const top = this.#replaceNode(entry.id, { entry, children: current.children }, emit);
    return standsAlike(current.entry, entry) ? new PageTree(top, this.#index) : this.withTop(top);
  }

  #replaceNode(pageId: string, node: PageNode, emit: EmitNode): MerkleList<PageNode> {
    const { siblings, position, parentId } = this.#findPlace(pageId) as Place;
    const list = replaceItem(siblings, position, node, pageCodec, emit);
    if (parentId === undefined) return list;
    const parent = this.find(parentId) as PageNode;
    return this.#replaceNode(parentId, { entry: parent.entry, children: list }, emit);
  }

  #findPlace(pageId: string): Place | undefined {
    const location = this.#indexed().locate(pageId);
    if (!location) return undefined;
    const { parentId, position: near } = location;
    const siblings = parentId === undefined ? this.top : this.find(parentId)?.children;
    if (!siblings) return undefined;
    const position = findPosition(siblings, { id: pageId, near }, pageCodec);
    if (position === undefined) return undefined;
    return { siblings, position, parentId, node: itemAt(siblings, position) as PageNode };
  }

  #indexed(): PageIndex {
    this.#index ??= PageIndex.of(this.top);
    return this.#index;
  }
}

interface Place {
  siblings: MerkleList<PageNode>;
  position: number;
  parentId: string | undefined;
  node: PageNode;
}

/** Builds the tree, and emits every node of it. */
export function buildPageTree(pages: readonly NestedPage[], emit: EmitNode): PageTree {
  const toNode = ({ entry, children }: NestedPage): PageNode => ({
    entry,
    children: buildList(children.map(toNode), pageCodec, emit),
  });
  return new PageTree(buildList(pages.map(toNode), pageCodec, emit));
}

function* walk(list: MerkleList<PageNode> | undefined): Generator<PageNode> {
  for (const page of itemsOf(list)) {
    yield page;
    yield* walk(page.children);
  }
}
