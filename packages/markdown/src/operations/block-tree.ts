import type { Block, BlockOf, Fragment, JSONDocument, Table, TableCell } from '../document.ts';
import type { ValuePath } from '../receive/checks.ts';
import { BLOCK_RULES, type BlockChildren, type Children } from '../receive/node-rules.ts';
import type { TableData } from '../table-data.ts';

/** A node that has a key of its own and can be named by operations. */
export type Branch = Block | Fragment;

/** Where a block is: its key, or the positions that lead to it from the top of the page. */
export interface BlockPlace {
  key?: string | undefined;
  path?: readonly number[] | undefined;
  /** The row of the table with the key. */
  record?: string | undefined;
  /** The column of the row. */
  definition?: string | undefined;
}

export interface Row {
  table: Table;
  record: string;
}

type Found = { node: Branch } | { row: Row };

/** The page itself, of which the outermost blocks are part. */
type Root = { object: 'document'; nodes: Block[] };
export type Parent = Root | Branch;

/**
 * The blocks of a document, by their keys, to be changed. Nodes of the document given are copied when something in them
 * changes; those in which nothing changes are shared.
 */
export class BlockTree {
  readonly root: Root;
  readonly #parents = new Map<Branch, Parent>();
  readonly #keys = new Map<string, Branch>();
  readonly #copies = new Map<Branch, Branch>();
  readonly #owned = new Set<Parent>();
  /** Names of blocks of the document given that have another key there. */
  readonly #aliases: ReadonlyMap<string, string>;
  /** Further names of blocks, with their keys. */
  readonly #names = new Map<string, string>();
  /** The blocks at the top, by what their keys begin with, until one of them is asked for: most of a page never is. */
  readonly #waiting = new Map<string, Block[]>();

  constructor(document: JSONDocument, aliases: ReadonlyMap<string, string> = new Map()) {
    this.root = { object: 'document', nodes: [...document.nodes] };
    this.#aliases = aliases;
    for (const node of document.nodes) {
      this.#parents.set(node, this.root);
      const prefix = prefixOf(node.key ?? '');
      const others = this.#waiting.get(prefix);
      if (others) others.push(node);
      else this.#waiting.set(prefix, [node]);
    }
  }

