import type { Block, ContentRef, Fragment } from '../content/documents/document.ts';
import { type Html, html, type Insertion } from '../html/html.ts';
import type { References } from './references.ts';
import { renderLink } from './render-inlines.ts';
import { renderPicture } from './render-pictures.ts';

interface Column {
  title?: string;
  type: string;
  textAlignment?: string;
  max?: number;
  options?: { value: string; label: string }[];
}

interface TableData {
  view?: { columns?: string[]; hideHeader?: boolean; targetDefinition?: string; coverDefinition?: string };
  definition?: Record<string, Column>;
  records?: Record<string, { orderIndex: string; values: Record<string, unknown> }>;
}

/** Every view of a table, cards too, as a table: what it says, not how it is dressed. */
export function renderTable(
  table: Block,
  references: References,
  renderCell: (fragment: Fragment) => Insertion,
): Html {
  const { view = {}, definition = {}, records = {} } = table.data as TableData;
  const columns = columnsOf(view, definition).flatMap((id) => {
    const column = definition[id];
    return column ? [{ id, column }] : [];
  });
  const rows = Object.values(records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1));
  const fragments = new Map((table.fragments ?? []).map((fragment) => [fragment.fragment, fragment]));

  const renderValue = (column: Column, value: unknown): Insertion => {
    if (column.type !== 'text') return renderTyped(column, value, references);
    const fragment = fragments.get(String(value));
    return fragment && renderCell(fragment);
  };
  const hasTitles = view.hideHeader !== true && columns.some(({ column }) => (column.title ?? '') !== '');
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

/** What a card shows as its cover and where it leads stand in columns that a table would hide. */
function columnsOf(view: NonNullable<TableData['view']>, definition: Record<string, Column>): string[] {
  const { columns = Object.keys(definition), coverDefinition, targetDefinition } = view;
  const ids = [coverDefinition, ...columns, targetDefinition].filter((id) => id !== undefined);
  return [...new Set(ids)];
}

const alignment = ({ textAlignment }: Column): Insertion =>
  (textAlignment === 'center' || textAlignment === 'right') && html` class="${textAlignment}"`;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function renderTyped(column: Column, value: unknown, references: References): Insertion {
  if (value === undefined || value === null) return undefined;
  switch (column.type) {
    case 'checkbox':
      return value === true ? 'yes' : 'no';
    case 'rating':
      return `${Number(value)} of ${column.max ?? 5}`;
    case 'select':
      return texts(value)
        .map((one) => column.options?.find((option) => option.value === one)?.label || one)
        .join(', ');
    case 'files':
      return separate(texts(value).map((file) => renderLink({ kind: 'file', file }, undefined, references)));
    case 'content-ref':
      return renderLink(value as ContentRef, undefined, references);
    case 'image':
      return renderPicture(
        'ref' in (value as object) ? (value as { ref: unknown }) : { ref: value },
        references,
      );
    case 'users':
      return texts(value).join(', ');
    default:
      return String(value);
  }
}

const separate = (links: Html[]): Insertion => links.map((link, n) => [n > 0 && ', ', link]);
