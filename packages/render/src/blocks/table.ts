import { type Html, html, type Insertion } from '@lectern/html/html';
import type { Table } from '@lectern/markdown/document';
import type { GridView, TableColumn } from '@lectern/markdown/table-data';
import { classes, columnClass } from '../classes.ts';
import { noteWidth, type Rendering, withoutOutline } from '../rendering.ts';
import { renderCards } from './cards.ts';
import { readTable } from './table-rows.ts';
import { renderValue } from './table-value.ts';

export function renderTable(table: Table, rendering: Rendering): Html {
  const { view } = table.data;
  return view.type === 'cards' ? renderCards(table, view, rendering) : renderGrid(table, view, rendering);
}

function renderGrid(table: Table, view: GridView, rendering: Rendering): Html {
  const inner = withoutOutline(rendering);
  const { columns, rows, cells } = readTable(table, view.columns);
  const hasTitles = !view.hideHeader && columns.some(({ column }) => column.title !== '');
  const widthOf = (id: string): string | undefined => columnClass(view.columnWidths?.[id]);
  const look = classes(
    'table',
    view.stickyHeader === true && 'sticky-head',
    view.stickyFirstColumn === true && 'sticky-column',
    noteWidth(rendering, table.data),
  );
  const head =
    hasTitles &&
    html`<thead><tr>${columns.map(({ id, column }) =>
      column.title === ''
        ? html`<td${cellLook(column, widthOf(id))}></td>`
        : html`<th scope="col"${cellLook(column, widthOf(id))}>${column.title}</th>`,
    )}</tr></thead>\n`;
  const body = rows.map(
    ({ values }, n) =>
      html`<tr>${columns.map(
        ({ id, column }) =>
          html`<td${cellLook(column, n === 0 && !hasTitles ? widthOf(id) : undefined)}>${renderValue({ column, value: values[id] }, cells, inner)}</td>`,
      )}</tr>\n`,
  );
  return html`<div${look} role="group" aria-label="${rendering.words.table}" tabindex="0"><table>\n${head}<tbody>${body}</tbody>\n</table></div>\n`;
}

function cellLook(column: TableColumn, width: string | undefined): Insertion {
  if (column.type === 'number') return classes('number', width);
  if (column.type !== 'text') return classes(width);
  const { textAlignment, verticalAlignment } = column;
  return classes(
    textAlignment !== 'left' && textAlignment,
    verticalAlignment !== undefined && verticalAlignment !== 'top' && `valign-${verticalAlignment}`,
    width,
  );
}
