import { type Html, html, type Insertion } from '@lectern/html/html';
import type { ContentRef, FileRef, UrlRef } from '@lectern/markdown/content-ref';
import { plainText, type Table, type TableCell } from '@lectern/markdown/document';
import {
  type CardsView,
  type CellValue,
  imageOf,
  referenceOf,
  type TableRecord,
  textsOf,
} from '@lectern/markdown/table-data';
import { classes } from '../classes.ts';
import { renderPicture } from '../inlines/picture.ts';
import type { Destination } from '../references.ts';
import { noteWidth, type Rendering, withoutOutline } from '../rendering.ts';
import type { Slot } from '../source-set.ts';
import { readTable, type TableContent } from './table-rows.ts';
import { fitClass, renderValue } from './table-value.ts';

/** The maximum width of a card, unless it is alone in a wide column. */
const CARD_SLOT: Slot = { pixels: 480 };

/** Renders a table whose rows are cards, each with a cover and a target. */
export function renderCards(table: Table, view: CardsView, rendering: Rendering): Html {
  const { coverDefinition, coverDefinitionDark, targetDefinition } = view;
  const hidden = new Set([coverDefinition, coverDefinitionDark, targetDefinition]);
  const content = readTable(
    table,
    view.columns.filter((id) => !hidden.has(id)),
  );
  const inner = withoutOutline(rendering);
  const look = classes('cards', view.cardSize === 'large' && 'cards-large', noteWidth(rendering, table.data));
  const cards = content.rows.map(([, row]) => renderCard(row, view, content, inner));
  return html`<ul${look}>${cards}</ul>\n`;
}

function renderCard(row: TableRecord, view: CardsView, content: TableContent, rendering: Rendering): Html {
  const { values } = row;
  const target = targetOf(view.targetDefinition === undefined ? undefined : values[view.targetDefinition]);
  const destination = target && rendering.references.find(target);
  const link =
    destination &&
    html`<a class="card-target" href="${destination.href}" rel="noreferrer" aria-label="${labelOf(row, content, destination)}"></a>`;
  return html`<li${classes('card-item', destination && 'linked')}>${renderCover(row, view, rendering)}<div class="card-body">${renderFields(row, view, content, rendering)}</div>${link}</li>\n`;
}

const targetOf = (value: CellValue | undefined): ContentRef | undefined => {
  const [file] = textsOf(value);
  return file === undefined ? referenceOf(value) : { kind: 'file', file };
};

function renderCover({ values }: TableRecord, view: CardsView, rendering: Rendering): Insertion {
  const light = coverOf(view.coverDefinition, values);
  if (!light) return undefined;
  const dark = coverOf(view.coverDefinitionDark, values);
  const { ref: reference, fit } = light;
  const picture = rendering.references.findPicture(reference);
  // A link to a picture elsewhere would lie under the link of the card.
  if (!picture) return undefined;
  return html`<div class="card-cover">${renderPicture(
    { ref: reference, ...(dark ? { refDark: dark.ref } : {}), alt: '' },
    rendering,
    { className: fitClass(fit), slot: CARD_SLOT },
  )}</div>`;
}

interface Cover {
  ref: UrlRef | FileRef;
  fit?: string | undefined;
}

function coverOf(column: string | undefined, values: TableRecord['values']): Cover | undefined {
  const value = column === undefined ? undefined : values[column];
  const [file] = textsOf(value);
  if (file !== undefined) return { ref: { kind: 'file', file } };
  const image = imageOf(value);
  return image && { ref: image.ref, fit: image.objectFit };
}

function renderFields(
  { values }: TableRecord,
  { hideColumnTitle }: CardsView,
  { columns, cells }: TableContent,
  rendering: Rendering,
): Insertion {
  return columns.map(({ id, column }) => {
    const value = renderValue({ column, value: values[id] }, cells, rendering);
    if (value === undefined || value === false) return undefined;
    // A text needs no title.
    const hasTitle = hideColumnTitle !== true && column.type !== 'text' && column.title !== '';
    return html`<div class="card-field">${hasTitle && html`<span class="card-field-title">${column.title}</span> `}${value}</div>`;
  });
}

/** Returns the name of the link of a card: the first line of the card. */
function labelOf({ values }: TableRecord, { columns, cells }: TableContent, { title }: Destination): string {
  for (const { id, column } of columns) {
    const cell: TableCell | undefined = column.type === 'text' ? cells.get(String(values[id])) : undefined;
    const text = cell ? plainText(cell.nodes).trim() : '';
    if (text !== '') return text;
  }
  return title;
}
