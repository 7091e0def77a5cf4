import { appendTo } from '@lectern/std/long-lists';
import type { SnapshotDifference } from '../tree/diff-snapshots.ts';
import type { PageEntry } from '../tree/entries.ts';
import { itemsOf } from '../tree/merkle-list.ts';
import type { PageTree } from '../tree/page-tree.ts';
import { findChangedLists, TOP } from './changed-lists.ts';
import type { ConflictReport } from './conflict-report.ts';
import type { Sides } from './conflicts.ts';
import { encode } from './merge-fields.ts';
import { mergeOrder } from './merge-order.ts';

type Side = 'ours' | 'theirs';
type PageChanges = SnapshotDifference['pages'];

export interface StructureInput {
  trees: Sides<PageTree>;
  changes: Record<Side, PageChanges>;
  report: ConflictReport;
}

/** The merged children of each parent whose children differ from those in ours, or which ours does not have. */
export type MergedChildren = Map<string, string[]>;

/** Merges which pages there are, where they stand, and their order. */
export function mergeStructure(input: StructureInput): MergedChildren {
  const { trees } = input;
  const lists = {
    ours: findChangedLists(trees.base, trees.ours),
    theirs: findChangedLists(trees.base, trees.theirs),
  };
  if (lists.theirs.size === 0 && !hasDeleted(input.changes.ours, input.changes.theirs)) return new Map();
  const structure = createStructure(input, lists);
  structure.keepDeleted('ours');
  structure.keepDeleted('theirs');
  structure.placePages();
  return structure.orderChildren();
}

/** Whether one side deleted what the other side changed. */
const hasDeleted = (ours: PageChanges, theirs: PageChanges): boolean =>
  [...theirs.keys()].some((id) => ours.has(id) && !ours.get(id)?.after);

interface Structure {
  keepDeleted(deleter: Side): void;
  placePages(): void;
  orderChildren(): MergedChildren;
}

const otherOf = (side: Side): Side => (side === 'ours' ? 'theirs' : 'ours');

