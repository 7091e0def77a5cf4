import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  moveTableColumn,
  moveTableRow,
  selectedRect,
  selectionCell,
  splitCell,
  TableMap,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { isFromRight } from '../convert/is-from-right.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { isCards, tableAround } from './columns.ts';

/** Whether the selection is within one table. What moves rows and columns would mix up two of them. */
function isInOneTable(state: EditorState): boolean {
  const { $from, $to } = state.selection;
  const from = tableAround(state.doc, $from.pos);
  return isInTable(state) && from !== undefined && from.table === tableAround(state.doc, $to.pos)?.table;
}

/** Not for the row of titles, which every table has. */
const inBody =
  (command: Command): Command =>
  (state, dispatch, view) =>
    isInTable(state) && selectedRect(state).top > 0 && command(state, dispatch, view);

export const moveRow =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    if (!isInOneTable(state)) return false;
    const { top, map } = selectedRect(state);
    const to = top + by;
    // The first and the last row have nowhere to go, and the page after the table does not scroll instead.
    if (top < 1 || to < 1 || to >= map.height) return true;
    return moveTableRow({ from: top, to })(state, dispatch);
  };

/** To the left or to the right, as the table is shown. */
export const moveColumn =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    if (!isInOneTable(state)) return false;
    const { left, map, table } = selectedRect(state);
    const to = left + (isFromRight(table) ? -by : by);
    return to < 0 || to >= map.width || moveTableColumn({ from: left, to })(state, dispatch);
  };

/** Only cells of text can be one, not the titles, not fields of cards, and not whole rows: nothing would be left. */
const mergeTexts: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { top, bottom, left, right, map, table } = selectedRect(state);
  const hasValue = map
    .cellsInRect({ top, bottom, left, right })
    .some((position) => table.nodeAt(position)?.type.name !== 'table_cell');
  const isWholeRows = right - left === map.width && bottom - top > 1;
  return !isCards(table) && !hasValue && !isWholeRows && mergeCells(state, dispatch);
};

export const TABLE_COMMANDS = {
  rowAbove: inBody(addRowBefore),
  rowBelow: addRowAfter,
  columnBefore: addColumnBefore,
  columnAfter: addColumnAfter,
  moveRowUp: moveRow(-1),
  moveRowDown: moveRow(1),
  moveColumnLeft: moveColumn(-1),
  moveColumnRight: moveColumn(1),
  mergeCells: mergeTexts,
  splitCell,
  deleteRow: inBody(deleteRow),
  deleteColumn,
  deleteTable,
} satisfies Record<string, Command>;

/** Goes to a cell: into its text, or to what its value is edited with. */
function enterCell(view: EditorView, position: number): void {
  const cell = view.state.doc.nodeAt(position);
  if (!cell) return;
  if (cell.type.name === 'table_value') {
    view.dispatch(
      view.state.tr.setSelection(CellSelection.create(view.state.doc, position)).scrollIntoView(),
    );
    const dom = view.nodeDOM(position);
    if (!(dom instanceof HTMLElement)) return;
    const control = dom.querySelector<HTMLElement>('.cell-control');
    control?.focus();
    // The control may still be loading.
    if (!control) dom.dataset.wantsFocus = '';
    return;
  }
  const place = view.state.doc.resolve(position + 1);
  const end = view.state.doc.resolve(position + cell.nodeSize - 1);
  const selection = TextSelection.between(place, end);
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  view.focus();
}

/** Goes to the cell before or after another one, row by row. False if there is none. */
export function goBeside(view: EditorView, cell: number, by: -1 | 1): boolean {
  const found = tableAround(view.state.doc, cell);
  if (!found) return false;
  const { table, start } = found;
  const order = [...new Set(TableMap.get(table).map)];
  const next = order[order.indexOf(cell - start) + by];
  if (next === undefined) return false;
  enterCell(view, start + next);
  return true;
}

/** Goes to the next cell; after the last one it adds a row. */
export function goOn(view: EditorView, cell: number): void {
  if (goBeside(view, cell, 1)) return;
  const { doc } = view.state;
  addRowAfter(view.state.apply(view.state.tr.setSelection(CellSelection.create(doc, cell))), (added) => {
    const transaction = view.state.tr;
    for (const step of added.steps) transaction.step(step);
    view.dispatch(transaction);
  });
  goBeside(view, cell, 1);
}

export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (dispatch && view) goOn(view, selectionCell(state).pos);
  return true;
};

export const previousCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (dispatch && view) goBeside(view, selectionCell(state).pos, -1);
  return true;
};

/** Empties the cells that are selected. */
export const clearCells: Command = (state, dispatch) => {
  const { selection } = state;
  if (!(selection instanceof CellSelection)) return false;
  const transaction = state.tr;
  selection.forEachCell((cell, position) => {
    const place = transaction.mapping.map(position);
    if (cell.type.name === 'table_value') {
      if (cell.attrs.value !== null) transaction.setNodeAttribute(place, 'value', null);
    } else if (cell.textContent !== '' || cell.childCount > 1) {
      const empty = cell.type.name === 'table_header' ? [] : [schema.node('paragraph', { key: newKey() })];
      transaction.replaceWith(place + 1, place + cell.nodeSize - 1, empty);
    }
  });
  if (transaction.docChanged) dispatch?.(transaction);
  return true;
};

/** Puts the caret into a table, so that commands apply to it. */
export function selectTable(view: EditorView, position: number): void {
  const found = tableAround(view.state.doc, position);
  const isThere = isInTable(view.state) && found && tableOf(view.state) === found.table;
  if (!isThere)
    view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(position + 1))));
}

const tableOf = (state: EditorState): Node | undefined =>
  tableAround(state.doc, selectionCell(state).pos)?.table;
