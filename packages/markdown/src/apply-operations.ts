import { type Block, type Fragment, isList, type JSONDocument, MAX_DEPTH, type Table } from './document.ts';
import {
  type BlockPlace,
  BlockTree,
  type Branch,
  branchesOf,
  isTagPair,
  type Parent,
  type Row,
} from './operations/block-tree.ts';
import { spliceText, type TextSplice } from './operations/splice-text.ts';
import { changeRows, type NewRow, numberRows, receiveRow } from './operations/table-rows.ts';
import { ValuePath } from './receive/checks.ts';
import { isAllowedIn, receiveNodes } from './receive/receive-document.ts';

/** A change of blocks. Nodes are checked when they are placed. */
interface BlockOperation {
  operation: 'replace' | 'insert' | 'delete' | 'move';
  /** The block that is changed; for an insertion, the parent: the page if absent. */
  at?: BlockPlace | null | undefined;
  /** For a move: the parent to which the block goes. */
  into?: BlockPlace | null | undefined;
  /** The sibling that the blocks follow; null: they come first. Absent: they come last. */
  after?: BlockPlace | null | undefined;
  nodes?: readonly unknown[] | undefined;
  /** The caller's name for the first new block. */
  id?: string | undefined;
}

export interface Operations {
  blocks?: readonly BlockOperation[] | undefined;
  /** Applied after `blocks`. */
  text?: readonly TextSplice[] | undefined;
}

export interface AppliedOperations {
  document: JSONDocument;
  /** The blocks and fragments of the document by the names that the caller has for them. */
  named: ReadonlyMap<string, Branch>;
}

/**
 * Applies operations to a document, one after the other. Keys are those of the document given, those in new nodes, and
 * the `id`s of operations before; `aliases` are further names of blocks, with their keys. Paths are those after the
 * operations before. Throws a `DocumentFault` that names the first operation that cannot be applied. The document given
 * does not change.
 */
export function applyOperations(
  document: JSONDocument,
  { blocks = [], text = [] }: Operations,
  aliases?: ReadonlyMap<string, string>,
): AppliedOperations {
  const tree = new BlockTree(document, aliases);
  const place = new ValuePath();
  place.at('blocks', () => {
    for (const [index, operation] of blocks.entries())
      place.at(index, () => new OperationOn(tree, place, operation).apply());
  });
  place.at('text', () => {
    for (const [index, splice] of text.entries()) place.at(index, () => spliceText(tree, place, splice));
  });
  tidy(tree);
  return { document: { ...document, nodes: tree.root.nodes }, named: new Map(tree.named()) };
}

class OperationOn {
  readonly #tree: BlockTree;
  readonly #place: ValuePath;
  readonly #operation: BlockOperation;

  constructor(tree: BlockTree, place: ValuePath, operation: BlockOperation) {
    this.#tree = tree;
    this.#place = place;
    this.#operation = operation;
  }

  apply(): void {
    this.#refuseFields();
    switch (this.#operation.operation) {
      case 'insert':
        this.#insert();
        break;
      case 'replace':
        this.#replace();
        break;
      case 'delete':
        this.#delete();
        break;
      case 'move':
        this.#move();
        break;
    }
  }

