import type { Node } from 'prosemirror-model';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import type { DocumentNode } from './document-json.ts';

export interface Column {
  id: string;
  type: string;
  title: string;
  [field: string]: unknown;
}

/** The value of a row in a column that is not shown. */
export interface HiddenValue {
  id: string;
  value: unknown;
  /** Its blocks, if it is text. */
  fragment: DocumentNode | undefined;
}

interface Row {
  orderIndex: string;
  values: Record<string, unknown>;
  [field: string]: unknown;
}

/** The data of a table, as far as the editor reads it. */
export interface TableJson {
  definition: Record<string, Column>;
  records: Record<string, Row>;
  view: { columns: string[]; [field: string]: unknown };
  cellMerges?: { anchor: { record: string; column: string }; rowSpan: number; colSpan: number }[];
  [field: string]: unknown;
}

/** A table as rows and cells. Undefined if it has no columns to show. */
export function tableToEditor(
  node: DocumentNode,
  toBlocks: (nodes: readonly DocumentNode[]) => Node[],
): Node | undefined {
  const { records, ...data } = node.data as unknown as TableJson;
  const columns = data.view.columns.flatMap((id) => data.definition[id] ?? []);
  if (columns.length === 0) return undefined;
  const fragments = new Map((node.fragments ?? []).map((fragment) => [fragment.fragment, fragment]));
  const rows = Object.entries(records).sort(([, a], [, b]) => (a.orderIndex < b.orderIndex ? -1 : 1));
  const places = new Map(rows.map(([id], index) => [id, index]));
  const merges = new Map<string, { colspan: number; rowspan: number }>();
  const covered = new Set<string>();
  for (const { anchor, rowSpan, colSpan } of data.cellMerges ?? []) {
    const row = places.get(anchor.record);
    const column = columns.findIndex(({ id }) => id === anchor.column);
    if (row === undefined || column < 0) return undefined;
    merges.set(`${row}/${column}`, { colspan: colSpan, rowspan: rowSpan });
    for (let y = row; y < row + rowSpan; y++)
      for (let x = column; x < column + colSpan; x++) if (y !== row || x !== column) covered.add(`${y}/${x}`);
  }
  const cellOf = (column: Column, value: unknown, spans: object): Node => {
    if (column.type !== 'text') return schema.node('table_value', { value: value ?? null, ...spans });
    const fragment = fragments.get(String(value));
    const { key = newKey(), nodes = [] } = fragment ?? {};
    return schema.node('table_cell', { key, name: fragment ? value : null, ...spans }, toBlocks(nodes));
  };
  const titles = columns.map((column) =>
    schema.node(
      'table_header',
      { column, title: column.title },
      column.title === '' ? [] : [schema.text(column.title.replaceAll('\n', ' '))],
    ),
  );
  const shown = new Set(columns.map(({ id }) => id));
  const body = rows.map(([record, { values, ...fields }], y) =>
    schema.node(
      'table_row',
      {
        record,
        fields,
        hidden: Object.entries(values).flatMap(([id, value]) =>
          shown.has(id) ? [] : [{ id, value, fragment: fragments.get(String(value)) }],
        ),
      },
      columns.flatMap((column, x) =>
        covered.has(`${y}/${x}`) ? [] : [cellOf(column, values[column.id], merges.get(`${y}/${x}`) ?? {})],
      ),
    ),
  );
  const { key = newKey(), attributes } = node;
  return schema.node('table', { key, data, more: attributes === undefined ? {} : { attributes } }, [
    schema.node('table_row', null, titles),
    ...body,
  ]);
}
