import { isRecord } from '@lectern/std/is-record';
import { orderIndex } from '../assemble/table-parts.ts';
import type { Table, TableCell } from '../document.ts';
import type { ValuePath } from '../receive/checks.ts';
import { receiveNodes } from '../receive/receive-document.ts';
import { checkCell } from '../receive/table.ts';
import type { CellMerge, CellValue, TableData, TableRecord } from '../table-data.ts';
import { type BlockTree, rowIdsOf } from './block-tree.ts';
import { mergeRows } from './row-merges.ts';

/** The values of a row by columns. Cells of text have their blocks, or null if they are to be empty. */
export interface NewRow {
  values: Record<string, CellValue>;
  /** The cells of text, by columns. */
  cells: Record<string, TableCell>;
}

/** Checks a row that a caller sent: `{values: {<column>: <blocks, or the value of the cell>}}`. */
export function receiveRow(
  value: unknown,
  { table, depth }: { table: Table; depth: number },
  place: ValuePath,
): NewRow {
  if (!isRecord(value)) return place.fail('must be an object');
  const row: NewRow = { values: {}, cells: {} };
  place.at('values', () => {
    const { values } = value;
    if (!isRecord(values)) return place.fail('must be an object');
    for (const [id, cell] of Object.entries(values))
      place.at(id, () => {
        const column = Object.hasOwn(table.data.definition, id) ? table.data.definition[id] : undefined;
        if (!column) return place.fail('is not a column of the table');
        if (column.type === 'text') {
          const nodes = cell === null ? [] : receiveNodes(cell, { children: 'blocks', depth }, place);
          row.cells[id] = { object: 'fragment', fragment: '', nodes };
        } else
          row.values[id] =
            cell === null ? (undefined as never) : (checkCell(column, cell, place) as CellValue);
      });
  });
  return row;
}

/** New rows of a table. `id`: the name of the first. `replaced`: the row whose cells it keeps. */
interface AddedRows {
  rows: readonly NewRow[];
  id?: string | undefined;
  replaced?: string | undefined;
}

/** Changes the rows of a table. `arrange` gets those that it has, in order, and the names of new ones. */
export function changeRows(
  tree: BlockTree,
  table: Table,
  { rows, id, replaced }: AddedRows,
  arrange: (known: string[], added: string[]) => readonly string[],
): void {
  const { data, fragments = [] } = table;
  const records: Record<string, TableRecord> = { ...data.records };
  const cells = new Map(fragments.map((cell) => [cell.fragment, cell]));
  const known = rowIdsOf(table);
  const headers = commonHeaders(table);
  if (replaced !== undefined) delete records[replaced];
  const added: string[] = [];
  for (const [at, row] of rows.entries()) {
    const record = at === 0 && id !== undefined ? id : freeName(records);
    const values: TableRecord['values'] = {};
    for (const [column, value] of Object.entries(row.values)) if (value !== undefined) values[column] = value;
    for (const [column, cell] of Object.entries(row.cells)) {
      const old = cells.get(String(values[column]));
      // A cell that gets other blocks remains the same cell.
      const fragment = old?.fragment ?? `${record}-${column}-${cells.size}`;
      cells.set(fragment, { ...cell, ...(old?.key === undefined ? {} : { key: old.key }), fragment });
      values[column] = fragment;
    }
    const own = at === 0 && replaced !== undefined ? data.records[replaced]?.headers : headers;
    records[record] = { orderIndex: '', values, ...(own ? { headers: own } : {}) };
    added.push(record);
  }
  const order = arrange(known, added);
  const arranged: Record<string, TableRecord> = {};
  for (const [at, record] of order.entries())
    arranged[record] = { values: {}, ...records[record], orderIndex: orderIndex(at) };
  const cellMerges = mergeRows(table, arranged, {
    cells,
    nameOf: (row) => (row === replaced ? (added[0] ?? row) : row),
  });
  const used = new Set(Object.values(arranged).flatMap(({ values }) => Object.values(values)));
  const kept = [...cells.values()].filter(({ fragment }) => used.has(fragment));
  tree.replaceCells(table, withMerges({ ...data, records: arranged }, cellMerges), kept);
}

/** The columns whose cells are headers in every row: new rows are like the others. */
function commonHeaders({ data: { records } }: Table): string[] | undefined {
  const [first, ...others] = Object.values(records).map(({ headers }) => headers ?? []);
  const common = first?.filter((id) => others.every((headers) => headers.includes(id))) ?? [];
  return common.length > 0 ? common : undefined;
}

function withMerges({ cellMerges: _, ...data }: TableData, cellMerges: CellMerge[]): TableData {
  return cellMerges.length > 0 ? { ...data, cellMerges } : data;
}

function freeName(records: Readonly<Record<string, unknown>>): string {
  for (let n = Object.keys(records).length + 1; ; n += 1)
    if (!Object.hasOwn(records, `r${n}`)) return `r${n}`;
}

/** Numbers the rows of a table, and names its cells, as they are when its source is read. */
export function numberRows(tree: BlockTree, table: Table): void {
  const { data, fragments = [] } = table;
  const cells = new Map(fragments.map((cell) => [cell.fragment, cell]));
  const records: Record<string, TableRecord> = {};
  const renamed: TableCell[] = [];
  const names = new Map<string, string>();
  for (const [at, record] of rowIdsOf(table).entries()) {
    const values: TableRecord['values'] = {};
    for (const [column, value] of Object.entries(data.records[record]?.values ?? {})) {
      const cell = data.definition[column]?.type === 'text' ? cells.get(String(value)) : undefined;
      const name = `r${at + 1}-${column}`;
      values[column] = cell ? name : value;
      if (cell) renamed.push(cell.fragment === name ? cell : tree.renameCell(cell, name));
    }
    records[`r${at + 1}`] = { ...data.records[record], orderIndex: orderIndex(at), values };
    names.set(record, `r${at + 1}`);
  }
  const cellMerges = (data.cellMerges ?? []).map(({ anchor, ...spans }) => ({
    anchor: { ...anchor, record: names.get(anchor.record) ?? anchor.record },
    ...spans,
  }));
  tree.replaceCells(table, withMerges({ ...data, records }, cellMerges), renamed);
}