  /** A field that an operation does not have would be ignored: it was meant otherwise. */
  #refuseFields(): void {
    const { operation, nodes, id, after, into } = this.#operation;
    const refuse = (field: string): never =>
      this.#place.at(field, () => this.#place.fail(`cannot be set for ${operation}`));
    const hasNodes = operation === 'insert' || operation === 'replace';
    if (nodes !== undefined && !hasNodes) refuse('nodes');
    if (id !== undefined && !hasNodes) refuse('id');
    if (after !== undefined && operation !== 'insert' && operation !== 'move') refuse('after');
    if (into !== undefined && operation !== 'move') refuse('into');
  }

  #insert(): void {
    const { at, after, nodes } = this.#operation;
    const parent = at ? this.#findParent('at', at) : this.#tree.root;
    if (isTable(parent)) {
      this.#insertRows(parent, after, nodes);
      return;
    }
    const position = this.#positionIn(parent, after);
    const received = this.#receive(parent, nodes);
    this.#tree.splice(parent, position, 0, received);
    fitItems(this.#tree, parent, received);
    this.#nameNew(received, undefined);
  }

  #replace(): void {
    const { nodes } = this.#operation;
    const found = this.#findAt();
    if ('row' in found) {
      this.#replaceRow(found.row, nodes);
      return;
    }
    const { node } = found;
    if (node.object === 'fragment') {
      const received = this.#receive(node, nodes, () => this.#tree.splice(node, 0, node.nodes.length, []));
      this.#tree.splice(node, 0, 0, received);
      this.#nameNew(received, undefined);
      return;
    }
    this.#refuseTag(node);
    const parent = this.#tree.parentOf(node);
    const position = this.#tree.childrenOf(parent).indexOf(node);
    const received = this.#receive(parent, nodes, () => this.#tree.splice(parent, position, 1, []));
    this.#tree.splice(parent, position, 0, received);
    fitItems(this.#tree, parent, received);
    this.#nameNew(received, node.key);
  }

  #delete(): void {
    const found = this.#findAt();
    if ('row' in found) {
      const { table, record } = found.row;
      changeRows(this.#tree, table, { rows: [] }, (known) => known.filter((row) => row !== record));
      return;
    }
    const { node } = found;
    if (node.object === 'fragment') this.#failAt('is not a block: replace its nodes');
    this.#refuseTag(node);
    const parent = this.#tree.parentOf(node);
    this.#tree.splice(parent, this.#tree.childrenOf(parent).indexOf(node), 1, []);
  }

  #move(): void {
    const { into, after } = this.#operation;
    const found = this.#findAt();
    if ('row' in found) {
      this.#moveRow(found.row);
      return;
    }
    const { node } = found;
    if (node.object === 'fragment') this.#failAt('is not a block: move its nodes');
    this.#refuseTag(node);
    const parent = this.#targetOf(node);
    const field = into === undefined ? 'after' : 'into';
    if (this.#tree.isWithin(parent, node)) this.#failField(field, 'is the block itself or a block within it');
    const allowed = this.#tree.allowedIn(parent);
    if (!allowed || !isAllowedIn(allowed, node)) {
      const isAligned = allowed === 'lines' && node.type === 'paragraph';
      this.#failField(
        field,
        `cannot contain a block of type “${node.type}”${isAligned ? ' that has an alignment' : ''}`,
      );
    }
    if (this.#tree.depthOf(parent) + 1 + heightOf(node) > MAX_DEPTH)
      this.#failField(field, `would nest blocks more than ${MAX_DEPTH} levels deep`);
    if (after && this.#place.at('after', () => this.#tree.findNode(after, this.#place)) === node)
      this.#failField('after', 'is the block itself');
    const from = this.#tree.parentOf(node);
    const start = this.#tree.childrenOf(from).indexOf(node);
    // The place among the siblings is known before the block leaves them.
    const position = this.#positionIn(parent, after);
    this.#tree.splice(from, start, 1, []);
    const isBefore = this.#tree.latest(from) === this.#tree.latest(parent) && start < position;
    this.#tree.splice(parent, isBefore ? position - 1 : position, 0, [node]);
    fitItems(this.#tree, parent, [node]);
  }

  /** The parent to which a block moves: that of the sibling unless it is named. */
  #targetOf(node: Block): Parent {
    const { into, after } = this.#operation;
    if (into === null) return this.#tree.root;
    if (into) return this.#findParent('into', into);
    if (!after) return this.#tree.parentOf(node);
    return this.#place.at('after', () => this.#tree.parentOf(this.#tree.findNode(after, this.#place)));
  }

  #findAt() {
    const { at } = this.#operation;
    return this.#place.at('at', () =>
      at ? this.#tree.find(at, this.#place) : this.#place.fail('is required'),
    );
  }

  /** The node that is to have other blocks: an expandable has them in its body. */
  #findParent(field: 'at' | 'into', at: BlockPlace): Parent {
    const node = this.#place.at(field, () => this.#tree.findNode(at, this.#place));
    if (isTable(node)) return node;
    const holder = this.#holderOf(node);
    if (!this.#tree.allowedIn(holder)) this.#failField(field, 'is a block that does not contain blocks');
    return holder;
  }

  #holderOf(node: Branch): Branch {
    if (node.object === 'block' && node.type === 'expandable') return this.#bodyOf(node);
    return (isTagPair(node) && node.nodes[0]) || node;
  }

  #bodyOf(node: Block & { type: 'expandable' }): Branch {
    const isBody = ({ fragment }: Fragment): boolean => fragment === 'expandable-body';
    const body = node.fragments?.find(isBody);
    if (body) return body;
    const added: Fragment = {
      object: 'fragment',
      fragment: 'expandable-body',
      type: 'expandable-body',
      nodes: [],
    };
    this.#tree.setFragments(node, [...(node.fragments ?? []), added]);
    return added;
  }

  #isBetweenTags(parent: Parent): boolean {
    if (parent.object === 'document') return false;
    const above = this.#tree.parentOf(this.#tree.latest(parent));
    return above !== undefined && isTagPair(above);
  }

  /** A tag without its partner would mean something else, and so would what is beside it. */
  #refuseTag(node: Block): void {
    const parent = this.#tree.parentOf(node);
    if (isTagPair(parent)) this.#failAt('is part of a pair of tags: change the pair');
    if (!this.#isBetweenTags(parent)) return;
    const siblings = this.#tree.childrenOf(parent);
    if (node === siblings[0] || node === siblings.at(-1))
      this.#failAt('is one of a pair of tags: change the pair');
  }

  #positionIn(parent: Parent, after: BlockPlace | null | undefined): number {
    const siblings = this.#tree.childrenOf(parent);
    // Between two tags, nothing comes before the first and after the last.
    const tags = this.#isBetweenTags(parent) ? 1 : 0;
    if (after === undefined) return siblings.length - tags;
    if (after === null) return tags;
    return this.#place.at('after', () => {
      const sibling = this.#tree.findNode(after, this.#place);
      const position = siblings.indexOf(sibling);
      if (position < 0) this.#place.fail('is not a block of the parent');
      return Math.min(position + 1, siblings.length - tags);
    });
  }

  /** Receives new nodes for a parent. `remove`: removes those that they replace, whose keys they may have. */
  #receive(parent: Parent, nodes: readonly unknown[] | undefined, remove?: () => void): Block[] {
    const allowed = this.#tree.allowedIn(parent);
    if (!allowed) return this.#failAt('is a block that does not contain blocks');
    const depth = this.#tree.depthOf(parent);
    return this.#place.at('nodes', () => {
      const received = receiveNodes(nodes, { children: allowed, depth }, this.#place);
      remove?.();
      this.#tree.addKeys(received, this.#place);
      return received;
    });
  }

  /** `replaced`: the key of the block that the first of the nodes replaces. */
  #nameNew(received: readonly Block[], replaced: string | undefined): void {
    const { id } = this.#operation;
    const [first] = received;
    if (id !== undefined) {
      if (!first) this.#failField('id', 'requires a block in nodes');
      else if (first.key !== id) {
        if (this.#tree.has(id)) this.#failField('id', 'is the key of another block');
        this.#tree.name(first, id);
      }
    }
    if (replaced !== undefined && first && !this.#tree.has(replaced)) this.#tree.name(first, replaced);
  }

  #insertRows(
    table: Table,
    after: BlockPlace | null | undefined,
    nodes: readonly unknown[] | undefined,
  ): void {
    const rows = this.#receiveRows(table, nodes);
    const { id } = this.#operation;
    changeRows(this.#tree, table, { rows, id }, (known, added) => {
      const position = this.#rowAfter(table, known, after);
      return [...known.slice(0, position), ...added, ...known.slice(position)];
    });
  }

  #replaceRow({ table, record }: Row, nodes: readonly unknown[] | undefined): void {
    const rows = this.#receiveRows(table, nodes);
    // What a row leaves out stays as it is.
    const [first, ...others] = rows;
    const values = { ...table.data.records[record]?.values, ...first?.values };
    const kept = first ? [{ ...first, values }, ...others] : [];
    const { id = record } = this.#operation;
    changeRows(this.#tree, table, { rows: kept, id, replaced: record }, (known, added) =>
      known.flatMap((row) => (row === record ? added : [row])),
    );
  }

  #moveRow({ table, record }: Row): void {
    const { into, after } = this.#operation;
    if (into !== undefined) this.#failField('into', 'cannot be set for a row: it stays in its table');
    changeRows(this.#tree, table, { rows: [] }, (known) => {
      const others = known.filter((row) => row !== record);
      const position = this.#rowAfter(table, others, after);
      return [...others.slice(0, position), record, ...others.slice(position)];
    });
  }

  #rowAfter(table: Table, rows: readonly string[], after: BlockPlace | null | undefined): number {
    if (after === undefined) return rows.length;
    if (after === null) return 0;
    return this.#place.at('after', () => {
      const found = this.#tree.find(after, this.#place);
      const position = 'row' in found && found.row.table === table ? rows.indexOf(found.row.record) : -1;
      if (position < 0) this.#place.fail('is not another row of the table');
      return position + 1;
    });
  }

  #receiveRows(table: Table, nodes: readonly unknown[] | undefined): NewRow[] {
    const { id } = this.#operation;
    if (id !== undefined && Object.hasOwn(table.data.records, id))
      this.#failField('id', 'is the id of another row');
    const depth = this.#tree.depthOf(table) + 1;
    return this.#place.at('nodes', () =>
      (nodes ?? this.#place.fail('is required')).map((row, index) =>
        this.#place.at(index, () => receiveRow(row, { table, depth }, this.#place)),
      ),
    );
  }

  #failAt(issue: string): never {
    return this.#failField('at', issue);
  }

  #failField(field: string, issue: string): never {
    return this.#place.at(field, () => this.#place.fail(issue));
  }
}

