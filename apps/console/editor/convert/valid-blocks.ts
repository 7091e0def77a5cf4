import { type Attrs, Fragment, type Node, type NodeType, Slice } from 'prosemirror-model';
import { Plugin, type Transaction } from 'prosemirror-state';
import { TableMap } from 'prosemirror-tables';
import { ReplaceAroundStep } from 'prosemirror-transform';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { childrenOf } from './children-of.ts';
import type { Column } from './table-to-editor.ts';
import { visitChanged } from './visit-changed.ts';

/** A mended node can need mending again, at most this often. */
const MAX_ROUNDS = 4;

/** Documents that were checked as a whole, or go on from such a document by checked changes. */
const checked = new WeakSet<Node>();

/**
 * Makes of what an edit leaves behind a document that can be saved, as far as the schema cannot say what that is. Each
 * rule finds the nodes that are at fault, and mends them. Then blocks that splitting or pasting has made get a handle of
 * their own: the first of equal ones keeps it. The first edit checks the whole document, and later ones what they change.
 */
export const validBlocks = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, { doc: before }, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged) || before.eq(doc)) return null;
      const valid = checked.has(before) ? before : undefined;
      for (let round = 0; round < MAX_ROUNDS && mend(tr, valid); round++);
      renewKeys(tr, valid);
      checked.add(tr.doc);
      return tr.docChanged ? tr : null;
    },
  });

interface Rule {
  isBroken(node: Node, place: Place): boolean;
  mend(transaction: Transaction, node: Node, position: number): void;
}

interface Place {
  parent: Node;
  /** Undefined for what is right in the document. */
  above: Node | undefined;
  index: number;
}

/** Mends what differs from a valid document. Returns whether anything had to be mended. */
function mend(transaction: Transaction, valid: Node | undefined): boolean {
  const found: { rule: Rule; position: number }[] = [];
  const check = (node: Node, position: number, place: Place): void => {
    const rule = node.isTextblock ? TEXT : RULES[node.type.name];
    if (rule?.isBroken(node, place)) found.push({ rule, position });
  };
  visitChanged(valid, transaction.doc, ({ node, position, ...place }) => {
    // Whether a tag is in its place depends on the whole pair.
    if (!node.attrs.tag || !place.above || !isPair(place.above)) check(node, position, place);
    const column = isPair(node) ? columnOf(node) : undefined;
    column?.forEach((child, offset, index) => {
      if (child.attrs.tag) check(child, position + 2 + offset, { parent: column, above: node, index });
    });
  });
  // From the end, so that earlier positions stay valid.
  found.sort((a, b) => b.position - a.position);
  for (const { rule, position } of found)
    rule.mend(transaction, transaction.doc.nodeAt(position) as Node, position);
  return found.length > 0;
}

interface Keyed {
  node: Node;
  position: number;
}

/** Blocks with a handle that a document has, and another version of it has not. */
function keyedBlocks(before: Node | undefined, after: Node): Keyed[] {
  const blocks: Keyed[] = [];
  visitChanged(before, after, ({ node, position }) => {
    if (node.attrs.key !== undefined) blocks.push({ node, position });
  });
  return blocks;
}

function renewKeys(transaction: Transaction, valid: Node | undefined): void {
  const { doc } = transaction;
  let blocks = keyedBlocks(valid, doc);
  if (valid) {
    const replaced = new Set(keyedBlocks(doc, valid).map(({ node }) => node.attrs.key as unknown));
    // A handle that comes from elsewhere may be that of any other block.
    if (blocks.some(({ node }) => !replaced.has(node.attrs.key))) blocks = keyedBlocks(undefined, doc);
  }
  const seen = new Set<string>();
  for (const { node, position } of blocks) {
    const { key } = node.attrs;
    if (typeof key !== 'string' || seen.has(key))
      for (const [name, value] of Object.entries(asNew(node)))
        transaction.setNodeAttribute(position, name, value);
    else seen.add(key);
  }
}

/** A copy has no anchor: that is one block’s own. */
function asNew({ attrs }: Node): Attrs {
  const { more } = attrs as { more?: { meta?: unknown } };
  if (!more?.meta) return { key: newKey() };
  const { meta: _meta, ...others } = more;
  return { key: newKey(), more: others };
}

const placeToWrite = (): Node => schema.node('paragraph', { key: newKey() });

const isTaskList = ({ type }: Node): boolean => type.name === 'list_tasks';
const hasState = ({ attrs }: Node): boolean =>
  (attrs.data as { checked?: boolean } | undefined)?.checked !== undefined;

const UNSAVED = /\p{Surrogate}|\n/u;
const ALL_UNSAVED = /\p{Surrogate}|\n/gu;

