import type { Block, Table, TableCell } from '../document.ts';
import type { TableColumn, TableData, TableRecord, TableView } from '../table-data.ts';
import { type BlockRange, type Build, block } from './context.ts';

export interface TableParts {
  /** The ranges of rows, titles of columns and cells without a fragment, in the source. */
  ranges: Map<string, BlockRange>;
  definitions: TableColumn[];
  records: TableRecord[];
  fragments: TableCell[];
}

/** Row order is compared as text. */
export const orderIndex = (row: number): string => {
  const digits = row.toString(36);
  return `${'abcdefgh'[digits.length - 1] ?? 'z'}${digits}`;
};

export const recordName = (row: number): string => `r${row + 1}`;

export function tableBlock(
  build: Build,
  { definitions, records, fragments, ranges }: TableParts,
  view: TableView,
  data: Partial<TableData>,
): Table {
  const table = block(build, 'table', {
    data: {
      view,
      definition: Object.fromEntries(definitions.map((definition) => [definition.id, definition])),
      records: Object.fromEntries(records.map((record, i) => [recordName(i), record])),
      ...data,
    },
    fragments,
  });
  for (const [name, range] of ranges) build.blockRanges.set(`${table.key}/${name}`, range);
  return table;
}

export function addCell(
  build: Build,
  parts: TableParts,
  row: number,
  column: string,
  nodes: Block[],
): TableCell {
  const name = `${recordName(row)}-${column}`;
  const cell: TableCell = { object: 'fragment', key: build.key(), fragment: name, nodes };
  parts.fragments.push(cell);
  parts.records[row]!.values[column] = name;
  return cell;
}
