import type { Table } from '../document.ts';
import type { CellMerge, CellValue, TableRecord } from '../table-data.ts';
import { isEmptyCell, placeKey, placeMerges, rowsOf } from '../table-merges.ts';

type Cells = Parameters<typeof isEmptyCell>[1];
type Records = Readonly<Record<string, TableRecord>>;

/**
 * The merges of a table after its rows have changed: a cell spans those of its rows that are still next to each other,
 * and new rows between them. If its first row is gone or below others now, its content moves to the first of them:
 * `records` is changed. `nameOf`: the row that took the place of an old one.
 */
export function mergeRows(
  table: Table,
  records: Record<string, TableRecord>,
  { cells, nameOf }: { cells: Cells; nameOf: (row: string) => string },
): CellMerge[] {
  const { cellMerges = [], definition, view } = table.data;
  if (cellMerges.length === 0) return [];
  const oldRows = rowsOf(table.data);
  const all = Object.keys(definition);
  const shown = view.columns.filter((id) => Object.hasOwn(definition, id));
  const columns = shown.length === all.length ? shown : all;
  const oldCells = new Map((table.fragments ?? []).map((cell) => [cell.fragment, cell]));
  const places = placeMerges(table.data, { rows: oldRows, columns, cells: oldCells });
  const oldPosition = new Map(oldRows.map(([id], at) => [id, at]));
  const rows = rowsOf({ records }).map(([id]) => id);
  return cellMerges.flatMap((merge): CellMerge[] => {
    const { anchor, rowSpan, colSpan } = merge;
    const place = places.get(placeKey(anchor.record, anchor.column));
    const start = oldPosition.get(anchor.record);
    if (start === undefined || place === undefined || place === 'covered') return [];
    const first = columns.indexOf(anchor.column);
    const covered = columns.slice(first, first + colSpan);
    const spanned = oldRows.slice(start, start + rowSpan).map(([id]) => nameOf(id));
    const isEmpty = (row: string, from = 0): boolean =>
      covered.slice(from).every((column) => isEmptyCell(records[row]?.values[column], cells));
    const anchorRow = nameOf(anchor.record);
    const run = findRun(rows, { spanned, anchorRow, records, isEmpty });
    const [top] = run;
    if (top === undefined || (run.length === 1 && colSpan === 1)) {
      if (top !== undefined) moveCell(table, records, { from: anchor, to: top, nameOf });
      return [];
    }
    if (run.some((row) => row !== anchorRow && !isEmpty(row)) || !isEmpty(anchorRow, 1)) return [];
    moveCell(table, records, { from: anchor, to: top, nameOf });
    return [{ anchor: { record: top, column: anchor.column }, rowSpan: run.length, colSpan }];
  });
}

/** The rows that a cell spans now, without a gap: from the one that holds it, or else from the first that is left. */
function findRun(
  rows: readonly string[],
  {
    spanned,
    anchorRow,
    records,
    isEmpty,
  }: {
    spanned: readonly string[];
    anchorRow: string;
    records: Records;
    isEmpty: (row: string) => boolean;
  },
): string[] {
  const isSpanned = new Set(spanned);
  const isOld = new Set(spanned.filter((row) => records[row]));
  const origin = records[anchorRow] ? rows.indexOf(anchorRow) : rows.findIndex((row) => isOld.has(row));
  if (origin < 0) return [];
  const joins = (row: string | undefined): boolean =>
    row !== undefined && isSpanned.has(row) && (row === anchorRow || isEmpty(row));
  let top = origin;
  while (joins(rows[top - 1])) top -= 1;
  let end = origin + 1;
  for (let at = end; at < rows.length; at += 1) {
    const row = rows[at] as string;
    if (joins(row)) end = at + 1;
    else if (!isEmpty(row)) break;
  }
  return rows.slice(top, end);
}

/** Gives the content of a cell, which may be of a row that is gone, to another row, whose cell is empty. */
function moveCell(
  { data }: Table,
  records: Record<string, TableRecord>,
  {
    from: { record, column },
    to,
    nameOf,
  }: { from: CellMerge['anchor']; to: string; nameOf: (row: string) => string },
): void {
  const from = nameOf(record);
  const target = records[to];
  if (from === to || !target) return;
  const source = records[from];
  const value = (source ?? data.records[record])?.values[column];
  const isHeader = (source ?? data.records[record])?.headers?.includes(column);
  if (source) records[from] = withCell(source, column, target.values[column], false);
  records[to] = withCell(target, column, value, isHeader === true);
}

function withCell(
  { values, headers = [], ...record }: TableRecord,
  column: string,
  value: CellValue | undefined,
  isHeader: boolean,
): TableRecord {
  const { [column]: _, ...others } = values;
  const titles = [...headers.filter((id) => id !== column), ...(isHeader ? [column] : [])];
  return {
    ...record,
    values: value === undefined ? others : { ...others, [column]: value },
    ...(titles.length > 0 ? { headers: titles } : {}),
  };
}