/** Half of a character cannot be saved. A line break is a node, or a space where there are none. */
const TEXT: Rule = {
  isBroken: (block) => childrenOf(block).some(({ text }) => text !== undefined && UNSAVED.test(text)),
  mend(transaction, block, position) {
    const lineBreak = schema.nodes.hard_break as NodeType;
    const hasBreaks = block.type.contentMatch.matchType(lineBreak) !== null;
    block.forEach(({ text = '', marks }, offset) => {
      for (const { 0: found, index } of text.matchAll(ALL_UNSAVED)) {
        const start = position + 1 + offset + index;
        const node =
          found === '\n' && hasBreaks
            ? lineBreak.create(null, null, marks)
            : schema.text(found === '\n' ? ' ' : '\ufffd', marks);
        transaction.replaceWith(start, start + 1, node);
      }
    });
  },
};

const RULES: Record<string, Rule> = {
  /** In a list of tasks each item has its state and text beside it, and in no other list has it a state. */
  list_item: {
    isBroken: (item, { parent }) =>
      isTaskList(parent) !== hasState(item) ||
      (isTaskList(parent) && item.firstChild?.type.name !== 'paragraph'),
    mend(transaction, item, position) {
      const { checked, ...data } = item.attrs.data as { checked?: boolean };
      const isTask = isTaskList(transaction.doc.resolve(position).parent);
      transaction.setNodeAttribute(position, 'data', isTask ? { ...data, checked: checked ?? false } : data);
      if (isTask && item.firstChild?.type.name !== 'paragraph')
        transaction.insert(position + 1, placeToWrite());
    },
  },
  images: {
    isBroken: ({ childCount }) => childCount === 0,
    mend(transaction, images, position) {
      transaction.replaceWith(position, position + images.nodeSize, placeToWrite());
    },
  },
  /** The title of an expandable is written without an alignment. */
  expandable_title: {
    isBroken: (title) => (title.child(0).attrs.data as { align?: string }).align !== undefined,
    mend(transaction, title, position) {
      const { align: _align, ...data } = title.child(0).attrs.data as { align?: string };
      transaction.setNodeAttribute(position + 1, 'data', data);
    },
  },
  /** A pair of tags that are not understood, with what is between them, is none without both of them. */
  columns: {
    isBroken: (node) => isPair(node) && !hasItsTags(node),
    mend(transaction, pair, position) {
      const end = position + pair.nodeSize;
      const column = columnOf(pair);
      const tags = column && tagsIn(column);
      if (tags) leaveOnlyTags(transaction, pair, { position, ...tags });
      else if (column)
        // Keeps the selection.
        transaction.step(new ReplaceAroundStep(position, end, position + 2, end - 2, Slice.empty, 0, true));
      else transaction.replaceWith(position, end, blocksOfColumns(pair));
    },
  },
  /** A tag without its partner would mean something else. */
  source_block: {
    isBroken({ attrs: { tag } }, { parent, above, index }) {
      if (tag === null) return false;
      if (!above || !isPair(above)) return true;
      // A pair without its tags is mended first.
      return hasItsTags(above) && index !== (tag === 'start' ? 0 : parent.childCount - 1);
    },
    mend(transaction, tag, position) {
      transaction.replaceWith(position, position + tag.nodeSize, placeToWrite());
    },
  },
  /** The first row has the titles of the columns, and the other rows have values of their kinds. */
  table: {
    isBroken: (table) => misfitsOf(table).length > 0,
    mend(transaction, table, position) {
      const below: Node[] = [];
      for (const { cell, offset, wanted } of misfitsOf(table).reverse()) {
        const start = position + 1 + offset;
        transaction.replaceWith(start, start + cell.nodeSize, convertCell(cell, wanted));
        if (wanted === 'table_value' && textOfCell(cell) !== '') below.unshift(...childrenOf(cell));
      }
      insertAfter(transaction, position, below);
    },
  },
  /** Blocks that no cell can have go below the table. The schema allows it in a list in a cell. */
  table_cell: {
    isBroken: (cell) => strangersIn(cell).length > 0,
    mend(transaction, cell, position) {
      const strangers = strangersIn(cell);
      for (const { node, offset } of strangers.toReversed()) {
        const start = position + 1 + offset;
        transaction.replaceWith(start, start + node.nodeSize, placeToWrite());
      }
      insertAfter(
        transaction,
        transaction.doc.resolve(position).before(-1),
        strangers.map(({ node }) => node),
      );
    },
  },
};

