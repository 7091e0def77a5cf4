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

/** Merges the set of pages, their places and their order. */
export function mergeStructure(input: StructureInput): MergedChildren {
  const { trees } = input;
  const lists = {
    ours: findChangedLists(trees.base, trees.ours),
    theirs: findChangedLists(trees.base, trees.theirs),
  };
  if (lists.theirs.size === 0 && !hasDeleted(input.changes.ours, input.changes.theirs)) return new Map();
  const structure = new StructureMerge(input, lists);
  structure.keepDeleted('ours');
  structure.keepDeleted('theirs');
  structure.placePages();
  return structure.orderChildren();
}

/** Whether one side deleted what the other side changed. */
const hasDeleted = (ours: PageChanges, theirs: PageChanges): boolean =>
  [...theirs.keys()].some((id) => ours.has(id) && !ours.get(id)?.after);

const otherOf = (side: Side): Side => (side === 'ours' ? 'theirs' : 'ours');

class StructureMerge {
  readonly #trees: Sides<PageTree>;
  readonly #changes: Record<Side, PageChanges>;
  readonly #report: ConflictReport;
  readonly #lists: Record<Side, ReadonlySet<string>>;
  readonly #children: Children;
  readonly #movedBy: Record<Side, ReadonlySet<string>>;
  /** Pages that one side deleted and that stay. */
  readonly #kept = new Set<string>();
  /** The merged parent of pages that may have another place than in ours; undefined for a page that is gone. */
  readonly #placed = new Map<string, string | undefined>();

  constructor({ trees, changes, report }: StructureInput, lists: Record<Side, ReadonlySet<string>>) {
    this.#trees = trees;
    this.#changes = changes;
    this.#report = report;
    this.#lists = lists;
    this.#children = createChildren(trees);
    this.#movedBy = { ours: this.#findMoved('ours'), theirs: this.#findMoved('theirs') };
  }