const isTable = (parent: Parent): parent is Table => parent.object === 'block' && parent.type === 'table';

/** How many levels of nodes are within a node. */
const heightOf = (node: Branch): number =>
  branchesOf(node).reduce((height, child) => Math.max(height, heightOf(child)), 0) + (node.nodes ? 1 : 0);

/** In a list of tasks each item has its state, and in no other list. */
function fitItems(tree: BlockTree, parent: Parent, nodes: readonly Block[]): void {
  if (parent.object !== 'block' || !isList(parent)) return;
  const isOfTasks = parent.type === 'list-tasks';
  for (const node of nodes) {
    if (node.type !== 'list-item' || (node.data.checked !== undefined) === isOfTasks) continue;
    const owned = tree.own(node);
    owned.data = isOfTasks ? { checked: false } : {};
  }
}

/** Lists and groups of images without anything in them have no source. */
const isNothing = (node: Branch): boolean =>
  node.object === 'block' && (isList(node) || node.type === 'images') && node.nodes.length === 0;

function tidy(tree: BlockTree): void {
  for (const node of [...tree.changed()]) {
    if (node.object === 'block' && node.type === 'table') numberRows(tree, node);
    if (!isNothing(node)) continue;
    const parent = tree.parentOf(node);
    tree.splice(parent, tree.childrenOf(parent).indexOf(node), 1, []);
  }
}
