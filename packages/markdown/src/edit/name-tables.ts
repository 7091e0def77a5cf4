import { withoutAnchors } from '../canonical.ts';
import type { Table, TableCell } from '../document.ts';
import { mapChildren, rememberMapped, type TreeNode } from '../map-children.ts';
import type { TableColumn, TableRecord, TableView } from '../table-data.ts';
import { readGrid } from './table-rows.ts';

/** A node as it is read from a source: without the anchors that follow from texts, and with the parser's names in tables. */
export const asRead = <Node extends TreeNode>(node: Node): Node => nameTables(withoutAnchors(node));

/** Names the rows, columns and cells of tables as the parser does: clients may name those that they add as they like. */
const nameTables = rememberMapped((node) => {
  const mapped = mapChildren(node, nameTables);
  return mapped.object === 'block' && mapped.type === 'table' ? (nameParts(mapped) as typeof mapped) : mapped;
});

function nameParts(table: Table): Table {
  const grid = readGrid(table);
  const names = new Map(grid.columns.map(({ id }, i) => [id, `c${i + 1}`]));
  const definition: Record<string, TableColumn> = {};
  for (const column of grid.columns) {
    const id = names.get(column.id)!;
    definition[id] = { ...column, id };
  }
  const records: Record<string, TableRecord> = {};
  const fragments: TableCell[] = [];
  for (const [i, row] of grid.rows.entries()) {
    const values: TableRecord['values'] = {};
    for (const column of grid.columns) {
      const value = row.values[column.id];
      const id = names.get(column.id)!;
      const cell = column.type === 'text' ? grid.fragmentOf(row, column.id) : undefined;
      const fragment = `r${i + 1}-${id}`;
      if (cell) fragments.push({ ...cell, fragment });
      if (value !== undefined) values[id] = cell ? fragment : value;
    }
    const headers = table.data.records[row.id]?.headers?.map((id) => names.get(id) ?? id);
    records[`r${i + 1}`] = { orderIndex: String(i), values, ...(headers ? { headers } : {}) };
  }
  const rows = new Map(grid.rows.map(({ id }, i) => [id, `r${i + 1}`]));
  const cellMerges = table.data.cellMerges?.map(({ anchor: { record, column }, ...spans }) => ({
    ...spans,
    anchor: { record: rows.get(record) ?? record, column: names.get(column) ?? column },
  }));
  return {
    ...table,
    data: {
      ...table.data,
      view: nameView(table.data.view, names),
      definition,
      records,
      ...(cellMerges ? { cellMerges } : {}),
    },
    fragments,
  };
}

function nameView(view: TableView, names: ReadonlyMap<string, string>): TableView {
  const nameOf = (id: string): string => names.get(id) ?? id;
  const named: Record<string, unknown> = { ...view, columns: view.columns.map(nameOf) };
  for (const field of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'])
    if (typeof named[field] === 'string') named[field] = nameOf(named[field]);
  if (view.columnWidths)
    named.columnWidths = Object.fromEntries(
      Object.entries(view.columnWidths).map(([id, width]) => [nameOf(id), width]),
    );
  return named as unknown as TableView;
}
