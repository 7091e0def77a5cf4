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
  // A pasted table has rows and cells only.
  const data: TableData = { ...NEW_TABLE, ...(table.attrs.data as Partial<TableData>) };
  const [head, ...body] = childrenOf(table) as [Node, ...Node[]];
  const columns = columnsOf(head);
  const definition = definitionOf(data, columns);
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
        const value = valueIn(column, cell.attrs.value);
        if (value !== undefined) values[column.id] = value;
      } else if (cell.type.name === 'table_header') addText(column, [paragraphOf(cell.textContent)]);
      else addText(column, toNodes(cell).map(asInHtml), cell);
    }
    for (const { id, value, fragment } of hidden) {
      // Rows can be pasted from other tables.
      const column = definition[id];
      if (!column || columns.includes(column) || (column.type === 'text') !== (fragment !== undefined))
        continue;
      values[id] = fragment ? value : valueIn(column, value);
      if (fragment) fragments.push(fragment);
    }
    for (const column of Object.values(definition))
      if (!(column.id in values) && column.type === 'select') values[column.id] = [];
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
      definition,
      records,
      view: viewOf(data, columns, definition),
      ...(cellMerges.length > 0 ? { cellMerges } : {}),
    },
    ...more,
    fragments,
  };
}

/** Columns that are not shown stay after those that they followed. Those that were removed are not hidden. */
function definitionOf({ definition, view }: TableData, columns: readonly Column[]): Record<string, Column> {
  const ordered = [...columns];
  const ids = Object.keys(definition);
  for (const [index, column] of Object.values(definition).entries())
    if (!view.columns.includes(column.id) && columns.every(({ id }) => id !== column.id))
      ordered.splice(ordered.findIndex(({ id }) => id === ids[index - 1]) + 1, 0, column);
  return Object.fromEntries(ordered.map((column) => [column.id, column]));
}

/** The view without columns that the table does not have any more. */
function viewOf(
  { view }: TableData,
  columns: readonly Column[],
  definition: Record<string, Column>,
): TableJson['view'] {
  const { columnWidths, ...fields } = view as { columnWidths?: Record<string, unknown> };
  const isColumn = (id: string): boolean => Object.hasOwn(definition, id);
  const widths = Object.entries(columnWidths ?? {}).filter(([id]) => isColumn(id));
  const kept = Object.entries(fields).filter(
    ([name, id]) => !name.includes('Definition') || isColumn(String(id)),
  );
  return {
    ...Object.fromEntries(kept),
    ...(widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {}),
    columns: columns.map(({ id }) => id),
  };
}

const KINDS: Record<string, string> = {
  number: 'number',
  rating: 'number',
  checkbox: 'boolean',
  select: 'array',
  files: 'array',
  users: 'array',
  'content-ref': 'object',
  image: 'object',
};

/** The value of a cell in a column: a cell can come from another one. */
function valueIn({ type }: Column, value: unknown): unknown {
  const kind = value === null ? 'nothing' : Array.isArray(value) ? 'array' : typeof value;
  if (kind === KINDS[type]) {
    // A reference has a kind, and a picture has a reference.
    if (kind !== 'object' || (type === 'image' ? 'ref' : 'kind') in (value as object)) return value;
  }
  // The value with which an empty cell is read.
  return type === 'select' ? [] : undefined;
}

function columnsOf(head: Node): Column[] {
  const ids = new Set<string>();
  return childrenOf(head).map((cell) => {
    const { column, title } = cell.attrs as { column: Column | null; title: string };
    const shown = cell.textContent;
    let id = column?.id ?? newId('column');
    // A column that was pasted into its own table.
    while (ids.has(id)) id = newId('column');
    ids.add(id);
    if (column?.id === id && shown === title.replaceAll('\n', ' ')) return column;
    const { titleSource: _source, titleHtml: _html, ...known } = column ?? NEW_COLUMN;
    return { ...known, id, title: shown.replace(/\s+/g, ' ').trim() };
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

/** In the HTML of a cell, a hint is no quote with a name. */
function asInHtml(node: DocumentNode): DocumentNode {
  const { alert: _alert, ...data } = node.data ?? {};
  return {
    ...node,
    ...(node.data ? { data } : {}),
    ...(node.nodes ? { nodes: node.nodes.map(asInHtml) } : {}),
  };
}

let count = 0;
const newId = (kind: string): string => `${kind}-${Date.now().toString(36)}${++count}`;

const paragraphOf = (text: string): DocumentNode => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
