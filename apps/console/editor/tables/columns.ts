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

/** The column that a title stands for. */
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

export interface ConvertedColumn {
  column: Column;
  cells: { position: number; node: Node }[];
  /** How many cells have a text that is no value of the new type. */
  lost: number;
}

/** What a column becomes with another type. Undefined if cells of it are merged, which only texts can be. */
export function convertColumn(
  doc: Node,
  headerPosition: number,
  type: ColumnType,
): ConvertedColumn | undefined {
  const place = cellPlace(doc, headerPosition);
  if (!place) return undefined;
  const { id, title, titleSource, titleHtml, titleSpan } = place.column;
  const base = Object.fromEntries(
    Object.entries({ id, title, titleSource, titleHtml, titleSpan }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as unknown as Column;
  const column: Column = { ...base, type, ...fieldsOf(type) };
  const { table, start, map, left } = place;
  const found: { position: number; cell: Node }[] = [];
  for (let row = 1; row < map.height; row++) {
    const offset = map.map[row * map.width + left] as number;
    const cell = table.nodeAt(offset);
    if (!cell) continue;
    const { colspan, rowspan } = cell.attrs as { colspan: number; rowspan: number };
    if (type !== 'text' && (colspan > 1 || rowspan > 1)) return undefined;
    if (found.at(-1)?.position !== start + offset) found.push({ position: start + offset, cell });
  }
  if (type === 'select') column.options = optionsOf(found.map(({ cell }) => textOfCell(cell, place.column)));
  let lost = 0;
  const cells = found.map(({ position, cell }) => {
    if (type === 'text') return { position, node: textCell(cell, place.column) };
    const value = readAs(cell, place.column, column);
    if (value === undefined) lost++;
    return { position, node: schema.node('table_value', { value: value ?? null }) };
  });
  return { column, cells, lost };
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

const fieldsOf = (type: ColumnType): object =>
  ({
    text: { textAlignment: 'left' },
    rating: { max: 5 },
    select: { multiple: false, options: [] },
    users: { multiple: true },
  })[type as string] ?? {};

const textOfCell = (cell: Node, column: Column): string =>
  cell.type.name === 'table_value'
    ? textOfValue(cell.attrs.value, column)
    : cell.textBetween(0, cell.content.size, ' ', ' ').trim();

/** Options of texts, each once, in the order in which they come. */
function optionsOf(texts: readonly string[]): SelectOption[] {
  const labels = [...new Set(texts.filter((text) => text !== ''))];
  return labels.map((label, index) => ({
    value: label,
    label,
    color: COLORS[index % COLORS.length] as string,
  }));
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

const YES = /^(?:x|✓|✔|☑|yes|true|1|done|ja|oui|sí|はい)$/i;
const NO = /^(?:|-|–|☐|✗|no|false|0|open|nein|non|いいえ)$/i;

/** The value that a cell has in a column of another type. Null: none; undefined: its text is no such value. */
function readAs(cell: Node, before: Column, column: Column): unknown {
  const { value } = cell.attrs as { value?: unknown };
  const text = textOfCell(cell, before);
  const refs = [refOf(value), ...refsIn(cell)].filter((ref) => ref !== undefined);
  switch (column.type as ColumnType) {
    case 'checkbox':
      return YES.test(text) ? true : NO.test(text) ? (text === '' ? null : false) : undefined;
    case 'number':
      return text === '' ? null : numberOf(text);
    case 'rating': {
      const stars = /^★*☆*$/.test(text) ? text.replace(/☆/g, '').length : numberOf(text);
      const max = Number(column.max);
      return text === '' ? null : stars !== undefined && stars >= 0 && stars <= max ? stars : undefined;
    }
    case 'select':
      return text === '' ? null : [text];
    case 'content-ref':
      return refs[0] ?? (text === '' ? null : /^\S+$/.test(text) ? { kind: 'url', url: text } : undefined);
    case 'files': {
      const files = refs.flatMap((ref) => (ref.kind === 'file' ? [String(ref.file)] : []));
      return files.length > 0 ? files : text === '' ? null : undefined;
    }
    case 'image': {
      const image = refs.find(({ kind }) => kind === 'file' || kind === 'url');
      return image ?? (text === '' ? null : undefined);
    }
    case 'users': {
      const users = refs.flatMap((ref) => (ref.kind === 'user' ? [String(ref.user)] : []));
      return users.length > 0 ? users : text === '' ? null : undefined;
    }
    default:
      return undefined;
  }
}

function refsIn(cell: Node): Ref[] {
  const refs: Ref[] = [];
  cell.descendants((node) => {
    const data = (node.marks.find(({ type }) => type.name === 'link')?.attrs.data ?? node.attrs.data) as
      | { ref?: Ref }
      | undefined;
    if (data?.ref) refs.push(data.ref);
  });
  return refs;
}

/** A number as people write it, with separators of thousands or a decimal comma. */
export function numberOf(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0'’]/g, '');
  const isDecimalComma = /^[-+]?\d+,\d{1,2}$/.test(bare) || /^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare);
  const plain = isDecimalComma
    ? bare.replace(/\./g, '').replace(',', '.')
    : bare.replace(/,(?=\d{3}\b)/g, '');
  const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
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
