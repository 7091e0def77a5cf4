import type { Table, TableCell } from '@lectern/markdown/document';
import type { TableColumn, TableRecord } from '@lectern/markdown/table-data';
import { rowsOf } from '@lectern/markdown/table-merges';

interface ShownColumn {
  id: string;
  column: TableColumn;
}

/** A table as it is shown: its columns by ids, its rows in their order, its text cells by their names. */
export interface TableContent {
  columns: readonly ShownColumn[];
  rows: readonly [id: string, record: TableRecord][];
  cells: ReadonlyMap<string, TableCell>;
}

export function readTable({ data, fragments }: Table, columnIds: readonly string[]): TableContent {
  return {
    columns: columnIds.flatMap((id) => {
      const column = data.definition[id];
      return column ? [{ id, column }] : [];
    }),
    rows: rowsOf(data),
    cells: new Map((fragments ?? []).map((fragment) => [fragment.fragment, fragment])),
  };
}
