import { assertNever } from '../content/documents/assert-never.ts';
import type { Table, TableCell } from '../content/documents/document.ts';
import {
  type CellValue,
  findOption,
  imageOf,
  referenceOf,
  type TableColumn,
  type TableData,
  type TextColumn,
  textsOf,
} from '../content/documents/table-data.ts';
import { type Html, html, type Insertion } from '../html/html.ts';
import type { References } from './references.ts';
import { renderLink } from './render-inlines.ts';
import { renderPicture } from './render-pictures.ts';

/** Every view of a table, cards too, as a table: what it says, not how it is dressed. */
export function renderTable(
  table: Table,
  references: References,
  renderCell: (cell: TableCell) => Insertion,
): Html {
  const { view, definition, records } = table.data;
  const columns = columnsOf(table.data).flatMap((id) => {
    const column = definition[id];
    return column ? [{ id, column }] : [];
  });
  const rows = Object.values(records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1));
  const fragments = new Map((table.fragments ?? []).map((fragment) => [fragment.fragment, fragment]));

  const renderValue = (column: TableColumn, value: CellValue | undefined): Insertion => {
    if (column.type !== 'text') return renderTyped(column, value, references);
    const fragment = fragments.get(String(value));
    return fragment && renderCell(fragment);
  };
  const isHeaderHidden = view.type === 'grid' && view.hideHeader;
  const hasTitles = !isHeaderHidden && columns.some(({ column }) => column.title !== '');
  return html`<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>
${
  hasTitles &&
  html`<thead><tr>${columns.map(
    ({ column }) => html`<th scope="col"${alignment(column)}>${column.title}</th>`,
  )}</tr></thead>`
}
<tbody>${rows.map(
    ({ values }) =>
      html`<tr>${columns.map(
        ({ id, column }) => html`<td${alignment(column)}>${renderValue(column, values[id])}</td>`,
      )}</tr>`,
  )}</tbody>
</table></div>`;
}

/** A card's cover and target are in columns that a table would hide. */
function columnsOf({ view }: TableData): string[] {
  if (view.type === 'grid') return view.columns;
  const { columns, coverDefinition, targetDefinition } = view;
  const ids = [coverDefinition, ...columns, targetDefinition].filter((id) => id !== undefined);
  return [...new Set(ids)];
}

const alignment = (column: TableColumn): Insertion =>
  column.type === 'text' && column.textAlignment !== 'left' && html` class="${column.textAlignment}"`;

function renderTyped(
  column: Exclude<TableColumn, TextColumn>,
  value: CellValue | undefined,
  references: References,
): Insertion {
  if (value === undefined) return undefined;
  switch (column.type) {
    case 'checkbox':
      return value === true ? 'yes' : 'no';
    case 'rating':
      return `${Number(value)} of ${column.max}`;
    case 'select':
      return textsOf(value)
        .map((one) => findOption(column, one)?.label || one)
        .join(', ');
    case 'files':
      return separate(
        textsOf(value).map((file) => renderLink({ kind: 'file', file }, undefined, references)),
      );
    case 'content-ref':
      return renderLink(referenceOf(value), undefined, references);
    case 'image': {
      const image = imageOf(value);
      return image && renderPicture(image, references);
    }
    case 'users':
      return textsOf(value).join(', ');
    case 'number':
      return String(value);
    default:
      return assertNever(column);
  }
}

const separate = (links: Html[]): Insertion => links.map((link, n) => [n > 0 && ', ', link]);