function insertAfter(transaction: Transaction, position: number, blocks: Node[]): void {
  const node = transaction.doc.nodeAt(position) as Node;
  if (blocks.length > 0) transaction.insert(position + node.nodeSize, blocks);
}

/** Whether a block is a pair of unknown tags with the content between them. */
export const isPair = ({ type, attrs }: Node): boolean =>
  type.name === 'columns' && (attrs.data as { verbatim?: boolean }).verbatim === true;

function hasItsTags(pair: Node): boolean {
  const column = columnOf(pair);
  return column?.firstChild?.attrs.tag === 'start' && column.lastChild?.attrs.tag === 'end';
}

const columnOf = (pair: Node): Node | undefined =>
  pair.childCount === 1 && pair.firstChild?.type.name === 'column' ? pair.firstChild : undefined;

/** Where the content of a column begins with its first tag, and ends with its last one. */
function tagsIn(column: Node): { start: number; end: number } | undefined {
  let [start, end] = [-1, -1];
  column.forEach(({ attrs, nodeSize }, offset) => {
    if (attrs.tag === 'start' && start < 0) start = offset;
    if (attrs.tag === 'end') end = offset + nodeSize;
  });
  return start >= 0 && end > start ? { start, end } : undefined;
}

/** Text before or after the tags of a pair goes before or after the pair. The selection stays in it. */
function leaveOnlyTags(
  transaction: Transaction,
  pair: Node,
  { position, start, end }: { position: number; start: number; end: number },
): void {
  const inside = position + 2;
  const close = position + pair.nodeSize;
  const empty = Fragment.from(pair.copy(Fragment.from(pair.firstChild?.copy(Fragment.empty))));
  if (inside + end < close - 2)
    transaction.step(
      new ReplaceAroundStep(inside + end, close, inside + end, close - 2, new Slice(empty, 2, 0), 2),
    );
  if (start > 0)
    transaction.step(
      new ReplaceAroundStep(position, inside + start, inside, inside + start, new Slice(empty, 0, 2), 0),
    );
}

const blocksOfColumns = (columns: Node): Node[] =>
  childrenOf(columns).flatMap((child) =>
    child.type.name === 'column' ? childrenOf(child) : blocksOfColumns(child),
  );

interface Misfit {
  cell: Node;
  offset: number;
  wanted: 'table_header' | 'table_cell' | 'table_value';
}

function misfitsOf(table: Node): Misfit[] {
  const { map, width } = TableMap.get(table);
  const columns = childrenOf(table.child(0)).map(({ attrs }) => attrs.column as Column | null | undefined);
  const misfits: Misfit[] = [];
  for (const [index, offset] of map.entries()) {
    // A cell that is also in the row above, or in the column before.
    if (map[index - width] === offset || (index % width > 0 && map[index - 1] === offset)) continue;
    const cell = table.nodeAt(offset);
    const isText = (columns[index % width]?.type ?? 'text') === 'text';
    const wanted = index < width ? 'table_header' : isText ? 'table_cell' : 'table_value';
    const isWide = index < width && cell !== null && (cell.attrs.colspan > 1 || cell.attrs.rowspan > 1);
    if (cell && (cell.type.name !== wanted || isWide)) misfits.push({ cell, offset, wanted });
  }
  return misfits;
}

/** A title is of one column: one that spans several has empty ones beside it. */
function convertCell(cell: Node, wanted: Misfit['wanted']): Node[] {
  const { colspan, rowspan, colwidth } = cell.attrs as {
    colspan: number;
    rowspan: number;
    colwidth: unknown;
  };
  const text = textOfCell(cell);
  const inline = text === '' ? [] : [schema.text(text)];
  if (wanted === 'table_header') {
    const { column = null, title = '' } = cell.attrs;
    const others = Array.from({ length: colspan - 1 }, () => schema.node(wanted));
    return [schema.node(wanted, { column, title }, inline), ...others];
  }
  const attrs = { colspan, rowspan, colwidth };
  if (wanted === 'table_value') return [schema.node(wanted, attrs)];
  return [schema.node(wanted, attrs, schema.node('paragraph', null, inline))];
}

const textOfCell = ({ type, attrs, textContent }: Node): string => {
  if (type.name !== 'table_value') return textContent;
  return typeof attrs.value === 'string' || typeof attrs.value === 'number' ? String(attrs.value) : '';
};

function strangersIn(cell: Node): { node: Node; offset: number }[] {
  const strangers: { node: Node; offset: number }[] = [];
  cell.descendants((node, offset) => {
    const isStranger = node.type.isInGroup('block') && !node.type.isInGroup('cell_block');
    if (isStranger) strangers.push({ node, offset });
    return !isStranger && !node.inlineContent;
  });
  return strangers;
}
