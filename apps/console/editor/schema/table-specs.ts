import type { NodeSpec } from 'prosemirror-model';

const SPANS = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } };

/**
 * Tables in the form that prosemirror-tables edits: rows of cells, the first row with the titles of the columns. `data`
 * of a table is without its records; a row has the id and other fields of its record, and the values of columns that
 * are not shown; a cell has the fields of its column, or its own value if that is not text.
 */
export function tableSpecs(attrs: NodeSpec['attrs']): Record<string, NodeSpec> {
  return {
    table: {
      group: 'block',
      content: 'table_row+',
      tableRole: 'table',
      isolating: true,
      attrs,
      toDOM: () => ['table', ['tbody', 0]],
      parseDOM: [{ tag: 'table' }],
    },
    table_row: {
      content: '(table_cell | table_header | table_value)*',
      tableRole: 'row',
      attrs: { record: { default: null }, fields: { default: {} }, hidden: { default: [] } },
      toDOM: () => ['tr', 0],
      parseDOM: [{ tag: 'tr' }],
    },
    /** A value that is not text. Before `table_cell`, which new cells are: the last of a role. */
    table_value: {
      tableRole: 'cell',
      atom: true,
      isolating: true,
      attrs: { value: { default: null }, ...SPANS },
      toDOM: ({ attrs: own }) => [
        'td',
        { ...spansOf(own), class: 'value', 'data-value': JSON.stringify(own.value) },
        textOf(own.value),
      ],
      parseDOM: [{ tag: 'td[data-value]', priority: 60, getAttrs: readValue }],
    },
    table_cell: {
      content: 'cell_block+',
      tableRole: 'cell',
      isolating: true,
      attrs: { key: { default: null }, name: { default: null }, ...SPANS },
      toDOM: ({ attrs: own }) => ['td', spansOf(own), 0],
      parseDOM: [{ tag: 'td', getAttrs: readSpans }],
    },
    /** The title of a column. */
    table_header: {
      content: 'text*',
      marks: '',
      tableRole: 'header_cell',
      isolating: true,
      attrs: { column: { default: null }, title: { default: '' }, ...SPANS },
      toDOM: ({ attrs: own }) => [
        'th',
        { scope: 'col', 'data-column': JSON.stringify(own.column), ...spansOf(own) },
        0,
      ],
      parseDOM: [
        {
          tag: 'th',
          getAttrs: (element) => ({ ...readSpans(element), column: columnIn(element) }),
        },
      ],
    },
  };
}

function spansOf({ colspan, rowspan }: { colspan?: number; rowspan?: number }): Record<string, string> {
  return {
    ...(colspan !== undefined && colspan > 1 ? { colspan: String(colspan) } : {}),
    ...(rowspan !== undefined && rowspan > 1 ? { rowspan: String(rowspan) } : {}),
  };
}

function readSpans(element: HTMLElement): { colspan: number; rowspan: number } {
  const read = (name: string): number => Math.max(1, Number(element.getAttribute(name) ?? 1) || 1);
  return { colspan: read('colspan'), rowspan: read('rowspan') };
}

/** The text of a value for other programs. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '☑' : '☐';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

const readValue = (element: HTMLElement): object => ({
  ...readSpans(element),
  value: readJson(element, 'data-value'),
});

/** A column that was copied in the editor. */
function columnIn(element: HTMLElement): unknown {
  const column = readJson(element, 'data-column') as Record<string, unknown> | null;
  const isColumn = typeof column?.id === 'string' && typeof column.title === 'string';
  return isColumn && typeof column.type === 'string' ? column : null;
}

function readJson(element: HTMLElement, name: string): unknown {
  try {
    return JSON.parse(element.getAttribute(name) ?? 'null');
  } catch {
    return null;
  }
}
