import type { Node } from 'prosemirror-model';
import { childrenOf } from './children-of.ts';
import type { DocumentNode } from './document-json.ts';
import type { Column, HiddenValue, TableJson } from './table-to-editor.ts';

type TableData = Pick<TableJson, 'definition' | 'view' | 'cellMerges'>;

const NEW_TABLE: TableData = { definition: {}, view: { type: 'grid', columns: [], hideHeader: false } };
const NEW_COLUMN: Column = { id: '', type: 'text', title: '', textAlignment: 'left' };

/** A table of the editor in the document format. Columns are those of its first row. */
export function tableToDocument(table: Node, toNodes: (cell: Node) => DocumentNode[]): DocumentNode {
  const { key, more } = table.attrs as { key: string; more: object };
  // A table from the clipboard has rows and cells only.
  const data: TableData = { ...NEW_TABLE, ...(table.attrs.data as Partial<TableData>) };
  const [head, ...body] = childrenOf(table) as [Node, ...Node[]];
  const columns = columnsOf(head);
  const fragments: DocumentNode[] = [];
  const records: TableJson['records'] = {};
  const cellMerges: NonNullable<TableJson['cellMerges']> = [];
  const names = new Set<string>();
  const taken = new Set(body.flatMap(({ attrs }) => (attrs.record === null ? [] : [String(attrs.record)])));
  const covered = new Set<string>();
  const order = orderOf(body);
  for (const [y, row] of body.entries()) {
    const { fields, hidden } = row.attrs as { fields: object; hidden: readonly HiddenValue[] };
    const record = recordOf(row, taken, records);
    const values: Record<string, unknown> = {};
    const addText = (column: Column, nodes: DocumentNode[], cell?: Node): void => {
      const name = nameOf(cell, `${record}-${column.id}`, names);
      values[column.id] = name;
      const key = cell?.attrs.key as string | null | undefined;
      fragments.push({ object: 'fragment', fragment: name, ...(key == null ? {} : { key }), nodes });
    };
    const cells = childrenOf(row);
    for (const [x, column] of columns.entries()) {
      if (covered.has(`${y}/${x}`)) {
        if (column.type === 'text') addText(column, [paragraphOf('')]);
        continue;
      }
      const cell = cells.shift();
      if (!cell) break;
      const { colspan, rowspan } = cell.attrs as { colspan: number; rowspan: number };
      for (let down = 0; down < rowspan; down++)
        for (let across = 0; across < colspan; across++)
          if (down > 0 || across > 0) covered.add(`${y + down}/${x + across}`);
      if (colspan > 1 || rowspan > 1)
        cellMerges.push({ anchor: { record, column: column.id }, rowSpan: rowspan, colSpan: colspan });
      if (cell.type.name === 'table_value') {
        if (cell.attrs.value !== null) values[column.id] = cell.attrs.value;
      } else if (cell.type.name === 'table_header') addText(column, [paragraphOf(cell.textContent)]);
      else addText(column, toNodes(cell), cell);
    }
    for (const { id, value, fragment } of hidden) {
      values[id] = value;
      if (fragment) fragments.push(fragment);
    }
    records[record] = { ...fields, orderIndex: order[y] as string, values };
  }
  const { cellMerges: _before, ...rest } = data;
  return {
    object: 'block',
    type: 'table',
    key,
    isVoid: true,
    data: {
      ...rest,
      definition: definitionOf(data, columns),
      records,
      view: { ...data.view, columns: columns.map(({ id }) => id) },
      ...(cellMerges.length > 0 ? { cellMerges } : {}),
    },
    ...more,
    fragments,
  };
}

/** Columns that are not shown stay behind those that they followed. Those that were removed are not hidden. */
function definitionOf({ definition, view }: TableData, columns: readonly Column[]): Record<string, Column> {
  const ordered = [...columns];
  const ids = Object.keys(definition);
  for (const [index, column] of Object.values(definition).entries())
    if (!view.columns.includes(column.id) && columns.every(({ id }) => id !== column.id))
      ordered.splice(ordered.findIndex(({ id }) => id === ids[index - 1]) + 1, 0, column);
  return Object.fromEntries(ordered.map((column) => [column.id, column]));
}

function columnsOf(head: Node): Column[] {
  const ids = new Set<string>();
  return childrenOf(head).map((cell) => {
    const { column, title } = cell.attrs as { column: Column | null; title: string };
    const shown = cell.textContent;
    let id = column?.id ?? newId('column');
    // A column that was copied beside itself.
    while (ids.has(id)) id = newId('column');
    ids.add(id);
    if (column?.id === id && shown === title.replaceAll('\n', ' ')) return column;
    const { titleSource: _source, titleHtml: _html, ...known } = column ?? NEW_COLUMN;
    return { ...known, id, title: shown };
  });
}

function recordOf(row: Node, taken: Set<string>, records: TableJson['records']): string {
  const { record } = row.attrs as { record: string | null };
  if (record !== null && !(record in records)) return record;
  let id = newId('row');
  while (taken.has(id)) id = newId('row');
  taken.add(id);
  return id;
}

/** The order of rows as texts: what they had if it still ascends. */
function orderOf(rows: readonly Node[]): string[] {
  const known = rows.map(({ attrs }) => (attrs.fields as { orderIndex?: string }).orderIndex);
  const ascends = known.every(
    (value, at) => value !== undefined && (at === 0 || (known[at - 1] as string) < value),
  );
  if (ascends) return known as string[];
  return rows.map((_, at) => String(at).padStart(8, '0'));
}

function nameOf(cell: Node | undefined, fallback: string, names: Set<string>): string {
  let name = typeof cell?.attrs.name === 'string' ? cell.attrs.name : fallback;
  while (names.has(name)) name = newId('cell');
  names.add(name);
  return name;
}

let count = 0;
const newId = (kind: string): string => `${kind}-${Date.now().toString(36)}${++count}`;

const paragraphOf = (text: string): DocumentNode => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
