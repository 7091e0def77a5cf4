import { type Hash, hashOf } from './hash.ts';

/**
 * An ordered list as a Merkle tree whose nodes are never changed: replacing one item makes new nodes on the
 * way to the root and shares all others. Where a node ends is decided by the ids of the items, so that equal
 * lists have equal hashes and an insertion changes only nodes nearby.
 */
export type MerkleList<Item> = Leaf<Item> | Branch<Item>;

interface Leaf<Item> {
  readonly hash: Hash;
  readonly count: number;
  readonly items: readonly Item[];
}

interface Branch<Item> {
  readonly hash: Hash;
  readonly count: number;
  readonly parts: readonly MerkleList<Item>[];
}

/** How the items of one kind of list are identified and written. */
export interface ItemCodec<Item> {
  idOf(item: Item): string;
  /** The item as it is stored; equal items give equal JSON. */
  encode(item: Item): string;
}

/** Receives every node that was made, as the JSON to be stored under its hash. */
export type EmitNode = (hash: Hash, node: string) => void;

const MAX_CHILDREN = 64;
const AVERAGE_MASK = 31;

/** Undefined for an empty list. */
export function buildList<Item>(
  items: readonly Item[],
  codec: ItemCodec<Item>,
  emit: EmitNode,
): MerkleList<Item> | undefined {
  if (items.length === 0) return undefined;
  let level: MerkleList<Item>[] = cut(items, (item) => endsNode(codec.idOf(item), 0)).map((part) =>
    makeLeaf(part, codec, emit),
  );
  for (let height = 1; level.length > 1; height += 1) {
    level = cut(level, (part) => endsNode(codec.idOf(firstItem(part)), height)).map((parts) =>
      makeBranch(parts, emit),
    );
  }
  return level[0];
}

/**
 * The list of these items. Nodes of `base` that hold the same items, compared by identity, are used again, so that only
 * what differs is written and hashed.
 */
export function rebuildList<Item>(
  base: MerkleList<Item> | undefined,
  items: readonly Item[],
  codec: ItemCodec<Item>,
  emit: EmitNode,
): MerkleList<Item> | undefined {
  if (items.length === 0) return undefined;
  const known = indexNodes(base);
  let level: MerkleList<Item>[] = cut(items, (item) => endsNode(codec.idOf(item), 0)).map((part) => {
    const node = known.get(part[0]);
    return node && 'items' in node && hasSameMembers(node.items, part) ? node : makeLeaf(part, codec, emit);
  });
  for (let height = 1; level.length > 1; height += 1) {
    level = cut(level, (part) => endsNode(codec.idOf(firstItem(part)), height)).map((parts) => {
      const node = known.get(parts[0]);
      return node && 'parts' in node && hasSameMembers(node.parts, parts) ? node : makeBranch(parts, emit);
    });
  }
  return level[0];
}

/** The nodes of a list by their first item or part. */
function indexNodes<Item>(list: MerkleList<Item> | undefined): Map<unknown, MerkleList<Item>> {
  const nodes = new Map<unknown, MerkleList<Item>>();
  for (const node of nodesOf(list)) nodes.set('items' in node ? node.items[0] : node.parts[0], node);
  return nodes;
}

const hasSameMembers = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((member, index) => member === right[index]);

/** The list with another item at `position`; it must have the same id, so that the shape stays. */
export function replaceItem<Item>(
  list: MerkleList<Item>,
  position: number,
  item: Item,
  codec: ItemCodec<Item>,
  emit: EmitNode,
): MerkleList<Item> {
  if ('items' in list) return makeLeaf(list.items.with(position, item), codec, emit);
  let rest = position;
  let index = 0;
  while (rest >= (list.parts[index] as MerkleList<Item>).count) {
    rest -= (list.parts[index] as MerkleList<Item>).count;
    index += 1;
  }
  const part = replaceItem(list.parts[index] as MerkleList<Item>, rest, item, codec, emit);
  return makeBranch(list.parts.with(index, part), emit);
}

export function itemAt<Item>(list: MerkleList<Item>, position: number): Item | undefined {
  let node = list;
  let rest = position;
  while ('parts' in node) {
    let next: MerkleList<Item> | undefined;
    for (const part of node.parts) {
      if (rest < part.count) {
        next = part;
        break;
      }
      rest -= part.count;
    }
    if (!next) return undefined;
    node = next;
  }
  return node.items[rest];
}

