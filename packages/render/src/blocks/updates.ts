import { type Html, html, type Insertion } from '@lectern/html/html';
import type { BlockOf, Update } from '@lectern/markdown/document';
import { type Rendering, renderBlocks } from '../rendering.ts';

type Format = BlockOf<'updates'>['data']['format'];

export function renderUpdates({ data: { format }, nodes }: BlockOf<'updates'>, rendering: Rendering): Html {
  const entries = nodes.map((node) =>
    node.type === 'update' ? renderEntry(node, format, rendering) : renderBlocks([node], rendering),
  );
  return html`<div class="updates">${entries}</div>\n`;
}

/** An update outside of a list of them. */
export const renderUpdate = (update: Update, rendering: Rendering): Html =>
  renderEntry(update, 'full', rendering);

function renderEntry(
  { data: { date, tags = [] }, nodes }: Update,
  format: Format,
  rendering: Rendering,
): Html {
  const chips = tags.map(({ tag }) => html`<li class="chip">${tag}</li>`);
  return html`<section class="update"><div class="update-head">${renderDate(date, format, rendering)}${
    chips.length > 0 && html`<ul class="chips">${chips}</ul>`
  }</div><div class="update-body">${renderBlocks(nodes, rendering)}</div></section>\n`;
}

const STYLES = { numeric: 'short', short: 'medium', full: 'long' } as const;

/** The day as it is written where it is not a date. */
function renderDate(date: string, format: Format, { words: { locale } }: Rendering): Insertion {
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime())) return html`<span>${date}</span>`;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: STYLES[format] ?? 'long', timeZone: 'UTC' });
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${day.format(moment)}</time>`;
}
