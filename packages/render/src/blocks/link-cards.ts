import { type Html, html, type Insertion } from '@lectern/html/html';
import { webAddress } from '@lectern/html/web-address';
import { specOfChangelog } from '@lectern/markdown/changelog-block';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { BlockOf, Embed, FileBlock, Integration } from '@lectern/markdown/document';
import { classes } from '../classes.ts';
import { nameReference } from '../inlines/link.ts';
import type { Destination } from '../references.ts';
import { noteWidth, type Rendering } from '../rendering.ts';
import { SYMBOLS } from '../symbols.ts';
import { fillWords } from '../words.ts';
import { renderChangelog } from './api/changelog.ts';
import { renderCaption } from './caption.ts';

interface CardContent {
  symbol: Html;
  title: Insertion;
  detail?: Insertion;
}

function renderCard(
  { href, className }: { href: string | undefined; className?: string },
  content: CardContent,
): Html {
  const { symbol, title, detail } = content;
  const inner = html`${symbol}<span class="link-card-text"><span class="link-card-title">${title}</span>${
    detail !== undefined && html`<span class="link-card-detail">${detail}</span>`
  }</span>`;
  return href === undefined
    ? html`<span${classes('link-card', 'broken', className)}>${inner}</span>`
    : html`<a${classes('link-card', className)} href="${href}" rel="noreferrer">${inner}</a>`;
}

/** A link to a page or to something else, as a card. */
export function renderContentRef({ data }: { data: { ref: ContentRef } }, { references }: Rendering): Html {
  const destination = references.find(data.ref);
  const isOutside = data.ref.kind === 'url';
  return html`<div class="link-block">${renderCard(
    { href: destination?.href },
    {
      symbol: isOutside ? SYMBOLS.outside : SYMBOLS.page,
      title: destination?.title ?? nameReference(data.ref),
    },
  )}</div>\n`;
}

/** A reusable content that was not found. */
export const renderReusable = (block: BlockOf<'reusable-content'>, rendering: Rendering): Html =>
  renderContentRef(block, rendering);

export function renderFile(block: FileBlock, rendering: Rendering): Html {
  const { ref: reference } = block.data;
  const destination = rendering.references.find(reference);
  return html`<figure class="file">${renderCard(
    { href: destination?.href },
    {
      symbol: SYMBOLS.file,
      title: destination?.title ?? nameReference(reference),
      detail: describeFile(destination, rendering),
    },
  )}${renderCaption(block, rendering)}</figure>\n`;
}

/** The kind and the size of a file. */
function describeFile(destination: Destination | undefined, { words }: Rendering): string | undefined {
  if (!destination) return undefined;
  const kind = /\.([a-z\d]{1,8})$/i.exec(destination.title)?.[1]?.toUpperCase() ?? words.file;
  return destination.size === undefined ? kind : `${kind} · ${describeSize(destination.size, words.locale)}`;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

function describeSize(bytes: number, locale: string): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit += 1) size /= 1000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[unit] as string,
    // The short form of bytes is not in the plural: “12 byte”.
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0,
  }).format(size);
}

/** Renders content of another site as a link to it; a script loads the content when the reader asks for it. */
export function renderEmbed(block: Embed, rendering: Rendering): Html {
  const { url } = block.data;
  const href = webAddress(url);
  const look = classes('embed', noteWidth(rendering, block.data));
  return html`<figure${look}${href !== undefined && html` data-embed="${href}"`}>${renderOutside(href, url, rendering)}${renderCaption(block, rendering)}</figure>\n`;
}

function renderOutside(href: string | undefined, url: string, { words }: Rendering): Html {
  const host = href === undefined ? '' : new URL(href).hostname.replace(/^www\./, '');
  return renderCard(
    { href },
    host === ''
      ? { symbol: SYMBOLS.outside, title: url }
      : { symbol: SYMBOLS.outside, title: fillWords(words.externalContent, { name: host }), detail: url },
  );
}

export function renderIntegration(integration: Integration, rendering: Rendering): Insertion {
  const slug = specOfChangelog(integration);
  return slug === undefined ? renderVendorBlock(integration) : renderChangelog(slug, rendering);
}

function renderVendorBlock({ data }: Integration): Html {
  const { integration, block, url = '' } = data;
  return html`<figure class="embed">${renderCard(
    { href: webAddress(url) },
    {
      symbol: SYMBOLS.outside,
      title: `${integration}/${block}`,
      detail: url === '' ? undefined : url,
    },
  )}</figure>\n`;
}