  #parentIn(version: keyof Sides<unknown>, id: string): string | undefined {
    const tree = this.#trees[version];
    return tree.find(id) ? (tree.parentIdOf(id) ?? TOP) : undefined;
  }

  #findMoved(side: Side): Set<string> {
    const moved = new Set<string>();
    for (const parentId of this.#lists[side])
      for (const id of this.#children.of(side, parentId)) {
        const before = this.#parentIn('base', id);
        if (before !== undefined && before !== parentId) moved.add(id);
      }
    return moved;
  }

  /** The pages that a side deleted and the other side still has. */
  #findGone(deleter: Side): Set<string> {
    const other = this.#trees[otherOf(deleter)];
    const gone = new Set<string>();
    for (const [id, { after }] of this.#changes[deleter]) if (!after && other.find(id)) gone.add(id);
    return gone;
  }

  /** The pages that a side changed although the other side deleted them, or moved or added below those. */
  #findRescued(gone: ReadonlySet<string>, keeper: Side): Map<string, Set<string>> {
    const byRoot = new Map<string, Set<string>>();
    const add = (within: string, changedId: string): void => {
      let root = within;
      for (
        let above = this.#parentIn(keeper, root);
        above && gone.has(above);
        above = this.#parentIn(keeper, root)
      )
        root = above;
      byRoot.set(root, (byRoot.get(root) ?? new Set()).add(changedId));
    };
    for (const id of gone) {
      if (this.#changes[keeper].get(id)?.after || this.#movedBy[keeper].has(id)) add(id, id);
      if (!this.#lists[keeper].has(id)) continue;
      for (const child of this.#children.of(keeper, id))
        if (this.#parentIn('base', child) !== id) add(id, child);
    }
    return byRoot;
  }

  keepDeleted(deleter: Side): void {
    const gone = this.#findGone(deleter);
    if (gone.size === 0) return;
    const keeper = otherOf(deleter);
    const roots = [...this.#findRescued(gone, keeper)].sort(([left], [right]) => (left < right ? -1 : 1));
    for (const [root, changed] of roots) {
      const changedPageIds = [...changed].sort();
      const entryIn = (version: keyof Sides<unknown>): PageEntry | null =>
        this.#trees[version].find(root)?.entry ?? null;
      const response = this.#report.resolve({
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
        this.#kept.add(id);
        for (const child of this.#children.of(keeper, id)) if (gone.has(child)) waiting.push(child);
      }
    }
  }

  /** Every page whose place may differ from that in ours. */
  *#candidates(): Generator<string> {
    for (const side of ['ours', 'theirs'] as const)
      for (const parentId of this.#lists[side])
        for (const version of ['ours', 'theirs'] as const) yield* this.#children.of(version, parentId);
  }

  placePages(): void {
    const contested: string[] = [];
    for (const id of this.#candidates()) {
      if (this.#placed.has(id)) continue;
      const [ours, theirs] = [this.#parentIn('ours', id), this.#parentIn('theirs', id)];
      const base = this.#parentIn('base', id);
      if (ours !== undefined && theirs !== undefined) {
        this.#placed.set(id, base === ours ? theirs : ours);
        if (ours !== theirs && ours !== base && theirs !== base) contested.push(id);
      } else this.#placed.set(id, base === undefined || this.#kept.has(id) ? (ours ?? theirs) : undefined);
    }
    for (const id of contested.sort())
      if (this.#askPlace(id) === 'theirs') this.#placed.set(id, this.#parentIn('theirs', id));
    this.#leaveDeletedParents();
    this.#breakCycles();
  }

  #placeIn(version: keyof Sides<unknown>, id: string): { parentId: string | null } | null {
    const parentId = this.#parentIn(version, id);
    return parentId === undefined ? null : { parentId: parentId === TOP ? null : parentId };
  }

  #askPlace(id: string): Side {
    const response = this.#report.resolve({
      kind: 'page-position',
      pageId: id,
      base: this.#placeIn('base', id),
      ours: this.#placeIn('ours', id),
      theirs: this.#placeIn('theirs', id),
    });
    return response?.choice === 'theirs' ? 'theirs' : 'ours';
  }

  #mergedParent(id: string): string | undefined {
    return this.#placed.has(id)
      ? this.#placed.get(id)
      : (this.#parentIn('ours', id) ?? this.#parentIn('theirs', id));
  }

  #isGone(id: string): boolean {
    if (id === TOP) return false;
    if (this.#placed.has(id)) return this.#placed.get(id) === undefined;
    return false;
  }

  /** A deletion that was decided takes what was added below along; what both sides have goes back where it was. */
  #leaveDeletedParents(): void {
    for (let isStable = false; !isStable; ) {
      isStable = true;
      for (const [id, parentId] of this.#placed) {
        if (parentId === undefined || !this.#isGone(parentId)) continue;
        isStable = false;
        const [ours, theirs] = [this.#parentIn('ours', id), this.#parentIn('theirs', id)];
        if (ours === undefined || theirs === undefined) this.#placed.set(id, undefined);
        else
          this.#placed.set(
            id,
            [ours, theirs, this.#parentIn('base', id)].find(
              (other) => other !== undefined && !this.#isGone(other),
            ) ?? TOP,
          );
      }
    }
  }

  /** Moves that are possible one by one may together put pages below themselves: one side's moves are taken back. */
  #breakCycles(): void {
    for (const id of [...this.#movedBy.ours, ...this.#movedBy.theirs].sort()) {
      const cycle = this.#findCycle(id);
      if (cycle.length === 0) continue;
      const moved = cycle
        .filter((page) => this.#movedBy.ours.has(page) || this.#movedBy.theirs.has(page))
        .sort();
      const side = this.#askPlace(moved[0] ?? id);
      for (const page of cycle) {
        const parentId = this.#parentIn(side, page);
        if (parentId !== undefined && !this.#isGone(parentId)) this.#placed.set(page, parentId);
      }
    }
    // Pages that were put back may meet others in another cycle: these go to the top.
    for (const id of [...this.#movedBy.ours, ...this.#movedBy.theirs].sort())
      if (this.#findCycle(id).length > 0) this.#placed.set(id, TOP);
  }

  #findCycle(id: string): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    for (let at: string | undefined = id; at !== undefined && at !== TOP; at = this.#mergedParent(at)) {
      if (seen.has(at)) return at === id ? path : path.slice(path.indexOf(at));
      seen.add(at);
      path.push(at);
    }
    return [];
  }

  orderChildren(): MergedChildren {
    const members = new Map<string, Set<string>>();
    const noteMember = (parentId: string, id: string): void => {
      members.set(parentId, (members.get(parentId) ?? new Set()).add(id));
    };
    // A page that is kept comes with the children that it has there, some of which may be elsewhere now.
    const parents = new Set([...this.#lists.ours, ...this.#lists.theirs, ...this.#kept]);
    for (const parentId of this.#placed.values()) if (parentId !== undefined) parents.add(parentId);
    for (const parentId of parents) {
      if (this.#isGone(parentId)) continue;
      for (const side of ['ours', 'theirs'] as const)
        for (const id of this.#children.of(side, parentId))
          if (this.#mergedParent(id) === parentId) noteMember(parentId, id);
    }
    const strays = new Map<string, string[]>();
    for (const [id, parentId] of this.#placed) {
      if (parentId === undefined || members.get(parentId)?.has(id)) continue;
      const known = strays.get(parentId);
      if (known) known.push(id);
      else strays.set(parentId, [id]);
    }
    const merged: MergedChildren = new Map();
    for (const parentId of parents) {
      if (this.#isGone(parentId)) continue;
      const ours = this.#children.of('ours', parentId);
      const orders = {
        base: this.#children.of('base', parentId),
        ours,
        theirs: this.#children.of('theirs', parentId),
      };
      const order = mergeOrder(orders, members.get(parentId) ?? new Set());
      appendTo(order, (strays.get(parentId) ?? []).sort());
      // A page that ours does not have comes from theirs: its children there may be elsewhere now.
      const isOurs = parentId === TOP || this.#trees.ours.find(parentId) !== undefined;
      if (!isOurs || encode(order) !== encode(ours)) merged.set(parentId, order);
    }
    return merged;
  }
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