function createStructure(
  { trees, changes, report }: StructureInput,
  lists: Record<Side, ReadonlySet<string>>,
): Structure {
  const children = createChildren(trees);
  const parentIn = (version: keyof Sides<unknown>, id: string): string | undefined =>
    trees[version].find(id) ? (trees[version].parentIdOf(id) ?? TOP) : undefined;
  const movedBy = { ours: findMoved('ours'), theirs: findMoved('theirs') };
  /** Pages that one side deleted and that stay. */
  const kept = new Set<string>();
  /** The merged parent of pages that may stand elsewhere than in ours; undefined for a page that is gone. */
  const placed = new Map<string, string | undefined>();

  function findMoved(side: Side): Set<string> {
    const moved = new Set<string>();
    for (const parentId of lists[side])
      for (const id of children.of(side, parentId)) {
        const before = parentIn('base', id);
        if (before !== undefined && before !== parentId) moved.add(id);
      }
    return moved;
  }

  /** The pages that a side deleted and the other side still has. */
  function findGone(deleter: Side): Set<string> {
    const other = trees[otherOf(deleter)];
    const gone = new Set<string>();
    for (const [id, { after }] of changes[deleter]) if (!after && other.find(id)) gone.add(id);
    return gone;
  }

  /** The pages that a side changed although the other side deleted them, or moved or added below those. */
  function findRescued(gone: ReadonlySet<string>, keeper: Side): Map<string, Set<string>> {
    const byRoot = new Map<string, Set<string>>();
    const add = (within: string, changedId: string): void => {
      let root = within;
      for (let above = parentIn(keeper, root); above && gone.has(above); above = parentIn(keeper, root))
        root = above;
      byRoot.set(root, (byRoot.get(root) ?? new Set()).add(changedId));
    };
    for (const id of gone) {
      if (changes[keeper].get(id)?.after || movedBy[keeper].has(id)) add(id, id);
      if (!lists[keeper].has(id)) continue;
      for (const child of children.of(keeper, id)) if (parentIn('base', child) !== id) add(id, child);
    }
    return byRoot;
  }

  function keepDeleted(deleter: Side): void {
    const gone = findGone(deleter);
    if (gone.size === 0) return;
    const keeper = otherOf(deleter);
    const roots = [...findRescued(gone, keeper)].sort(([left], [right]) => (left < right ? -1 : 1));
    for (const [root, changed] of roots) {
      const changedPageIds = [...changed].sort();
      const entryIn = (version: keyof Sides<unknown>): PageEntry | null =>
        trees[version].find(root)?.entry ?? null;
      const response = report.resolve({
        kind: 'page-deleted',
        pageId: root,
        deletedBy: deleter,
        changedPageIds,
        base: entryIn('base'),
        ours: entryIn('ours'),
        theirs: entryIn('theirs'),
      });
      if (response?.choice === deleter) continue;
      const waiting = [root];
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        kept.add(id);
        for (const child of children.of(keeper, id)) if (gone.has(child)) waiting.push(child);
      }
    }
  }

  /** Every page whose place may differ from that in ours. */
  function* candidates(): Generator<string> {
    for (const side of ['ours', 'theirs'] as const)
      for (const parentId of lists[side])
        for (const version of ['ours', 'theirs'] as const) yield* children.of(version, parentId);
  }

  function placePages(): void {
    const contested: string[] = [];
    for (const id of candidates()) {
      if (placed.has(id)) continue;
      const [ours, theirs] = [parentIn('ours', id), parentIn('theirs', id)];
      const base = parentIn('base', id);
      if (ours !== undefined && theirs !== undefined) {
        placed.set(id, base === ours ? theirs : ours);
        if (ours !== theirs && ours !== base && theirs !== base) contested.push(id);
      } else placed.set(id, base === undefined || kept.has(id) ? (ours ?? theirs) : undefined);
    }
    for (const id of contested.sort()) if (askPlace(id) === 'theirs') placed.set(id, parentIn('theirs', id));
    leaveDeletedParents();
    breakCycles();
  }

  function placeIn(version: keyof Sides<unknown>, id: string): { parentId: string | null } | null {
    const parentId = parentIn(version, id);
    return parentId === undefined ? null : { parentId: parentId === TOP ? null : parentId };
  }

  function askPlace(id: string): Side {
    const response = report.resolve({
      kind: 'page-position',
      pageId: id,
      base: placeIn('base', id),
      ours: placeIn('ours', id),
      theirs: placeIn('theirs', id),
    });
    return response?.choice === 'theirs' ? 'theirs' : 'ours';
  }

  const mergedParent = (id: string): string | undefined =>
    placed.has(id) ? placed.get(id) : (parentIn('ours', id) ?? parentIn('theirs', id));

  const isGone = (id: string): boolean => {
    if (id === TOP) return false;
    if (placed.has(id)) return placed.get(id) === undefined;
    return false;
  };

  /** A deletion that was decided takes what was added below along; what both sides have goes back where it was. */
  function leaveDeletedParents(): void {
    for (let isStable = false; !isStable; ) {
      isStable = true;
      for (const [id, parentId] of placed) {
        if (parentId === undefined || !isGone(parentId)) continue;
        isStable = false;
        const [ours, theirs] = [parentIn('ours', id), parentIn('theirs', id)];
        if (ours === undefined || theirs === undefined) placed.set(id, undefined);
        else
          placed.set(
            id,
            [ours, theirs, parentIn('base', id)].find((other) => other !== undefined && !isGone(other)) ??
              TOP,
          );
      }
    }
  }

  /** Moves that are possible one by one may together put pages below themselves: one side's moves are taken back. */
  function breakCycles(): void {
    for (const id of [...movedBy.ours, ...movedBy.theirs].sort()) {
      const cycle = findCycle(id);
      if (cycle.length === 0) continue;
      const moved = cycle.filter((page) => movedBy.ours.has(page) || movedBy.theirs.has(page)).sort();
      const side = askPlace(moved[0] ?? id);
      for (const page of cycle) {
        const parentId = parentIn(side, page);
        if (parentId !== undefined && !isGone(parentId)) placed.set(page, parentId);
      }
    }
    // Pages that were put back may meet others in another cycle: these go to the top.
    for (const id of [...movedBy.ours, ...movedBy.theirs].sort())
      if (findCycle(id).length > 0) placed.set(id, TOP);
  }

  function findCycle(id: string): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    for (let at: string | undefined = id; at !== undefined && at !== TOP; at = mergedParent(at)) {
      if (seen.has(at)) return at === id ? path : path.slice(path.indexOf(at));
      seen.add(at);
      path.push(at);
    }
    return [];
  }

  function orderChildren(): MergedChildren {
    const members = new Map<string, Set<string>>();
    const noteMember = (parentId: string, id: string): void => {
      members.set(parentId, (members.get(parentId) ?? new Set()).add(id));
    };
    // A page that is kept comes with the children that it has there, of which some may stand elsewhere now.
    const parents = new Set([...lists.ours, ...lists.theirs, ...kept]);
    for (const parentId of placed.values()) if (parentId !== undefined) parents.add(parentId);
    for (const parentId of parents) {
      if (isGone(parentId)) continue;
      for (const side of ['ours', 'theirs'] as const)
        for (const id of children.of(side, parentId))
          if (mergedParent(id) === parentId) noteMember(parentId, id);
    }
    const strays = new Map<string, string[]>();
    for (const [id, parentId] of placed) {
      if (parentId === undefined || members.get(parentId)?.has(id)) continue;
      const known = strays.get(parentId);
      if (known) known.push(id);
      else strays.set(parentId, [id]);
    }
    const merged: MergedChildren = new Map();
    for (const parentId of parents) {
      if (isGone(parentId)) continue;
      const ours = children.of('ours', parentId);
      const orders = { base: children.of('base', parentId), ours, theirs: children.of('theirs', parentId) };
      const order = mergeOrder(orders, members.get(parentId) ?? new Set());
      appendTo(order, (strays.get(parentId) ?? []).sort());
      // A page that ours does not have comes from theirs: what stands below it there may stand elsewhere now.
      const isOurs = parentId === TOP || trees.ours.find(parentId) !== undefined;
      if (!isOurs || encode(order) !== encode(ours)) merged.set(parentId, order);
    }
    return merged;
  }

  return { keepDeleted, placePages, orderChildren };
}

interface Children {
  /** The ids of the children of a page in one version; none if the page is not in it. */
  of(version: keyof Sides<unknown>, parentId: string): readonly string[];
}

function createChildren(trees: Sides<PageTree>): Children {
  const known = new Map<string, readonly string[]>();
  return {
    of(version, parentId) {
      const key = `${version} ${parentId}`;
      const found = known.get(key);
      if (found) return found;
      const tree = trees[version];
      const list = parentId === TOP ? tree.top : tree.find(parentId)?.children;
      const ids = [...itemsOf(list)].map(({ entry }) => entry.id);
      known.set(key, ids);
      return ids;
    },
  };
}
