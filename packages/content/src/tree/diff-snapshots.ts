import { largestOf } from '@lectern/std/long-lists';
import { type FileEntry, fileCodec, type PageNode, type ReusableEntry, reusableCodec } from './entries.ts';
import type { ItemCodec, MerkleList } from './merkle-list.ts';
import type { Snapshot } from './snapshot.ts';

/** An entry in two revisions: undefined where it is missing. Both are present if the entry itself changed. */
export interface Difference<Entry> {
  before: Entry | undefined;
  after: Entry | undefined;
}

export interface SnapshotDifference {
  /** By id. A page that only moved, or whose children changed, is not here. */
  pages: Map<string, Difference<PageNode['entry']>>;
  files: Map<string, Difference<FileEntry>>;
  reusables: Map<string, Difference<ReusableEntry>>;
}

/** Returns the differences between two revisions. Walks only nodes that they do not share. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDifference {
  return {
    pages: diffPages(before.pages.top, after.pages.top),
    files: diffLists(before.files, after.files, fileCodec),
    reusables: diffLists(before.reusables, after.reusables, reusableCodec),
  };
}

function diffPages(
  before: MerkleList<PageNode> | undefined,
  after: MerkleList<PageNode> | undefined,
): SnapshotDifference['pages'] {
  const difference: SnapshotDifference['pages'] = new Map();
  // A page that moved between levels leaves one list and joins another: both sides are known only at the end.
  const lists: [MerkleList<PageNode> | undefined, MerkleList<PageNode> | undefined][] = [[before, after]];
  for (let pair = lists.pop(); pair; pair = lists.pop()) {
    const [left, right] = unsharedItems(pair[0], pair[1]);
    const byId = new Map(right.map((page) => [page.entry.id, page]));
    for (const page of left) {
      const twin = byId.get(page.entry.id);
      byId.delete(page.entry.id);
      if (twin === page) continue;
      note(difference, page.entry.id, 'before', page.entry);
      if (twin) note(difference, page.entry.id, 'after', twin.entry);
      lists.push([page.children, twin?.children]);
    }
    for (const page of byId.values()) {
      note(difference, page.entry.id, 'after', page.entry);
      lists.push([undefined, page.children]);
    }
  }
  return withoutEqual(difference, (entry) => JSON.stringify(entry));
}

function diffLists<Item extends { id: string }>(
  before: MerkleList<Item> | undefined,
  after: MerkleList<Item> | undefined,
  codec: ItemCodec<Item>,
): Map<string, Difference<Item>> {
  const difference = new Map<string, Difference<Item>>();
  const [left, right] = unsharedItems(before, after);
  for (const item of left) note(difference, item.id, 'before', item);
  for (const item of right) note(difference, item.id, 'after', item);
  return withoutEqual(difference, (item) => codec.encode(item));
}

function note<Entry>(
  difference: Map<string, Difference<Entry>>,
  id: string,
  side: 'before' | 'after',
  entry: Entry,
): void {
  const known = difference.get(id) ?? { before: undefined, after: undefined };
  difference.set(id, { ...known, [side]: entry });
}

function withoutEqual<Entry>(
  difference: Map<string, Difference<Entry>>,
  encode: (entry: Entry) => string,
): Map<string, Difference<Entry>> {
  for (const [id, { before, after }] of difference)
    if (before && after && encode(before) === encode(after)) difference.delete(id);
  return difference;
}

/** Returns the items of two lists without those of shared nodes. Equal items may still be among them. */
export function unsharedItems<Item>(
  before: MerkleList<Item> | undefined,
  after: MerkleList<Item> | undefined,
): [Item[], Item[]] {
  const [left, right] = unsharedRuns(before, after);
  return [itemsOfRuns(left), itemsOfRuns(right)];
}

/** A part of a list: a node that both lists have, or items that only one of them has in such a node. */
export type Run<Item> = { shared: MerkleList<Item> } | { items: readonly Item[] };

/** Returns two lists as what they share and what they do not, each in its order. Shared nodes are not opened. */
export function unsharedRuns<Item>(
  before: MerkleList<Item> | undefined,
  after: MerkleList<Item> | undefined,
): [Run<Item>[], Run<Item>[]] {
  let left = before ? [before] : [];
  let right = after ? [after] : [];
  const shared = new Set<string>();
  for (;;) {
    const leftHashes = new Set(left.map(({ hash }) => hash));
    for (const { hash } of right) if (leftHashes.has(hash)) shared.add(hash);
    const isShared = ({ hash }: MerkleList<Item>): boolean => shared.has(hash);
    // The higher of the two is opened first: equal parts meet only on their own level.
    const unshared = [...left, ...right].filter((node) => !isShared(node));
    const height = largestOf(unshared.map(heightOf), 0);
    if (height === 0) return [toRuns(left, isShared), toRuns(right, isShared)];
    left = open(left, height, isShared);
    right = open(right, height, isShared);
  }
}

const toRuns = <Item>(
  nodes: readonly MerkleList<Item>[],
  isShared: (node: MerkleList<Item>) => boolean,
): Run<Item>[] =>
  nodes.map((node) => (isShared(node) || !('items' in node) ? { shared: node } : { items: node.items }));

const itemsOfRuns = <Item>(runs: readonly Run<Item>[]): Item[] =>
  runs.flatMap((run) => ('items' in run ? run.items : []));

const open = <Item>(
  nodes: readonly MerkleList<Item>[],
  height: number,
  isShared: (node: MerkleList<Item>) => boolean,
): MerkleList<Item>[] =>
  nodes.flatMap((node) =>
    'parts' in node && !isShared(node) && heightOf(node) === height ? node.parts : [node],
  );

function heightOf(node: MerkleList<unknown>): number {
  let height = 0;
  for (let inner = node; 'parts' in inner; inner = inner.parts[0] as MerkleList<unknown>) height += 1;
  return height;
}