export function* itemsOf<Item>(list: MerkleList<Item> | undefined): Generator<Item> {
  if (!list) return;
  if ('items' in list) yield* list.items;
  else for (const part of list.parts) yield* itemsOf(part);
}

export function* leavesOf<Item>(
  list: MerkleList<Item> | undefined,
): Generator<{ readonly hash: Hash; readonly items: readonly Item[] }> {
  if (!list) return;
  if ('items' in list) yield list;
  else for (const part of list.parts) yield* leavesOf(part);
}

/** The position of the item with this id, which is sought from `near` outwards. */
export function findPosition<Item>(
  list: MerkleList<Item>,
  { id, near }: { id: string; near: number },
  codec: Pick<ItemCodec<Item>, 'idOf'>,
): number | undefined {
  const isAt = (position: number): boolean => {
    const item = position < 0 ? undefined : itemAt(list, position);
    return item !== undefined && codec.idOf(item) === id;
  };
  for (let distance = 0; distance < Math.max(list.count - near, near + 1); distance += 1)
    for (const position of [near + distance, near - distance]) if (isAt(position)) return position;
  return undefined;
}

/** The items in one array: for lists that are walked often, quicker than one item after the other. */
export function listItems<Item>(list: MerkleList<Item> | undefined): readonly Item[] {
  if (!list) return [];
  if ('items' in list) return list.items;
  const items: Item[] = [];
  for (const part of list.parts) for (const item of listItems(part)) items.push(item);
  return items;
}

/** Every node of the list, to find the nodes that are already stored. */
export function* nodesOf<Item>(list: MerkleList<Item> | undefined): Generator<MerkleList<Item>> {
  if (!list) return;
  yield list;
  if ('parts' in list) for (const part of list.parts) yield* nodesOf(part);
}

/** A stored node: items of a leaf as data, or the hashes of the parts. */
export type StoredNode = { items: unknown[] } | { parts: Hash[] };

/** Makes the list in memory from its stored nodes. */
export function assembleLeaf<Item>(hash: Hash, items: readonly Item[]): MerkleList<Item> {
  return { hash, count: items.length, items };
}

export function assembleBranch<Item>(hash: Hash, parts: readonly MerkleList<Item>[]): MerkleList<Item> {
  return { hash, count: sum(parts), parts };
}

function makeLeaf<Item>(items: readonly Item[], codec: ItemCodec<Item>, emit: EmitNode): MerkleList<Item> {
  const node = `{"items":[${items.map((item) => codec.encode(item)).join(',')}]}`;
  const hash = hashOf(node);
  emit(hash, node);
  return { hash, count: items.length, items };
}

function makeBranch<Item>(parts: readonly MerkleList<Item>[], emit: EmitNode): MerkleList<Item> {
  const node = JSON.stringify({ parts: parts.map((part) => part.hash) });
  const hash = hashOf(node);
  emit(hash, node);
  return { hash, count: sum(parts), parts };
}

const sum = (parts: readonly MerkleList<unknown>[]): number =>
  parts.reduce((total, part) => total + part.count, 0);

function firstItem<Item>(list: MerkleList<Item>): Item {
  let node = list;
  while ('parts' in node) node = node.parts[0] as MerkleList<Item>;
  return node.items[0] as Item;
}

function cut<T>(values: readonly T[], ends: (value: T) => boolean): T[][] {
  const groups: T[][] = [];
  let group: T[] = [];
  for (const value of values) {
    group.push(value);
    if (group.length === MAX_CHILDREN || ends(value)) {
      groups.push(group);
      group = [];
    }
  }
  if (group.length > 0) groups.push(group);
  // A level that does not shrink would never end.
  return groups.length === values.length && values.length > 1 ? halve(groups) : groups;
}

const halve = <T>(groups: T[][]): T[][] =>
  groups.flatMap((group, index) => (index % 2 === 0 ? [[...group, ...(groups[index + 1] ?? [])]] : []));

/** FNV-1a over the id: one item in 32 ends its node, at another place on every level. */
function endsNode(id: string, height: number): boolean {
  let hash = 0x811c9dc5 ^ height;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  return (hash & AVERAGE_MASK) === 0;
}
