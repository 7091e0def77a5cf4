import { type Html, html, type Insertion } from '@lectern/html/html';
import { current } from './current.ts';
import { renderLogo } from './logo.ts';
import { renderNamedIcon } from './named-icon.ts';
import type { HeaderLink, NavigationTab, PageData, PlainLink } from './page-data.ts';
import { AWAY_SYMBOL, DOWN_SYMBOL, MENU_SYMBOL, MODE_SYMBOL, SEARCH_SYMBOL } from './symbols.ts';

/** Renders the header of every page of a site. */
export const renderPageHeader = (page: PageData): Html => html`${renderAnnouncement(page)}<header class="bar">
<div class="bar-row">
<a class="menu" href="#_contents">${MENU_SYMBOL}<span>${page.messages.menu}</span></a>
${renderBrand(page)}
${renderSearch(page)}
<div class="bar-end">${renderVariantMenu(page)}${renderHeaderLinks(page)}${renderModes(page)}</div>
</div>
${
  page.tabs.length > 1 &&
  html`<nav class="tabs" aria-label="${page.messages.sections}">${renderTabs(page.tabs, page.icons)}</nav>\n`
}</header>
`;

const renderAnnouncement = ({ announcement, messages }: PageData): Insertion =>
  announcement &&
  html`<aside class="announcement announcement-${announcement.style}" aria-label="${messages.announcement}"><span>${announcement.message}</span>${
    announcement.link && html` <a href="${announcement.link.href}">${announcement.link.title}</a>`
  }</aside>\n`;

/** A title that is longer has smaller letters, because it takes several lines on a narrow screen. */
const MAX_LARGE_TITLE = 24;

function renderBrand({ site, look: { logo } }: PageData): Html {
  if (!logo) {
    const look = site.title.length > MAX_LARGE_TITLE ? 'brand brand-long' : 'brand';
    return html`<a class="${look}" href="${site.href}"><span>${site.title}</span></a>`;
  }
  return html`<a class="brand brand-logo" href="${site.href}">${renderLogo(logo, site.title)}</a>`;
}

/** Works as a form on its own; the script of the page turns it into a dialog. */
const renderSearch = ({ search, messages }: PageData): Html =>
  html`<form class="search" role="search" action="${search.href}" data-search="${search.answersHref}">${SEARCH_SYMBOL}<input type="search" name="q" aria-label="${messages.search}" placeholder="${messages.searchPlaceholder}" autocomplete="off" spellcheck="false" maxlength="200" required><kbd hidden>⌘K</kbd></form>`;

const renderHeaderLinks = ({ headerLinks, messages }: PageData): Insertion =>
  headerLinks.length > 0 &&
  html`<nav class="bar-links" aria-label="${messages.mainNavigation}">${listHeaderLinks(headerLinks)}</nav>`;

/** Also used in the menu of narrow screens, where the header has no room for them. */
export const listHeaderLinks = (links: readonly HeaderLink[]): Html =>
  html`<ul>${links.map(renderHeaderLink)}</ul>`;

function renderHeaderLink({ title, href, style, links }: HeaderLink): Html {
  if (links.length > 0)
    return html`<li><details class="drop"><summary>${title}${DOWN_SYMBOL}</summary><ul>${href !== undefined && renderPlainLink({ title, href })}${links.map(renderPlainLink)}</ul></details></li>`;
  const look = style === 'link' ? '' : style === 'button-primary' ? 'button primary' : 'button secondary';
  return href === undefined
    ? html`<li><span>${title}</span></li>`
    : html`<li><a${look !== '' && html` class="${look}"`} href="${href}">${title}</a></li>`;
}

const renderPlainLink = ({ title, href }: PlainLink): Html => html`<li><a href="${href}">${title}</a></li>`;

/**
 * Renders the menu of variants on pages without a table of contents. On narrow screens, the menu of every page has
 * them.
 */
const renderVariantMenu = ({ layout, variants, messages, icons }: PageData): Insertion =>
  !layout.hasNavigation &&
  variants.length > 1 &&
  html`<nav class="bar-variants" aria-label="${messages.variants}"><details class="drop"><summary>${variants.find(({ isCurrent }) => isCurrent)?.title}${DOWN_SYMBOL}</summary>${renderTabs(variants, icons)}</details></nav>`;

/** Shown by the script, without which the button would do nothing. */
const renderModes = ({ look, messages }: PageData): Insertion =>
  look.canChooseMode &&
  html`<button class="plain" type="button" data-theme-toggle hidden aria-label="${messages.theme}" title="${messages.theme}">${MODE_SYMBOL}</button>`;

/** Also used for variants. */
export const renderTabs = (tabs: readonly NavigationTab[], icons: PageData['icons']): Html =>
  html`<ul>${tabs.map(({ title, icon, href, isCurrent, children }) => {
    const name = html`${renderNamedIcon({ icons }, icon)}${title}`;
    if (children.length > 0)
      return html`<li><details class="drop"><summary${current(isCurrent, 'true')}>${name}${DOWN_SYMBOL}</summary>${renderTabs(children, icons)}</details></li>`;
    if (href === undefined) return html`<li><span>${name}</span></li>`;
    const isAway = !href.startsWith('/');
    return html`<li><a href="${href}"${current(isCurrent, 'true')}>${name}${isAway && AWAY_SYMBOL}</a></li>`;
  })}</ul>`;
