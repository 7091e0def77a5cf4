import type { Node } from 'prosemirror-model';
import { TableMap } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import type { Column } from '../convert/table-to-editor.ts';
import { type Ref, targetOf } from '../links/link-target.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';

export interface SelectOption {
  value: string;
  label: string;
  color: string;
}

/** The kinds of columns of the document format, in the order in which they are offered. */
export const COLUMN_TYPES = [
  'text',
  'number',
  'checkbox',
  'select',
  'rating',
  'users',
  'files',
  'content-ref',
  'image',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

let count = 0;
export const newId = (kind: string): string => `${kind}-${Date.now().toString(36)}${++count}`;

export const newColumn = (): Column => ({
  id: newId('column'),
  type: 'text',
  title: '',
  textAlignment: 'left',
});

/** Whether a table shows its rows as cards. */
export const isCards = (table: Node | undefined): boolean =>
  (table?.attrs.data as { view?: { type?: string } } | undefined)?.view?.type === 'cards';

/** The table that a position in a document is in, and where it begins. */
export function tableAround(doc: Node, position: number): { table: Node; start: number } | undefined {
  const place = doc.resolve(position);
  for (let depth = place.depth; depth > 0; depth--)
    if (place.node(depth).type.name === 'table')
      return { table: place.node(depth), start: place.start(depth) };
  const { nodeAfter } = place;
  return nodeAfter?.type.name === 'table' ? { table: nodeAfter, start: position + 1 } : undefined;
}

/** A cell with its table, its column, and its place in the grid. */
export interface CellPlace {
  table: Node;
  start: number;
  map: TableMap;
  left: number;
  top: number;
  header: Node;
  headerPosition: number;
  column: Column;
}

/** Undefined if there is no cell at the position. */
export function cellPlace(doc: Node, position: number): CellPlace | undefined {
  const found = tableAround(doc, position);
  if (!found) return undefined;
  const { table, start } = found;
  const map = TableMap.get(table);
  const index = map.map.indexOf(position - start);
  if (index < 0) return undefined;
  const left = index % map.width;
  const headerPosition = start + (map.map[left] as number);
  const header = doc.nodeAt(headerPosition);
  const column = header && columnOf(header);
  if (!header || !column) return undefined;
  return { table, start, map, left, top: Math.floor(index / map.width), header, headerPosition, column };
}

/** The column of a title. */
export function columnOf(header: Node): Column | undefined {
  if (header.type.name !== 'table_header') return undefined;
  return (header.attrs.column as Column | null) ?? { ...newColumn(), id: '' };
}

export const titleOf = (header: Node): string => header.textContent;

/** The values of cells as text: for other columns, and for the clipboard. */
export function textOfValue(value: unknown, column?: Column): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '✓' : '';
  if (Array.isArray(value)) {
    const options = (column?.options ?? []) as SelectOption[];
    return value
      .map((one) => options.find((option) => option.value === one)?.label || String(one))
      .join(', ');
  }
  if (typeof value === 'object') return targetOf(refOf(value)) ?? '';
  return String(value);
}

/** The reference of a cell with a link or a picture. */
export function refOf(value: unknown): Ref | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return 'kind' in value ? (value as Ref) : (value as { ref?: Ref }).ref;
}

/** Whether a column can have a value. */
export function isValueOf({ type, max }: Column, value: unknown): boolean {
  switch (type as ColumnType) {
    case 'checkbox':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'rating':
      return typeof value === 'number' && value >= 0 && value <= Number(max ?? 5);
    case 'select':
    case 'users':
    case 'files':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'content-ref':
      return typeof value === 'object' && value !== null && 'kind' in value;
    case 'image':
      return ['file', 'url'].includes(String(refOf(value)?.kind));
    default:
      return false;
  }
}

export const COLORS = ['blue', 'green', 'orange', 'purple', 'red', 'yellow', 'pink', 'cyan', 'violet'];

/** A text cell with what a typed cell had. */
export function textCell(cell: Node, column: Column | undefined): Node {
  const spans = { colspan: cell.attrs.colspan, rowspan: cell.attrs.rowspan };
  if (cell.type.name === 'table_cell') return cell;
  const ref = refOf(cell.attrs.value);
  const text = textOfValue(cell.attrs.value, column);
  const marks = ref ? [schema.mark('link', { key: newKey(), data: { ref } })] : [];
  const paragraph = schema.node(
    'paragraph',
    { key: newKey() },
    text === '' ? [] : [schema.text(text, marks)],
  );
  return schema.node('table_cell', { key: newKey(), ...spans }, [paragraph]);
}

/** Changes the fields of a column. */
export function setColumn(view: EditorView, headerPosition: number, fields: Record<string, unknown>): void {
  const header = view.state.doc.nodeAt(headerPosition);
  const column = header && columnOf(header);
  if (!column) return;
  const changed = Object.fromEntries(
    Object.entries({ ...column, ...fields }).filter(([, value]) => value !== undefined),
  );
  view.dispatch(view.state.tr.setNodeAttribute(headerPosition, 'column', changed));
}

/** Where a table has the widths of its columns, in pixels. */
export interface Widths {
  view?: { columnWidths?: Record<string, number> };
}

/** Sets the width of a column in pixels. Undefined: as wide as its text needs. */
export function setColumnWidth(view: EditorView, headerPosition: number, width: number | undefined): void {
  const place = cellPlace(view.state.doc, headerPosition);
  if (!place) return;
  const { view: shown, ...data } = place.table.attrs.data as Widths;
  const { columnWidths, ...rest } = shown ?? {};
  const { [place.column.id]: before, ...others } = columnWidths ?? {};
  if (before === width) return;
  const widths = width === undefined ? others : { ...others, [place.column.id]: width };
  const changed = Object.keys(widths).length > 0 ? { ...rest, columnWidths: widths } : rest;
  view.dispatch(view.state.tr.setNodeAttribute(place.start - 1, 'data', { ...data, view: changed }));
}
