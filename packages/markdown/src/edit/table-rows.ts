import { canonicalText } from '../canonical.ts';
import type { Block, Table, TableCell } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import { matchSequences } from '../sequence-diff.ts';
import type { CellValue, TableColumn } from '../table-data.ts';

export interface TableRow {
  /** The name of its record. */
  id: string;
  /** Text that is the same for equal rows. */
  identity: string;
  values: Readonly<Record<string, CellValue>>;
}

export interface TableGrid {
  /** In the order in which they are written. */
  columns: TableColumn[];
  rows: TableRow[];
  cell(row: TableRow, column: string): readonly Block[];
  fragmentOf(row: TableRow, column: string): TableCell | undefined;
  /** The key of a cell of text. */
  keyOf(row: TableRow, column: string): string | undefined;
  /** Text that is the same for equal cells. */
  identityOf(row: TableRow, column: string): string;
}

/** A row that stays, before and after the change. */
export type RowPair = [before: TableRow, after: TableRow];

/** A table of which some parts change. */
export interface TableChange {
  key: string;
  range: Range;
  isHtml: boolean;
  oldTable: Table;
  nextTable: Table;
  old: TableGrid;
  next: TableGrid;
}

/** `compared`: the columns in which equal rows are equal; defaults to all. */
export function readGrid({ data, fragments = [] }: Table, compared?: ReadonlySet<string>): TableGrid {
  const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment]));
  const all = Object.keys(data.definition);
  const shown = data.view.columns.filter((id) => data.definition[id]);
  const isShown = new Set(shown);
  const isInOrder = all.filter((id) => isShown.has(id)).join(' ') === shown.join(' ');
  const order = isInOrder ? all : [...shown, ...all.filter((id) => !isShown.has(id))];
  const fragmentOf = ({ values }: TableRow, column: string) => cells.get(String(values[column]));
  const grid: TableGrid = {
    columns: order.map((id) => data.definition[id]!),
    rows: [],
    cell: (row, column) => fragmentOf(row, column)?.nodes ?? [],
    fragmentOf,
    keyOf: (row, column) => fragmentOf(row, column)?.key,
    identityOf(row, column) {
      const cell = data.definition[column]?.type === 'text' ? fragmentOf(row, column) : undefined;
      return cell ? canonicalText(cell.nodes) : JSON.stringify(row.values[column] ?? null);
    },
  };
  grid.rows = Object.entries(data.records)
    .sort(([, left], [, right]) =>
      left.orderIndex < right.orderIndex ? -1 : left.orderIndex > right.orderIndex ? 1 : 0,
    )
    .map(([id, { values }]) => ({ id, identity: '', values }));
  const named = compared
    ? Object.keys(data.definition)
        .filter((id) => compared.has(id))
        .sort()
    : order;
  for (const row of grid.rows) row.identity = named.map((column) => grid.identityOf(row, column)).join('\n');
  return grid;
}

/** For each new row, the index of the row that it was; -1 for a new one. In order. */
export function pairRows(old: readonly TableRow[], next: readonly TableRow[]): Int32Array {
  const from = matchSequences(
    old.map(({ identity }) => identity),
    next.map(({ identity }) => identity),
  );
  const known = [...from, old.length];
  let last = -1;
  let open: number[] = [];
  for (const [i, match] of known.entries()) {
    if (match < 0) {
      open.push(i);
      continue;
    }
    const olds = Array.from({ length: match - last - 1 }, (_, n) => last + 1 + n);
    const byId =
      olds.length === open.length
        ? open.map((_, n) => n)
        : [
            ...matchSequences(
              olds.map((at) => old[at]!.id),
              open.map((at) => next[at]!.id),
            ),
          ];
    for (const [n, at] of open.entries()) if (byId[n]! >= 0) from[at] = olds[byId[n]!]!;
    last = match;
    open = [];
  }
  return from;
}
