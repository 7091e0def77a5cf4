import { type Html, html } from '@lectern/html/html';
import type { Table } from '@lectern/markdown/document';
import type { GridView, TableColumn } from '@lectern/markdown/table-data';
import { isEmptyCell, placeKey, placeMerges, shownTitles } from '@lectern/markdown/table-merges';
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
  const titled = columns.map(({ id, column: { title, titleSpan } }) => ({ id, title, titleSpan }));
  const head =
    hasTitles &&
    html`<thead><tr>${shownTitles(titled).map(({ id, title, titleSpan }) => {
      const classNames = cellLook(table.data.definition[id] as TableColumn, widthOf(id));
      // Screen readers announce no header without a name.
      if (title === '') return html`<td${classes('untitled', ...classNames)}></td>`;
      const isGroup = titleSpan !== undefined && titleSpan > 1;
      return html`<th scope="${isGroup ? 'colgroup' : 'col'}"${isGroup && html` colspan="${titleSpan}"`}${classes(...classNames)}>${title}</th>`;
    })}</tr></thead>\n`;
  const places = placeMerges(table.data, { rows, columns: columns.map(({ id }) => id), cells });
  const body = rows.map(([row, record], y) => {
    const isHead = columns.every(({ id }) => record.headers?.includes(id) || places.get(placeKey(row, id)));
    return html`<tr>${columns.map(({ id, column }, x) => {
      const place = places.get(placeKey(row, id));
      if (place === 'covered') return undefined;
      const { rowSpan = 1, colSpan = 1 } = place ?? {};
      const content = renderValue({ column, value: record.values[id] }, cells, inner);
      const attributes = [
        rowSpan > 1 && html` rowspan="${rowSpan}"`,
        colSpan > 1 && html` colspan="${colSpan}"`,
        classes(
          ...cellLook(column, y === 0 && !hasTitles && colSpan === 1 ? widthOf(id) : undefined),
          places.size > 0 && x > 0 && 'inner',
          rowSpan > 1 && y + rowSpan === rows.length && 'last',
        ),
      ];
      return record.headers?.includes(id) && !isEmptyCell(record.values[id], cells)
        ? html`<th scope="${scopeOf({ isHead, rowSpan, colSpan })}"${attributes}>${content}</th>`
        : html`<td${attributes}>${content}</td>`;
    })}</tr>\n`;
  });
  return html`<div${look} role="group" aria-label="${rendering.words.table}" tabindex="0"><table>\n${head}<tbody>${body}</tbody>\n</table></div>\n`;
}

/** The direction of a header: the column below it in a row of headers only, otherwise the row beside it. */
function scopeOf({
  isHead,
  rowSpan,
  colSpan,
}: {
  isHead: boolean;
  rowSpan: number;
  colSpan: number;
}): string {
  if (isHead) return colSpan > 1 ? 'colgroup' : 'col';
  return rowSpan > 1 ? 'rowgroup' : 'row';
}

function cellLook(column: TableColumn, width: string | undefined): (string | false | undefined)[] {
  if (column.type === 'number') return ['number', width];
  if (column.type !== 'text') return [width];
  const { textAlignment, verticalAlignment } = column;
  return [
    textAlignment !== 'left' && textAlignment,
    verticalAlignment !== undefined && verticalAlignment !== 'top' && `valign-${verticalAlignment}`,
    width,
  ];
}
