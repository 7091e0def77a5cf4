import { alignSimilar } from './align-similar.ts';
import { canonicalText } from './canonical.ts';
import type { Block, Table } from './document.ts';
import { readGrid } from './edit/table-rows.ts';
import { comparableOf } from './follow-blocks.ts';
import { type Branch, branchesOf, prefixOf, rowIdsOf } from './operations/block-tree.ts';
import { parseAgain } from './parse-again.ts';

/** The keys of blocks in a source that was changed by operations. */
export interface BlockKeys {
  /** The keys of blocks by the names that the caller has for them, where those differ. */
  renamed: ReadonlyMap<string, string>;
  /** The keys of new blocks for which the caller has no name. */
  unnamed: ReadonlySet<string>;
  /** The prefixes of names of which some were not renamed, because they are keys still or their blocks are gone. */
  divided: ReadonlySet<string>;
}

/**
 * What makes one document of another, in the form of operations. Keys are those of the later document; that of a block
 * that is gone is the caller's name for it.
 */
export type MergedChange =
  | { operation: 'replace'; at: { key: string }; path: number[]; nodes: Block[] }
  | {
      operation: 'insert';
      at: { key: string } | null;
      after: { key: string } | null;
      path: number[];
      nodes: Block[];
    }
  | {
      operation: 'move';
      at: { key: string };
      into: { key: string } | null;
      after: { key: string } | null;
      path: number[];
    }
  | { operation: 'delete'; at: { key: string } };

export interface FollowedKeys {
  /** The keys in the later document by the caller's names, where those differ. */
  renamed: ReadonlyMap<string, string>;
  divided: ReadonlySet<string>;
  /** The changes of others; undefined if there are too many. */
  merged: MergedChange[] | undefined;
}

/** Changes by others that are listed; if there are more, reading the page is quicker. */
const MAX_MERGED = 1000;

/** Follows the blocks of an edited source into the source that it became when it was merged with changes of others. */
export function followKeys(
  edited: { source: string; keys: Pick<BlockKeys, 'renamed' | 'unnamed'> },
  current: string,
): FollowedKeys {
  const old = parseAgain(edited.source).document.nodes;
  const now = parseAgain(current).document.nodes;
  const pairs = pairBlocks(old, now, false);
  const { renamed, unnamed } = edited.keys;
  const nameOf = new Map([...renamed].map(([name, key]) => [key, name]));
  const followed = new Map<string, string>();
  const divided = new Set<string>();
  for (const [{ key }, { key: later }] of pairs) {
    if (key === undefined || later === undefined || unnamed.has(key)) continue;
    const name = nameOf.get(key) ?? key;
    if (name === later) divided.add(prefixOf(name));
    else followed.set(name, later);
  }
  visitBranches(old, (node) => {
    if (!pairs.has(node) && node.key !== undefined) divided.add(prefixOf(nameOf.get(node.key) ?? node.key));
  });
  const changes = new Changes(pairs, ({ key = '' }) => nameOf.get(key) ?? key);
  changes.compare(old, now, { parent: null, pathOf: (at) => [at] });
  return { renamed: followed, divided, merged: changes.list.length > MAX_MERGED ? undefined : changes.list };
}

interface Level {
  /** The key of the block or fragment that the blocks are in; null: the page. */
  parent: string | null;
  pathOf(at: number): number[];
}

class Changes {
  readonly list: MergedChange[] = [];
  readonly #pairs: Pairs;
  readonly #nameOf: (node: Branch) => string;

  constructor(pairs: Pairs, nameOf: (node: Branch) => string) {
    this.#pairs = pairs;
    this.#nameOf = nameOf;
  }

