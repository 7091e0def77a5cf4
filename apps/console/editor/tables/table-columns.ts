import type { Node } from 'prosemirror-model';
import { Plugin, type Transaction } from 'prosemirror-state';
import { TableMap } from 'prosemirror-tables';
import { Decoration, type DecorationSet } from 'prosemirror-view';
import type { Column } from '../convert/table-to-editor.ts';
import { visitChanged } from '../convert/visit-changed.ts';
import { schema } from '../schema/schema.ts';
import { blockDecorations } from '../views/block-decorations.ts';
import { columnOf, isValueOf, newColumn, newId, textCell } from './columns.ts';

/** Tables whose cells have the types of their columns. */
const settled = new WeakSet<Node>();
/** The alignment of the cells of a table, from its beginning. */
const aligned = new WeakMap<Node, readonly Cell[]>();

interface Cell {
  from: number;
  to: number;
  align: string;
}

/** Gives new columns and rows their ids, and new cells the type of their column. Shows how texts are aligned. */
export const tableColumns = (): Plugin =>
  new Plugin<DecorationSet>({
    state: blockDecorations(
      (node, position) => (node.type.name === 'table' ? decorate(node, position) : NONE),
      ({ from, to }, node, position) =>
        node.type.name === 'table' && from > position && to < position + node.nodeSize,
    ),
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      const tables: { table: Node; position: number }[] = [];
      visitChanged(before.doc, doc, ({ node, position }) => {
        if (node.type.name === 'table' && !settled.has(node)) tables.push({ table: node, position });
      });
      // From the end, so that earlier positions stay valid.
      for (const { table, position } of tables.reverse()) settle(tr, table, position);
      return tr.docChanged ? tr : null;
    },
  });

const NONE: readonly Decoration[] = [];

function settle(tr: Transaction, table: Node, position: number): void {
  settled.add(table);
  const start = position + 1;
  const map = TableMap.get(table);
  if (map.problems?.length) return;
  const columns = Array.from({ length: map.width }, (_, left) => {
    const header = table.nodeAt(map.map[left] as number);
    return header ? columnOf(header) : undefined;
  });
  const seen = new Set<number>();
  for (let index = map.map.length - 1; index >= map.width; index--) {
    const offset = map.map[index] as number;
    const left = index % map.width;
    // The first of the places that a merged cell covers names its column.
    if (map.map.indexOf(offset) !== index || seen.has(offset)) continue;
    seen.add(offset);
    const cell = table.nodeAt(offset);
    const made = cell && retype(cell, columns[left]);
    if (cell && made) tr.replaceWith(start + offset, start + offset + cell.nodeSize, made);
  }
  table.forEach((row, offset, index) => {
    if (index > 0 && row.attrs.record === null)
      tr.setNodeAttribute(tr.mapping.map(start + offset), 'record', newId('row'));
  });
  for (let left = 0; left < map.width; left++) {
    const header = table.nodeAt(map.map[left] as number);
    if (header?.type.name !== 'table_header' || header.attrs.column !== null) continue;
    const column: Column = { ...newColumn(), title: header.textContent };
    const place = tr.mapping.map(start + (map.map[left] as number));
    tr.setNodeMarkup(place, undefined, { ...header.attrs, column, title: column.title });
  }
}

/** A cell that does not fit its column is recreated. Text stays text until the writer changes it. */
function retype(cell: Node, column: Column | undefined): Node | undefined {
  const { colspan, rowspan, value } = cell.attrs as { colspan: number; rowspan: number; value?: unknown };
  const spans = { colspan, rowspan };
  const isText = !column || column.type === 'text';
  if (cell.type.name === 'table_cell')
    return isText || cell.textContent !== ''
      ? undefined
      : schema.node('table_value', { value: null, ...spans });
  if (cell.type.name !== 'table_value') return undefined;
  if (isText) return textCell(cell, column);
  return value === null || isValueOf(column, value)
    ? undefined
    : schema.node('table_value', { value: null, ...spans });
}

const decorate = (table: Node, position: number): Decoration[] =>
  alignmentsOf(table).map(({ from, to, align }) =>
    Decoration.node(position + from, position + to, { class: `cell-${align}` }),
  );

function alignmentsOf(table: Node): readonly Cell[] {
  const known = aligned.get(table);
  if (known) return known;
  const map = TableMap.get(table);
  const cells: Cell[] = [];
  const alignments = Array.from({ length: map.width }, (_, left) => {
    const header = table.nodeAt(map.map[left] as number);
    const column = header ? columnOf(header) : undefined;
    return column?.type === 'number' ? 'right' : column?.textAlignment;
  });
  if (alignments.some((align) => align === 'center' || align === 'right'))
    for (const [index, offset] of map.map.entries()) {
      const align = alignments[index % map.width];
      const cell = table.nodeAt(offset);
      if (cell && (align === 'center' || align === 'right') && map.map.indexOf(offset) === index)
        cells.push({ from: offset + 1, to: offset + 1 + cell.nodeSize, align });
    }
  aligned.set(table, cells);
  return cells;
}
