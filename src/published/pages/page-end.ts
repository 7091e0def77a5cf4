import { type Html, html, type Insertion } from '../../html/html.ts';
import { fillMessage } from '../messages/messages.ts';
import type { Crumb, PageData, PlainLink } from './page-data.ts';

/** What stands below the text of a page. */
export const renderPageEnd = (page: PageData): Html =>
  html`</article>
${renderTurns(page)}${renderUpdated(page)}`;

const renderTurns = ({ previous, next, messages }: PageData): Insertion =>
  (previous ?? next) !== undefined &&
  html`<nav class="turn" aria-label="${messages.previousAndNext}">${renderTurn(previous, 'prev', messages.previous)}${renderTurn(next, 'next', messages.next)}</nav>\n`;

const renderTurn = (crumb: Crumb | undefined, rel: 'prev' | 'next', label: string): Insertion =>
  crumb?.href !== undefined &&
  html`<a rel="${rel}" href="${crumb.href}"><small>${label}</small><span>${crumb.title}</span></a>`;

const renderUpdated = ({ updatedAt, contributors, messages }: PageData): Insertion =>
  updatedAt && [
    html`<p class="updated">${messages.lastUpdated} <time datetime="${updatedAt.exact}">${updatedAt.shown}</time></p>\n`,
    contributors !== undefined &&
      html`<p class="updated">${fillMessage(messages.contributors, { names: contributors })}</p>\n`,
  ];

/** What stands below every page of a site. */
export function renderFooter({ footer }: PageData): Insertion {
  const { groups, copyright, accounts, privacyPolicy } = footer;
  if (groups.length + accounts.length === 0 && copyright === undefined && privacyPolicy === undefined)
    return undefined;
  return html`<footer class="footer"><div class="footer-groups">${groups.map(
    ({ title, links }) => html`<section><h2 class="heading">${title}</h2>${renderLinks(links)}</section>`,
  )}</div>
<div class="footer-end">${copyright !== undefined && html`<p>${copyright}</p>`}${renderLinks(accounts)}${privacyPolicy !== undefined && renderLinks([{ title: 'Privacy', href: privacyPolicy }])}</div></footer>\n`;
}

const renderLinks = (links: readonly PlainLink[]): Insertion =>
  links.length > 0 &&
  html`<ul>${links.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>`;