  compare(old: readonly Branch[], now: readonly Branch[], { parent, pathOf }: Level): void {
    const positions = new Map<Branch, number>();
    for (const [at, node] of old.entries()) {
      const later = this.#pairs.get(node);
      if (later) positions.set(later, at);
      else this.list.push({ operation: 'delete', at: { key: this.#nameOf(node) } });
    }
    const into = parent === null ? null : { key: parent };
    let last = -1;
    let after: { key: string } | null = null;
    for (const [at, node] of now.entries()) {
      if (this.list.length > MAX_MERGED) return;
      const own = pathOf(at);
      const key = node.key as string;
      const position = positions.get(node);
      if (position === undefined) {
        if (node.object === 'block')
          this.list.push({ operation: 'insert', at: into, after, path: own, nodes: [node] });
      } else {
        if (position < last) this.list.push({ operation: 'move', at: { key }, into, after, path: own });
        last = Math.max(last, position);
        this.#compareNode(old[position] as Branch, node, own);
      }
      after = { key };
    }
  }

  #compareNode(old: Branch, now: Branch, path: number[]): void {
    if (old.key === now.key || textOf(old) === textOf(now)) return;
    const key = now.key as string;
    const [before, after] = [branchesOf(old), branchesOf(now)];
    const isOpen = before.length + after.length > 0 && withoutInner(old) === withoutInner(now);
    if (isOpen) this.compare(before, after, { parent: key, pathOf: pathsWithin(now, path) });
    else if (now.object === 'block')
      this.list.push({ operation: 'replace', at: { key }, path, nodes: [now] });
  }
}

/** In a table, a cell is at its row and its column. */
function pathsWithin(node: Branch, path: readonly number[]): Level['pathOf'] {
  if (node.object !== 'block' || node.type !== 'table') return (at) => [...path, at];
  const { columns } = node.data.view;
  const places = new Map<unknown, number[]>();
  for (const [row, id] of rowIdsOf(node).entries())
    for (const [column, value] of Object.entries(node.data.records[id]?.values ?? {}))
      places.set(value, [row, columns.indexOf(column)]);
  return (at) => [...path, ...(places.get(node.fragments?.[at]?.fragment) ?? [])];
}

const textOf = (node: Branch): string => canonicalText(node.object === 'fragment' ? node.nodes : [node]);

/** The canonical text of a node without what is in it; fragments of the same names are compared by themselves. */
function withoutInner(node: Branch): string {
  if (node.object === 'fragment') return node.fragment;
  const inner = branchesOf(node);
  const { nodes: _nodes, fragments: _fragments, meta, ...own } = node;
  const explicit = meta?.isExplicit ? { meta } : {};
  const names = inner.flatMap((child) => (child.object === 'fragment' ? [child.fragment] : []));
  return `${canonicalText([{ ...own, ...explicit } as Block])} ${names.join()}`;
}

/** Blocks and fragments of one document with those of another that they have become. */
export type Pairs = ReadonlyMap<Branch, Branch>;

/**
 * Pairs the blocks of a document with those of a later one, level by level. `isSame`: the documents have the same
 * blocks, as far as their source can express them.
 */
export function pairBlocks(old: readonly Block[], current: readonly Block[], isSame: boolean): Pairs {
  const pairs = new Map<Branch, Branch>();
  pairLevel(old, current, { pairs, isSame });
  return pairs;
}

interface Pairing {
  pairs: Map<Branch, Branch>;
  isSame: boolean;
}

function pairLevel(old: readonly Branch[], current: readonly Branch[], pairing: Pairing): void {
  const shorter = Math.min(old.length, current.length);
  let start = 0;
  while (start < shorter && hasSameKey(old[start], current[start])) start += 1;
  let trailing = 0;
  while (trailing < shorter - start && hasSameKey(old.at(-1 - trailing), current.at(-1 - trailing)))
    trailing += 1;
  const link = (left: Branch, right: Branch): void => {
    pairing.pairs.set(left, right);
    if (pairing.isSame && isTable(left) && isTable(right)) pairCells(left, right, link);
    else pairLevel(branchesOf(left), branchesOf(right), pairing);
  };
  for (let at = 0; at < start; at += 1) link(old[at] as Branch, current[at] as Branch);
  const left = old.slice(start, old.length - trailing);
  const right = current.slice(start, current.length - trailing);
  if (pairing.isSame && left.length === right.length && left.every((node, at) => isOfKind(node, right[at])))
    for (const [at, node] of left.entries()) link(node, right[at] as Branch);
  else if (left.length > 0 && right.length > 0)
    for (const [at, found] of alignSimilar(left.map(comparableOf), right.map(comparableOf)).entries())
      if (found >= 0) link(left[at] as Branch, right[found] as Branch);
  for (let at = trailing; at > 0; at -= 1) link(old.at(-at) as Branch, current.at(-at) as Branch);
}

const isTable = (node: Branch): node is Table => node.object === 'block' && node.type === 'table';

/** Cells by their rows and columns: a caller names those of new rows and columns otherwise than the parser. */
function pairCells(left: Table, right: Table, link: (left: Branch, right: Branch) => void): void {
  const [ones, others] = [readGrid(left, new Set()), readGrid(right, new Set())];
  for (const [y, row] of ones.rows.entries())
    for (const [x, column] of ones.columns.entries()) {
      if (column.type !== 'text') continue;
      const [otherRow, otherColumn] = [others.rows[y], others.columns[x]];
      const one = ones.fragmentOf(row, column.id);
      const other = otherRow && otherColumn && others.fragmentOf(otherRow, otherColumn.id);
      if (one && other) link(one, other);
    }
}

const hasSameKey = (one: Branch | undefined, other: Branch | undefined): boolean =>
  one?.key !== undefined && one.key === other?.key && isOfKind(one, other);

const isOfKind = (one: Branch, other: Branch | undefined): boolean =>
  one.object === other?.object &&
  (one.object === 'fragment' ? one.fragment === (other as typeof one).fragment : one.type === other.type);

/** Visits every block and fragment, those further out first. */
export function visitBranches(nodes: readonly Branch[], visit: (node: Branch) => void): void {
  for (const node of nodes) {
    visit(node);
    visitBranches(branchesOf(node), visit);
  }
}
