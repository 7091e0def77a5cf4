import { type Html, html, type Insertion } from '@lectern/html/html';
import { fillMessage } from '../messages/messages.ts';
import { renderLogo } from './logo.ts';
import type { Crumb, PageData, PlainLink } from './page-data.ts';
import { FACES } from './symbols.ts';

/** Renders everything below the text of a page. */
export const renderPageEnd = (page: PageData): Html =>
  html`</article>
${renderFeedback(page)}${renderTurns(page)}${renderUpdated(page)}`;

/** Works without a script, which adds a field for a comment. */
const renderFeedback = ({ feedback, pageId, messages }: PageData): Insertion =>
  feedback &&
  html`<form class="feedback" method="post" action="${feedback.href}" data-comment="${messages.feedbackComment}" data-send="${messages.send}"><input type="hidden" name="page" value="${pageId}"><input type="hidden" name="path" value="${feedback.path}"><fieldset><legend>${messages.feedbackQuestion}</legend>${(
    ['bad', 'ok', 'good'] as const
  ).map(
    (rating) =>
      html`<button class="plain" name="rating" value="${rating}">${FACES[rating]}<span>${messages[RATING_MESSAGES[rating]]}</span></button>`,
  )}</fieldset><p class="feedback-thanks" id="_thanks" tabindex="-1">${messages.feedbackThanks}</p></form>\n`;

const RATING_MESSAGES = { bad: 'feedbackBad', ok: 'feedbackOk', good: 'feedbackGood' } as const;

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

/** Renders the footer of every page of a site. */
export function renderFooter({ footer, messages, site }: PageData): Insertion {
  const { logo, groups, copyright, accounts, privacyPolicy } = footer;
  const isEmpty = !logo && groups.length + accounts.length === 0;
  if (isEmpty && copyright === undefined && privacyPolicy === undefined) return undefined;
  return html`<footer class="footer" id="_footer">${logo && html`<p class="footer-logo">${renderLogo(logo, site.title)}</p>\n`}<div class="footer-groups">${groups.map(
    ({ title, links }) => html`<section><h2 class="heading">${title}</h2>${renderLinks(links)}</section>`,
  )}</div>
<div class="footer-end">${copyright !== undefined && html`<p>${copyright}</p>`}${renderLinks(accounts)}${privacyPolicy !== undefined && renderLinks([{ title: messages.privacyPolicy, href: privacyPolicy }])}</div></footer>\n`;
}

const renderLinks = (links: readonly PlainLink[]): Insertion =>
  links.length > 0 &&
  html`<ul>${links.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>`;
