import { type PageEntry, type PageNode, pageCodec } from '../tree/entries.ts';
import { buildList, type EmitNode, itemsOf, type MerkleList, replaceItem } from '../tree/merkle-list.ts';
import type { PageTree } from '../tree/page-tree.ts';
import { TOP } from './changed-lists.ts';
import { emitNew } from './emit-new.ts';
import type { MergedChildren } from './merge-structure.ts';

interface MergedTreeInput {
  ours: PageTree;
  theirs: PageTree;
  /** The entries that differ from those in ours. */
  entries: ReadonlyMap<string, PageEntry>;
  children: MergedChildren;
  emit: EmitNode;
}

/** Builds the merged tree from that of ours; only what differs from ours, and the nodes above it, is made anew. */
export function buildMergedTree({ ours, theirs, entries, children, emit }: MergedTreeInput): PageTree {
  if (children.size === 0) {
    let tree = ours;
    for (const entry of entries.values()) tree = tree.replace(entry, emit);
    return tree;
  }
  const parents = new Map<string, string>();
  for (const [parentId, ids] of children) for (const id of ids) parents.set(id, parentId);
  const parentOf = (id: string): string => parents.get(id) ?? ours.parentIdOf(id) ?? TOP;
  /** By parent: the pages below it that are made anew. */
  const dirty = new Map<string, Set<string>>();
  const markAbove = (pageId: string): void => {
    for (let id = pageId; id !== TOP; id = parentOf(id)) {
      const siblings = dirty.get(parentOf(id)) ?? new Set();
      if (siblings.has(id)) return;
      dirty.set(parentOf(id), siblings.add(id));
    }
  };
  for (const id of entries.keys()) if (parents.has(id) || ours.find(id)) markAbove(id);
  for (const parentId of children.keys()) if (parentId !== TOP) markAbove(parentId);

  const find = (id: string): PageNode => (ours.find(id) ?? theirs.find(id)) as PageNode;
  const nodeOf = (id: string, isDirty: boolean): PageNode => {
    const known = find(id);
    return isDirty ? { entry: entries.get(id) ?? known.entry, children: listOf(id) } : known;
  };
  const listOf = (parentId: string): MerkleList<PageNode> | undefined => {
    const order = children.get(parentId);
    const changed = dirty.get(parentId) ?? new Set();
    const known = parentId === TOP ? ours.top : find(parentId).children;
    if (order) {
      const twin = parentId === TOP ? theirs.top : theirs.find(parentId)?.children;
      const nodes = order.map((id) => nodeOf(id, changed.has(id)));
      return buildList(nodes, pageCodec, emitNew(emit, [known, twin]));
    }
    let list = known;
    let position = 0;
    for (const { entry } of itemsOf(known)) {
      if (changed.has(entry.id))
        list = replaceItem(list as MerkleList<PageNode>, position, nodeOf(entry.id, true), pageCodec, emit);
      position += 1;
    }
    return list;
  };
  return ours.withTop(listOf(TOP));
}
