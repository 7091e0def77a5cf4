import { type Html, html, type Insertion } from '@lectern/html/html';
import { classes } from '@lectern/render/classes';
import { renderMethod } from '@lectern/render/method';
import { fillMessage } from '../messages/messages.ts';
import { current } from './current.ts';
import { renderNamedIcon } from './named-icon.ts';
import type { NavigationEntry, OutlineEntry, PageData } from './page-data.ts';
import { listHeaderLinks, renderTabs } from './page-header.ts';
import { AWAY_SYMBOL, BRANCH_SYMBOL, CLOSE_SYMBOL, DOWN_SYMBOL } from './symbols.ts';

/** The table of contents beside a page. */
export const renderPageNavigation = ({
  messages,
  tabs,
  variants,
  navigation,
  headerLinks,
  layout,
  icons,
}: PageData): Html => html`<div class="side" id="_contents">
<a class="close" href="#_top">${CLOSE_SYMBOL}<span>${messages.closeMenu}</span></a>
${tabs.length > 1 && html`<nav class="side-tabs" aria-label="${messages.menu}: ${messages.sections}">${renderTabs(tabs, icons)}</nav>\n`}${
  variants.length > 1 &&
  html`<nav class="variants" aria-label="${!layout.hasNavigation && `${messages.menu}: `}${messages.variants}">${renderTabs(variants, icons)}</nav>\n`
}<nav class="tree" aria-label="${messages.pages}" data-navigation>${renderEntries(navigation, { messages, icons })}</nav>
${headerLinks.length > 0 && html`<nav class="side-tabs side-links" aria-label="${messages.menu}: ${messages.mainNavigation}">${listHeaderLinks(headerLinks)}</nav>\n`}</div>`;

type Page = Pick<PageData, 'messages' | 'icons'>;

const renderEntries = (entries: readonly NavigationEntry[], page: Page): Insertion =>
  entries.length > 0 && html`<ul>${entries.map((entry) => renderEntry(entry, page))}</ul>`;

function renderEntry(entry: NavigationEntry, page: Page): Html {
  const { title, emoji, icon, href, operation, isCurrent, isGroup, children } = entry;
  const name = html`${emoji !== undefined && html`<span class="emoji" aria-hidden="true">${emoji}</span>`}${renderNamedIcon(page, icon)}<span${classes(operation?.isDeprecated && 'deprecated')}>${title}</span>${operation && html` ${renderMethod(operation.method)}`}`;
  if (isGroup)
    return html`<li class="group"><p class="heading">${name}</p>${renderEntries(children, page)}</li>\n`;
  const link =
    href === undefined
      ? html`<span class="dead">${name}</span>`
      : html`<a href="${href}"${current(isCurrent, 'page')}>${name}${!/^[/#]/.test(href) && AWAY_SYMBOL}</a>`;
  if (children.length === 0) return html`<li>${link}</li>\n`;
  return html`<li class="branch">${link}<details${entry.isOpen && html` open`}><summary aria-label="${nameChildren(entry, page)}">${BRANCH_SYMBOL}</summary>${renderEntries(children, page)}</details></li>\n`;
}

const nameChildren = ({ title, children: [first] }: NavigationEntry, { messages }: Page): string =>
  first?.href?.startsWith('#')
    ? `${messages.onThisPage}: ${title}`
    : fillMessage(messages.pagesBelow, { title });

/** The sections of a page beside it. A page with a single one has none. */
export const renderOutline = ({ messages, outline, listsSections }: PageData): Insertion =>
  !listsSections &&
  outline.length > 1 &&
  html`<aside class="outline"><nav aria-labelledby="_outline" data-outline><p class="heading" id="_outline">${messages.onThisPage}</p>${renderOutlineEntries(outline)}</nav></aside>\n`;

/**
 * The sections of a page above it, where there is no room beside it: a list that opens without scripts. The script of
 * the page writes into it which section is being read.
 */
export const renderOutlineMenu = ({ messages, outline, listsSections }: PageData): Insertion =>
  outline.length > 1 &&
  html`<nav${classes('here', listsSections && 'here-narrow')} aria-label="${messages.menu}: ${messages.onThisPage}"><details class="drop"><summary>${messages.onThisPage}<span data-here></span>${DOWN_SYMBOL}</summary>${renderOutlineEntries(outline)}</details></nav>\n`;

const renderOutlineEntries = (outline: readonly OutlineEntry[]): Html =>
  html`<ul>${outline.map(
    ({ id, title, level }) =>
      html`<li class="level-${level}"><a href="#${encodeURIComponent(id)}">${title}</a></li>`,
  )}</ul>`;
