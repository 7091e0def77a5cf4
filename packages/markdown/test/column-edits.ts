import type { Table } from '../src/document.ts';

/** Adds a column of text before the one at a place. */
export function insertColumn(table: Table, at: number, textOf: (row: string) => string): void {
  const { data } = table;
  const columns = Object.entries(data.definition);
  const id = `added${columns.length}`;
  const next = columns[at]?.[0];
  columns.splice(at, 0, [id, { id, title: 'New', type: 'text', textAlignment: 'left' }]);
  data.definition = Object.fromEntries(columns);
  const place = next === undefined ? -1 : data.view.columns.indexOf(next);
  data.view.columns.splice(place < 0 ? data.view.columns.length : place, 0, id);
  for (const [row, { values }] of Object.entries(data.records)) {
    const fragment = `${row}-${id}`;
    values[id] = fragment;
    const leaves = [{ object: 'leaf' as const, text: textOf(row), marks: [] }];
    table.fragments ??= [];
    table.fragments.push({
      object: 'fragment',
      fragment,
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          isVoid: false,
          data: {},
          nodes: [{ object: 'text', leaves }],
        },
      ],
    });
  }
}

export function removeColumn({ data, fragments = [] }: Table, at: number): void {
  const id = Object.keys(data.definition)[at]!;
  delete data.definition[id];
  data.view.columns = data.view.columns.filter((column) => column !== id);
  const removed = new Set<unknown>();
  for (const record of Object.values(data.records)) {
    removed.add(record.values[id]);
    delete record.values[id];
    if (record.headers?.includes(id)) record.headers = record.headers.filter((column) => column !== id);
    if (record.headers?.length === 0) delete record.headers;
  }
  const kept = fragments.filter(({ fragment }) => !removed.has(fragment));
  fragments.splice(0, fragments.length, ...kept);
  const { columnWidths } = data.view;
  if (!columnWidths) return;
  delete columnWidths[id];
  if (Object.keys(columnWidths).length === 0) delete data.view.columnWidths;
}

export function moveColumn({ data }: Table, from: number, to: number): void {
  const columns = Object.entries(data.definition);
  columns.splice(to, 0, ...columns.splice(from, 1));
  data.definition = Object.fromEntries(columns);
  const shown = new Set(data.view.columns);
  data.view.columns = columns.map(([id]) => id).filter((id) => shown.has(id));
}

export function alignColumn({ data }: Table, at: number, textAlignment: 'left' | 'center' | 'right'): void {
  const column = Object.values(data.definition)[at];
  if (column?.type === 'text') column.textAlignment = textAlignment;
}
