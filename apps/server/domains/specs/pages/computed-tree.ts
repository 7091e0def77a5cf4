import type { PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf, type MerkleList } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { v5 as uuidv5 } from 'uuid';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpecFinders } from '../reference/spec-finders.ts';
import { createComputedPages } from './computed-pages.ts';
import type { ComputedPage } from './list-computed-pages.ts';

/** A computed page in its place. */
export interface PlacedPage {
  id: string;
  path: string;
  page: ComputedPage;
  /** Its entry in the table of contents. */
  entry: PageEntry;
  /** The slug of its spec. */
  spec: string;
  /** The computed page or group that it is below; undefined for one in the place of its entry. */
  parent: PlacedPage | undefined;
  children: readonly PlacedPage[];
}

/** The computed pages of a revision. */
export interface ComputedTree {
  /** Changes whenever the pages may have changed; empty for a revision without computed entries. */
  key: string;
  ofEntry(entryId: string): readonly PlacedPage[];
  find(pageId: string): PlacedPage | undefined;
  findByPath(path: string): PlacedPage | undefined;
  /** All of them, those above first. */
  all: readonly PlacedPage[];
}

export type ReadComputedTree = (open: OpenRevision) => Promise<ComputedTree>;

/** The id of a computed page is the same in every version of the spec. */
export const idOfComputed = (entryId: string, { key }: ComputedPage): string => uuidv5(key, entryId);

/**
 * Chooses the paths of computed pages. Pages that somebody wrote go before, and those of an entry further
 * up.
 */
export function createFreePaths({ pages: written }: Snapshot): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    let path = wanted;
    for (let n = 1; written.findByPath(path) || taken.has(path.toLowerCase()); n += 1)
      path = `${wanted}-${n}`;
    taken.add(path.toLowerCase());
    return path;
  };
}

export const NO_COMPUTED_PAGES: ComputedTree = {
  key: '',
  ofEntry: () => [],
  find: () => undefined,
  findByPath: () => undefined,
  all: [],
};
const NO_SPECS: ReadonlySet<string> = new Set();

/** Reads the computed pages of revisions from the last versions of their specs. */
export function createReadComputedTree(specs: SpecFinders): ReadComputedTree {
  const readPages = createComputedPages(specs);
  const trees = new WeakMap<Snapshot, ComputedTree>();
  return async (open) => {
    const pages = await readPages(open, NO_SPECS);
    if (!pages.hasEntries) return NO_COMPUTED_PAGES;
    const key = `computed${pages.key}`;
    const known = trees.get(open.snapshot);
    if (known?.key === key) return known;
    const tree = arrange(open.snapshot, key, pages);
    trees.set(open.snapshot, tree);
    return tree;
  };
}

function arrange(
  snapshot: Snapshot,
  key: string,
  { listOf, specOf }: Awaited<ReturnType<ReturnType<typeof createComputedPages>>>,
): ComputedTree {
  const findFreePath = createFreePaths(snapshot);
  const byEntry = new Map<string, readonly PlacedPage[]>();
  const all: PlacedPage[] = [];

  function place(
    entry: PageEntry,
    pages: readonly ComputedPage[],
    above: string,
    parent?: PlacedPage,
  ): PlacedPage[] {
    return pages.map((page) => {
      const path = findFreePath(above + page.slug);
      const children: PlacedPage[] = [];
      const placed: PlacedPage = {
        id: idOfComputed(entry.id, page),
        path,
        page,
        entry,
        spec: specOf(entry.id),
        parent,
        children,
      };
      all.push(placed);
      children.push(...place(entry, page.children, `${path}/`, placed));
      return placed;
    });
  }

  function visit(nodes: MerkleList<PageNode> | undefined, above: string): void {
    for (const { entry, children } of itemsOf(nodes)) {
      if (entry.type === 'computed') byEntry.set(entry.id, place(entry, listOf(entry.id), above));
      else if (entry.type !== 'link') visit(children, `${snapshot.pages.pathOf(entry.id)}/`);
    }
  }

  visit(snapshot.pages.top, '');
  const byId = new Map(all.map((one) => [one.id, one]));
  const byPath = new Map(all.map((one) => [one.path.toLowerCase(), one]));
  return {
    key,
    all,
    ofEntry: (entryId) => byEntry.get(entryId) ?? [],
    find: (pageId) => byId.get(pageId),
    findByPath: (path) => byPath.get(path.normalize('NFC').toLowerCase()),
  };
}