  /**
   * The blocks and fragments of the present document by the names that callers have for them. Where they are named by
   * their keys alone, those of blocks that were not looked into are left out.
   */
  *named(): Iterable<[name: string, node: Branch]> {
    const aliased = new Set(this.#aliases.values());
    for (const key of this.#keys.keys()) {
      const node = aliased.has(key) ? undefined : this.#findKey(key);
      if (node) yield [key, node];
    }
    for (const name of [...this.#names.keys(), ...this.#aliases.keys()]) {
      const node = this.#find(name);
      if (node) yield [name, node];
    }
  }

  /** The nodes that were copied or added, in the present document. */
  *changed(): Iterable<Branch> {
    for (const node of this.#owned) if (node.object !== 'document' && this.#isAttached(node)) yield node;
  }

  parentOf(node: Branch): Parent {
    return this.#parents.get(node) as Parent;
  }

  /** The blocks, or else the fragments, right within a parent. */
  childrenOf(parent: Parent): readonly Branch[] {
    const node = this.latest(parent);
    return node.object === 'document' ? node.nodes : branchesOf(node);
  }

  /** Finds what a place names, or fails. */
  find(at: BlockPlace, place: ValuePath): Found {
    const { key, path, record, definition } = at;
    if ((key === undefined) === (path === undefined)) return place.fail('must have either key or path');
    if (path) {
      if (record !== undefined || definition !== undefined)
        return place.fail('must have key if it has record or definition');
      return this.#findByPath(path, place);
    }
    const node = this.#find(key as string);
    if (!node) return place.fail('is not the key of a block of this page');
    if (record === undefined) {
      if (definition !== undefined) return place.fail('must have record if it has definition');
      return { node };
    }
    if (node.object !== 'block' || node.type !== 'table')
      return place.fail('must be a table if it has record');
    if (!Object.hasOwn(node.data.records, record))
      return place.fail('names a row that the table does not have');
    const row = { table: node, record };
    return definition === undefined ? { row } : { node: this.#cellOf(row, definition, place) };
  }

  /** Finds the block or fragment that a place names, or fails. */
  findNode(at: BlockPlace, place: ValuePath): Branch {
    const found = this.find(at, place);
    return 'node' in found ? found.node : place.fail('is a row of a table');
  }

  /** The node as it can be changed. */
  own<Node extends Parent>(node: Node): Node;
  own(given: Parent): Parent {
    if (given.object === 'document') return given;
    const node = this.latest(given);
    if (this.#owned.has(node)) return node;
    const parent = this.own(this.parentOf(node));
    const list = listOf(parent) as Branch[];
    const copy = {
      ...node,
      ...(node.nodes ? { nodes: [...node.nodes] } : {}),
      ...('fragments' in node && node.fragments ? { fragments: [...node.fragments] } : {}),
    } as Branch;
    list[list.indexOf(node)] = copy;
    this.#owned.add(copy);
    this.#copies.set(node, copy);
    this.#parents.set(copy, parent);
    for (const child of branchesOf(copy)) this.#parents.set(child, copy);
    return copy;
  }

  /** Puts another list of blocks in the place of some blocks of a parent. */
  splice(parent: Parent, start: number, count: number, nodes: readonly Block[]): void {
    const owned = this.own(parent);
    const list = listOf(owned) as Branch[];
    for (const removed of list.splice(start, count, ...nodes)) this.#parents.delete(removed);
    for (const node of nodes) this.#parents.set(node, owned);
  }

  /** Puts other fragments in the place of those of a block. */
  setFragments(block: Block, fragments: readonly Fragment[]): void {
    const owned = this.own(block) as Omit<Block, 'fragments'> & { fragments?: Fragment[] } as Branch & {
      fragments?: Fragment[];
    };
    for (const removed of owned.fragments ?? []) this.#parents.delete(removed);
    owned.fragments = [...fragments];
    for (const fragment of fragments) this.#parents.set(fragment, owned);
  }

  /** Takes in the keys of new nodes. A key can be that of a block that is gone. */
  addKeys(nodes: readonly Branch[], place: ValuePath): void {
    for (const [position, node] of nodes.entries())
      place.at(position, () => {
        const { key } = node;
        if (key !== undefined) {
          if (this.#find(key)) place.at('key', () => place.fail('is the key of another block'));
          this.#keys.set(key, node);
        }
        const inner = branchesOf(node);
        for (const child of inner) this.#parents.set(child, node);
        if (inner.length > 0) place.at(node.nodes ? 'nodes' : 'fragments', () => this.addKeys(inner, place));
      });
  }

  /** Gives a new node a name, which becomes its key if it has none. */
  name(node: Branch, name: string): void {
    if (node.key === undefined) {
      node.key = name;
      this.#keys.set(name, node);
    } else if (node.key !== name) this.#names.set(name, node.key);
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Adds the cell of text that a row leaves out. */
  addCell(table: Row['table'], record: string, definition: string): Fragment {
    const added: TableCell = { object: 'fragment', fragment: `${record}-${definition}`, nodes: [] };
    const { data, fragments = [] } = table;
    const row = data.records[record];
    const values = { ...row?.values, [definition]: added.fragment };
    const records = { ...data.records, [record]: { orderIndex: row?.orderIndex ?? '', values } };
    this.replaceCells(table, { ...data, records }, [...fragments, added]);
    return added;
  }

  /** Gives a table other data and other cells. */
  replaceCells(table: Table, data: TableData, cells: TableCell[]): void {
    this.setFragments(table, cells);
    this.own(table).data = data;
    for (const cell of cells) {
      if (cell.key !== undefined) this.#keys.set(cell.key, cell);
      for (const child of cell.nodes) {
        if (!this.#parents.has(child)) this.#index(child, cell);
        this.#parents.set(child, cell);
      }
    }
  }

  /** The cell by another name. */
  renameCell(cell: TableCell, fragment: string): TableCell {
    const renamed = { ...cell, fragment, nodes: [...cell.nodes] };
    this.#copies.set(cell, renamed);
    this.#owned.add(renamed);
    return renamed;
  }

  isWithin(node: Parent, ancestor: Branch): boolean {
    let at: Parent | undefined = this.latest(node);
    for (; at && at.object !== 'document'; at = this.#parents.get(at)) if (at === ancestor) return true;
    return false;
  }

  depthOf(node: Parent): number {
    let depth = 0;
    let at: Parent | undefined = this.latest(node);
    for (; at && at.object !== 'document'; at = this.#parents.get(at)) if (at.nodes) depth += 1;
    return depth;
  }

  /** The blocks that a parent may have; undefined: none. */
  allowedIn(parent: Parent): BlockChildren | undefined {
    const children = this.#rulesOf(this.latest(parent));
    return children === 'inlines' ? undefined : children;
  }

  #rulesOf(parent: Parent): Children | undefined {
    if (parent.object === 'document') return 'blocks';
    const above = this.#parents.get(parent) as Parent;
    if (parent.object === 'fragment') {
      if (above.object !== 'block' || above.type === 'table') return 'blocks';
      return BLOCK_RULES[above.type].fragments?.[parent.fragment];
    }
    if (isTagPair(parent)) return undefined;
    // Within tabs, a condition holds tabs.
    if (parent.type === 'if') return this.#rulesOf(above);
    return parent.type === 'table' ? undefined : BLOCK_RULES[parent.type].nodes;
  }

  /** Takes in the blocks at the top in which a key may be. */
  #look(key: string): void {
    const prefix = prefixOf(key);
    const nodes = this.#waiting.get(prefix);
    if (!nodes) return;
    this.#waiting.delete(prefix);
    for (const node of nodes) this.#index(node, this.root);
  }

  #index(node: Branch, parent: Parent): void {
    this.#parents.set(node, parent);
    if (node.key !== undefined && !this.#findKey(node.key)) this.#keys.set(node.key, node);
    for (const child of branchesOf(node)) this.#index(child, node);
  }

  #find(name: string): Branch | undefined {
    return this.#findKey(this.#aliases.get(name) ?? name) ?? this.#findKey(this.#names.get(name));
  }

  #findKey(key: string | undefined): Branch | undefined {
    if (key === undefined) return undefined;
    this.#look(key);
    const first = this.#keys.get(key);
    const node = first && this.latest(first);
    return node && this.#isAttached(node) ? node : undefined;
  }

  /** The copy of a node. */
  latest<Node extends Parent>(node: Node): Node;
  latest(node: Parent): Parent {
    let latest = node;
    for (let copy = this.#copies.get(latest as Branch); copy; copy = this.#copies.get(copy)) latest = copy;
    return latest;
  }

  #isAttached(node: Branch): boolean {
    let at: Parent | undefined = node;
    while (at && at.object !== 'document') at = this.#parents.get(at);
    return at !== undefined;
  }

  #findByPath(path: readonly number[], place: ValuePath): Found {
    if (path.length === 0) place.fail('must have at least one position');
    let node: Branch | undefined;
    for (let at = 0; at < path.length; at += 1) {
      const position = path[at] as number;
      if (node?.object === 'block' && node.type === 'table') {
        const record = rowIdsOf(node)[position];
        if (record === undefined) place.fail('leads to no block of this page');
        const row = { table: node, record };
        at += 1;
        if (at === path.length) return { row };
        const column = node.data.view.columns[path[at] as number];
        node =
          column === undefined
            ? place.fail('leads to no block of this page')
            : this.#cellOf(row, column, place);
        continue;
      }
      const siblings: readonly Branch[] = node ? branchesOf(node) : this.root.nodes;
      node = siblings[position] ?? place.fail('leads to no block of this page');
      this.#look(node.key ?? '');
    }
    return { node: node as Branch };
  }

  #cellOf({ table, record }: Row, definition: string, place: ValuePath): Branch {
    const value = table.data.records[record]?.values[definition];
    const cell = table.fragments?.find(({ fragment }) => fragment === value);
    if (cell) return cell;
    if (table.data.definition[definition]?.type !== 'text')
      return place.fail('is not a cell of text: replace its row');
    return this.addCell(table, record, definition);
  }
}

/** The part of a key that all blocks within the same outermost block share. */
export const prefixOf = (key: string): string => {
  const end = key.indexOf('-');
  return end < 0 ? key : key.slice(0, end);
};

/** Whether a block is two tags that are not understood, with what is between them. */
export const isTagPair = (node: Parent): node is BlockOf<'columns'> =>
  node.object === 'block' && node.type === 'columns' && node.data.verbatim === true;

/** The rows of a table in their order. */
export const rowIdsOf = ({ data: { records } }: Row['table']): string[] =>
  Object.entries(records)
    .sort(([, left], [, right]) => (left.orderIndex < right.orderIndex ? -1 : 1))
    .map(([id]) => id);

/** The blocks, or else the fragments, right within a node; lines of text have neither. */
export function branchesOf(node: Branch): readonly Branch[] {
  const inner: readonly { object: string }[] =
    node.nodes ?? (node.object === 'block' ? node.fragments : undefined) ?? [];
  return inner.every(({ object }) => object === 'block' || object === 'fragment') ? (inner as Branch[]) : [];
}

const listOf = (parent: Parent): readonly { object: string }[] =>
  parent.nodes ?? (parent.object === 'block' ? parent.fragments : undefined) ?? [];
