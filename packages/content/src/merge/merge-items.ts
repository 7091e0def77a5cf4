import type { Difference } from '../tree/diff-snapshots.ts';
import { buildList, type EmitNode, type ItemCodec, itemsOf, type MerkleList } from '../tree/merkle-list.ts';
import type { ConflictAnswer, Sides } from './conflicts.ts';
import { emitNew } from './emit-new.ts';
import { encode, reuseEqual } from './merge-fields.ts';
import { mergeOrder } from './merge-order.ts';

/**
 * Items of a list that both sides changed or that one side changed, as they are after the merge; undefined: deleted.
 */
export type MergedItems<Item> = Map<string, Item | undefined>;

type Changes<Item> = ReadonlyMap<string, Difference<Item>>;

interface ItemRules<Item> {
  mergeBoth(sides: { base: Item | undefined; ours: Item; theirs: Item }): Item;
  /** Asks what becomes of an item that one side deleted and the other changed. */
  askDeleted(sides: Sides<Item | null>, id: string): ConflictAnswer | undefined;
}

/** Merges what changed in the items of a list without order. */
export function mergeChangedItems<Item>(
  changes: { ours: Changes<Item>; theirs: Changes<Item> },
  rules: ItemRules<Item>,
): MergedItems<Item> {
  const merged: MergedItems<Item> = new Map();
  for (const [id, { before, after }] of changes.theirs) {
    const ours = changes.ours.get(id);
    if (!ours) merged.set(id, after);
    else if (ours.after && after)
      merged.set(
        id,
        encode(ours.after) === encode(after)
          ? reuseEqual(after, [ours.after])
          : rules.mergeBoth({ base: before, ours: ours.after, theirs: after }),
      );
    else merged.set(id, mergeDeleted({ before, ours: ours.after, theirs: after }, id, rules));
  }
  return merged;
}

function mergeDeleted<Item>(
  { before, ours, theirs }: { before: Item | undefined; ours: Item | undefined; theirs: Item | undefined },
  id: string,
  rules: ItemRules<Item>,
): Item | undefined {
  const kept = ours ?? theirs;
  if (!kept) return undefined;
  const sides = { base: before ?? null, ours: ours ?? null, theirs: theirs ?? null };
  const response = rules.askDeleted(sides, id);
  if (response?.choice === 'ours') return ours;
  return response?.choice === 'theirs' ? theirs : kept;
}

/** The list with the merged items in the merged order. A list that only one side changed is shared. */
export function buildMergedList<Item extends { id: string }>(
  lists: Sides<MerkleList<Item> | undefined>,
  merged: MergedItems<Item>,
  { codec, emit }: { codec: ItemCodec<Item>; emit: EmitNode },
): MerkleList<Item> | undefined {
  const { base, ours, theirs } = lists;
  if (theirs?.hash === base?.hash || ours?.hash === theirs?.hash) return ours;
  if (ours?.hash === base?.hash) return theirs;
  const items = new Map<string, Item>();
  for (const item of itemsOf(ours)) items.set(item.id, item);
  for (const [id, item] of merged) {
    if (item) items.set(id, item);
    else items.delete(id);
  }
  const idsOf = (list: MerkleList<Item> | undefined): string[] => [...itemsOf(list)].map(({ id }) => id);
  const order = mergeOrder(
    { base: idsOf(base), ours: idsOf(ours), theirs: idsOf(theirs) },
    new Set(items.keys()),
  );
  return buildList(
    order.map((id) => items.get(id) as Item),
    codec,
    emitNew(emit, [ours, theirs]),
  );
}
