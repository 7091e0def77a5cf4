import type { Table, TableCell } from '@lectern/markdown/document';
import type { TableColumn, TableRecord } from '@lectern/markdown/table-data';

interface ShownColumn {
  id: string;
  column: TableColumn;
}

/** A table as it is shown: its columns by ids, its rows in their order, its text cells by their names. */
export interface TableContent {
  columns: readonly ShownColumn[];
  rows: readonly TableRecord[];
  cells: ReadonlyMap<string, TableCell>;
}

export function readTable(
  { data: { definition, records }, fragments }: Table,
  columnIds: readonly string[],
): TableContent {
  return {
    columns: columnIds.flatMap((id) => {
      const column = definition[id];
      return column ? [{ id, column }] : [];
    }),
    rows: Object.values(records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1)),
    cells: new Map((fragments ?? []).map((fragment) => [fragment.fragment, fragment])),
  };
}
