import type { Node } from 'prosemirror-model';
import type { Column } from '../convert/table-to-editor.ts';
import type { Ref } from '../links/link-target.ts';
import { schema } from '../schema/schema.ts';
import {
  COLORS,
  type ColumnType,
  cellPlace,
  refOf,
  type SelectOption,
  textCell,
  textOfValue,
} from './columns.ts';
import { numberOf } from './number-of.ts';

export interface ConvertedColumn {
  column: Column;
  cells: { position: number; node: Node }[];
  /** How many cells have a text that is no value of the new type. */
  lost: number;
}

/** Converts a column to another type. Undefined if it has merged cells, which only text columns can have. */
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
