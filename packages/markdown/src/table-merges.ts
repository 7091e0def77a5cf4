import { type Block, isText, type TableCell } from './document.ts';
import type { CellMerge, CellValue, TableColumn, TableData, TableRecord } from './table-data.ts';

/** The number of rows and columns that a cell covers, or nothing if another one covers it. */
export type CellPlace = Pick<CellMerge, 'rowSpan' | 'colSpan'> | 'covered';

interface Grid {
  rows: readonly [id: string, record: TableRecord][];
  columns: readonly string[];
  cells: ReadonlyMap<string, Pick<TableCell, 'nodes'>>;
}

/** The rows of a table by their ids, in the order in which they are shown. */
export const rowsOf = ({ records }: Pick<TableData, 'records'>): [id: string, record: TableRecord][] =>
  Object.entries(records).sort(([, one], [, other]) =>
    one.orderIndex < other.orderIndex ? -1 : one.orderIndex > other.orderIndex ? 1 : 0,
  );

/**
 * The places of cells that cover others or are covered, by `placeKey`. A merge that leaves the table, meets another or
 * covers a cell with content is not one: nothing that a table contains is hidden.
 */
export function placeMerges(
  { cellMerges = [] }: Pick<TableData, 'cellMerges'>,
  { rows, columns, cells }: Grid,
): ReadonlyMap<string, CellPlace> {
  const places = new Map<string, CellPlace>();
  if (cellMerges.length === 0) return places;
  const rowAt = new Map(rows.map(([id], y) => [id, y]));
  const columnAt = new Map(columns.map((id, x) => [id, x]));
  /** Merges that are none must not be read over and over. */
  let left = 2 * rows.length * columns.length;
  for (const { anchor, rowSpan, colSpan } of cellMerges) {
    const [top, start] = [rowAt.get(anchor.record) ?? -1, columnAt.get(anchor.column) ?? -1];
    if (top < 0 || start < 0 || top + rowSpan > rows.length || start + colSpan > columns.length) continue;
    left -= rowSpan * colSpan;
    if (left < 0) break;
    const covered: string[] = [];
    let isFree = rowSpan >= 1 && colSpan >= 1 && rowSpan * colSpan > 1;
    for (let y = top; isFree && y < top + rowSpan; y++)
      for (let x = start; isFree && x < start + colSpan; x++) {
        const [row, column] = [rows[y]!, columns[x]!];
        covered.push(placeKey(row[0], column));
        const isAnchor = y === top && x === start;
        isFree = !places.has(covered.at(-1)!) && (isAnchor || isEmptyCell(row[1].values[column], cells));
      }
    if (!isFree) continue;
    for (const key of covered) places.set(key, 'covered');
    places.set(covered[0]!, { rowSpan, colSpan });
  }
  return places;
}

/** The columns whose titles are shown: one above several covers the others, if they have none. */
export function shownTitles<Column extends Pick<TableColumn, 'title' | 'titleSpan'>>(
  columns: readonly Column[],
): Column[] {
  const shown: Column[] = [];
  for (let at = 0; at < columns.length; ) {
    const column = columns[at] as Column;
    const { titleSpan = 1 } = column;
    const covered = columns.slice(at + 1, at + titleSpan);
    const isWhole = covered.length === titleSpan - 1 && covered.every(({ title }) => title === '');
    shown.push(isWhole ? column : { ...column, titleSpan: 1 });
    at += isWhole ? titleSpan : 1;
  }
  return shown;
}

export const placeKey = (row: string, column: string): string => `${row} ${column}`;

/** Whether a cell has nothing in it, shown or not. */
export function isEmptyCell(value: CellValue | undefined, cells: Grid['cells']): boolean {
  if (typeof value !== 'string') return value === undefined;
  return (cells.get(value)?.nodes ?? []).every(isEmpty);
}

const isEmpty = (block: Block): boolean =>
  block.type === 'paragraph' &&
  block.nodes.every(
    (node) => isText(node) && node.leaves.every(({ text, source }) => text === '' && source === undefined),
  );
