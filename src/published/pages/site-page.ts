import { type Html, html, type Insertion } from '../../html/html.ts';
import { renderHead } from './document-head.ts';
import type { Crumb, NavigationEntry, NavigationTab, PageData } from './page-data.ts';

/** A published page around its text, which comes as markup from where it was rendered. */
export function renderSitePage(page: PageData): { before: Html; after: Html } {
  const { language, site, tabs, preview, title, description, crumbs } = page;
  const before = html`<!doctype html>
<html lang="${language}">
${renderHead({ ...page, title: page.windowTitle })}
<body id="top">
<a class="skip" href="#content">Skip to content</a>
${preview && renderPreview(preview)}
<header class="bar">
<a class="brand" href="${site.href}">${site.title}</a>
<a class="menu" href="#contents">Menu</a>
${tabs.length > 0 && html`<nav class="tabs" aria-label="Sections">${renderTabs(tabs)}</nav>\n`}</header>
<div class="frame">
<div class="side" id="contents"><a class="close" href="#top">Close menu</a>
${renderVariants(page.variants)}<nav aria-label="Pages">${renderEntries(page.navigation)}</nav>
</div>
<main id="content" tabindex="-1">
${renderCrumbs(crumbs)}<article class="document">
<h1>${title}</h1>
${description !== undefined && html`<p class="lead">${description}</p>\n`}`;
  const after = html`</article>
${renderTurns(page)}</main>
</div>
</body>
</html>
`;
  return { before, after };
}

const renderPreview = ({ leaveHref }: NonNullable<PageData['preview']>): Html =>
  html`<p class="preview" role="note"><strong>Preview</strong> <span>Only you see the site like this.</span> <a href="${leaveHref}">Leave the preview</a></p>`;

const current = (isCurrent: boolean, value: string): Insertion => isCurrent && html` aria-current="${value}"`;

const renderTabs = (tabs: readonly NavigationTab[]): Html =>
  html`<ul>${tabs.map(
    ({ title, href, isCurrent, children }) =>
      html`<li>${
        href === undefined
          ? html`<span>${title}</span>`
          : html`<a href="${href}"${current(isCurrent, 'true')}>${title}</a>`
      }${children.length > 0 && renderTabs(children)}</li>`,
  )}</ul>`;

const renderVariants = (variants: readonly NavigationTab[]): Insertion =>
  variants.length > 1 && html`<nav class="variants" aria-label="Variants">${renderTabs(variants)}</nav>\n`;

const renderEntries = (entries: readonly NavigationEntry[]): Insertion =>
  entries.length > 0 && html`<ul>${entries.map(renderEntry)}</ul>`;

function renderEntry({ title, emoji, href, isCurrent, isGroup, children }: NavigationEntry): Html {
  const name = emoji === undefined ? title : `${emoji} ${title}`;
  if (isGroup) return html`<li class="group"><p class="heading">${name}</p>${renderEntries(children)}</li>\n`;
  return html`<li>${
    href === undefined
      ? html`<span class="dead">${name}</span>`
      : html`<a href="${href}"${current(isCurrent, 'page')}>${name}</a>`
  }${renderEntries(children)}</li>\n`;
}

const renderCrumbs = (crumbs: readonly Crumb[]): Insertion =>
  crumbs.length > 0 &&
  html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${crumbs.map(
    ({ title, href }) => html`<li>${href === undefined ? title : html`<a href="${href}">${title}</a>`}</li>`,
  )}</ol></nav>\n`;

const renderTurns = ({ previous, next }: PageData): Insertion =>
  (previous ?? next) !== undefined &&
  html`<nav class="turn" aria-label="Previous and next page">${renderTurn(previous, 'prev', 'Previous')}${renderTurn(next, 'next', 'Next')}</nav>\n`;

const renderTurn = (crumb: Crumb | undefined, rel: 'prev' | 'next', label: string): Insertion =>
  crumb?.href !== undefined &&
  html`<a rel="${rel}" href="${crumb.href}"><small>${label}</small>${crumb.title}</a>`;
