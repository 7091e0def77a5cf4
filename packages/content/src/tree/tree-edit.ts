import { type PageEntry, type PageNode, pageCodec } from './entries.ts';
import { type EmitNode, listItems, type MerkleList, rebuildList } from './merkle-list.ts';
import type { PageTree } from './page-tree.ts';

/**
 * Changes of a page tree that become a new tree together. The tree given stays as it is; what the edit keeps grows with
 * the changes and with the siblings of what they touch, not with the tree.
 */
export class TreeEdit {
  readonly #base: PageTree;
  readonly #entries = new Map<string, PageEntry>();
  readonly #parents = new Map<string, string | undefined>();
  /** The ids of the children of every parent whose children changed; undefined: the top. */
  readonly #children = new Map<string | undefined, string[]>();
  readonly #removed = new Set<string>();

  constructor(base: PageTree) {
    this.#base = base;
  }

  get isChanged(): boolean {
    return this.#entries.size > 0 || this.#children.size > 0 || this.#removed.size > 0;
  }

  find(pageId: string): PageEntry | undefined {
    if (this.#removed.has(pageId)) return undefined;
    return this.#entries.get(pageId) ?? this.#base.find(pageId)?.entry;
  }

  parentIdOf(pageId: string): string | undefined {
    return this.#parents.has(pageId) ? this.#parents.get(pageId) : this.#base.parentIdOf(pageId);
  }

  /** The ids of the child pages in their order; undefined: of the pages at the top. */
  childIdsOf(parentId: string | undefined): readonly string[] {
    const changed = this.#children.get(parentId);
    if (changed) return changed;
    if (parentId !== undefined && this.#removed.has(parentId)) return [];
    return listItems(this.#baseChildren(parentId)).map(({ entry }) => entry.id);
  }

  /** The child pages in their order; undefined: the pages at the top. */
  childrenOf(parentId: string | undefined): PageEntry[] {
    if (this.#children.has(parentId))
      return this.childIdsOf(parentId).map((pageId) => this.find(pageId) as PageEntry);
    if (parentId !== undefined && this.#removed.has(parentId)) return [];
    return listItems(this.#baseChildren(parentId)).map(({ entry }) => this.#entries.get(entry.id) ?? entry);
  }

  /** The page and all pages below it, parents first. */
  subtreeOf(pageId: string): string[] {
    const ids = [pageId];
    // The array grows while it is walked.
    for (const id of ids) for (const childId of this.childIdsOf(id)) ids.push(childId);
    return ids;
  }

  /** Whether a page is `ancestorId` or one of its descendants. */
  isWithin(pageId: string | undefined, ancestorId: string): boolean {
    for (let id = pageId; id !== undefined; id = this.parentIdOf(id)) if (id === ancestorId) return true;
    return false;
  }

  /** The slugs of the page and its ancestors, joined. */
  pathOf(pageId: string): string {
    const slugs: string[] = [];
    for (let id: string | undefined = pageId; id !== undefined; id = this.parentIdOf(id)) {
      const entry = this.find(id);
      if (entry && 'slug' in entry && entry.slug !== '') slugs.unshift(entry.slug);
    }
    return slugs.join('/');
  }

  /** `at`: the position among the siblings; at the end if absent or beyond it. */
  insert(entry: PageEntry, parentId: string | undefined, at?: number): void {
    this.#removed.delete(entry.id);
    this.#entries.set(entry.id, entry);
    this.#parents.set(entry.id, parentId);
    if (!this.#children.has(entry.id)) this.#children.set(entry.id, []);
    this.#addChild(entry.id, parentId, at);
  }

  /** Puts another entry in place of the one with the same id. */
  replace(entry: PageEntry): void {
    this.#entries.set(entry.id, entry);
  }

  /** Moves a page with the pages below it. The parent must not be among these. */
  move(pageId: string, parentId: string | undefined, at?: number): void {
    this.#removeChild(pageId);
    this.#parents.set(pageId, parentId);
    this.#addChild(pageId, parentId, at);
  }

  /** Removes a page with the pages below it, and returns their ids. */
  remove(pageId: string): string[] {
    const removed = this.subtreeOf(pageId);
    this.#removeChild(pageId);
    for (const id of removed) {
      this.#removed.add(id);
      this.#entries.delete(id);
      this.#children.delete(id);
    }
    return removed;
  }

  build(emit: EmitNode): PageTree {
    if (this.#children.size === 0) {
      // Only entries differ: the lists keep their shape.
      let tree = this.#base;
      for (const entry of this.#entries.values()) tree = tree.replace(entry, emit);
      return tree;
    }
    const touched = this.#touchedParents();
    const build = (parentId: string | undefined): MerkleList<PageNode> | undefined => {
      const base = this.#baseChildren(parentId);
      const known = listItems(base);
      let next = 0;
      const nodes = this.childIdsOf(parentId).map((id): PageNode => {
        // Most pages come in the order in which they were: only the others are looked up.
        while (known[next] && known[next]?.entry.id !== id && this.#isElsewhere(known[next], parentId))
          next += 1;
        const isNext = known[next]?.entry.id === id;
        const before = isNext ? known[next] : this.#base.find(id);
        if (isNext) next += 1;
        const entry = this.#entries.get(id);
        if (before && !entry && !touched.has(id)) return before;
        return {
          entry: entry ?? (before as PageNode).entry,
          children: touched.has(id) ? build(id) : before?.children,
        };
      });
      return rebuildList(base, nodes, pageCodec, emit);
    };
    return this.#base.withTop(touched.has(undefined) ? build(undefined) : this.#base.top);
  }

  #isElsewhere(page: PageNode | undefined, parentId: string | undefined): boolean {
    if (!page) return false;
    return this.#removed.has(page.entry.id) || this.parentIdOf(page.entry.id) !== parentId;
  }

  /** The parents of everything that changed, and all above them. */
  #touchedParents(): Set<string | undefined> {
    const touched = new Set<string | undefined>();
    const touch = (parentId: string | undefined): void => {
      for (let id = parentId; !touched.has(id); id = this.parentIdOf(id as string)) {
        if (id !== undefined && this.#removed.has(id)) return;
        touched.add(id);
        if (id === undefined) return;
      }
    };
    for (const parentId of this.#children.keys()) touch(parentId);
    for (const pageId of this.#entries.keys()) touch(this.parentIdOf(pageId));
    return touched;
  }

  #baseChildren(parentId: string | undefined): MerkleList<PageNode> | undefined {
    return parentId === undefined ? this.#base.top : this.#base.find(parentId)?.children;
  }

  #ownChildren(parentId: string | undefined): string[] {
    let ids = this.#children.get(parentId);
    if (!ids) {
      ids = [...this.childIdsOf(parentId)];
      this.#children.set(parentId, ids);
    }
    return ids;
  }

  #addChild(pageId: string, parentId: string | undefined, at: number | undefined): void {
    const siblings = this.#ownChildren(parentId);
    siblings.splice(Math.min(at ?? siblings.length, siblings.length), 0, pageId);
  }

  #removeChild(pageId: string): void {
    const siblings = this.#ownChildren(this.parentIdOf(pageId));
    siblings.splice(siblings.indexOf(pageId), 1);
  }
}
