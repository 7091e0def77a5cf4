import { type Html, html, type Insertion } from '@lectern/html/html';
import { assertNever } from '@lectern/markdown/assert-never';
import type { TableCell } from '@lectern/markdown/document';
import {
  type CellValue,
  findOption,
  imageOf,
  referenceOf,
  type SelectColumn,
  type TableColumn,
  textsOf,
} from '@lectern/markdown/table-data';
import { classes, colorClass } from '../classes.ts';
import { renderLink } from '../inlines/link.ts';
import { renderPicture } from '../inlines/picture.ts';
import type { Rendering } from '../rendering.ts';
import { TEXT_SLOT } from '../source-set.ts';
import { fillWords } from '../words.ts';
import { renderTight } from './text.ts';

/** The value of a cell. `cells`: the text cells of the table by their names. */
export function renderValue(
  { column, value }: { column: TableColumn; value: CellValue | undefined },
  cells: ReadonlyMap<string, TableCell>,
  rendering: Rendering,
): Insertion {
  if (value === undefined) return undefined;
  switch (column.type) {
    case 'text': {
      const cell = cells.get(String(value));
      return cell && renderTight(cell.nodes, rendering);
    }
    case 'checkbox':
      return renderCheck(value === true, rendering);
    case 'rating':
      return renderRating(Number(value), column.max, rendering);
    case 'select':
      return renderOptions(column, textsOf(value));
    case 'files':
      return separate(
        textsOf(value).map((file) => renderLink({ reference: { kind: 'file', file } }, rendering)),
      );
    case 'users':
      return separate(
        textsOf(value).map((user) =>
          renderLink({ reference: { kind: 'user', user }, text: user, className: 'mention' }, rendering),
        ),
      );
    case 'content-ref':
      return renderLink({ reference: referenceOf(value) }, rendering);
    case 'image': {
      const image = imageOf(value);
      return (
        image &&
        renderPicture(image, rendering, {
          canZoom: true,
          className: fitClass(image.objectFit),
          slot: TEXT_SLOT,
        })
      );
    }
    case 'number':
      return String(value);
    default:
      return assertNever(column);
  }
}

export const fitClass = (fit: string | undefined): string | undefined =>
  fit === undefined ? undefined : `fit-${fit}`;

function renderCheck(isDone: boolean, { words }: Rendering): Html {
  return html`<input type="checkbox" disabled${isDone && html` checked`} aria-label="${isDone ? words.done : words.notDone}">`;
}

const MAX_STARS = 10;

function renderRating(count: number, max: number, { words }: Rendering): Html | string {
  const label = fillWords(words.rating, { count, max });
  const canShow = Number.isInteger(max) && max >= 1 && max <= MAX_STARS && count >= 0 && count <= max;
  if (!canShow) return label;
  const full = Math.round(count);
  return html`<span class="rating" role="img" aria-label="${label}">${'★'.repeat(full)}<span class="rest">${'★'.repeat(max - full)}</span></span>`;
}

function renderOptions(column: SelectColumn, values: readonly string[]): Insertion {
  const chips = values.map((value) => {
    const option = findOption(column, value);
    return html`<span${classes('chip', colorClass('b', option?.color))}>${option?.label || value}</span>`;
  });
  return chips.length > 0 && html`<span class="chips">${chips}</span>`;
}

const separate = (links: readonly Html[]): Insertion => links.map((link, n) => [n > 0 && ', ', link]);
