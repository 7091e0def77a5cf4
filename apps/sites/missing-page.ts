import { type Html, html, type Insertion } from '@lectern/html/html';
import type { PageContent, PageFrame } from './build-page-data.ts';
import type { NearPage } from './locating/near-pages.ts';
import type { Messages } from './messages/en.ts';
import { messagesOf } from './messages/messages.ts';

/**
 * The page that a site shows where it has no page, beside its search and its table of contents. It repeats nothing of
 * the address: the script of the page writes the words of the address into the search. `near`: pages that the reader
 * may have meant.
 */
export function missingPage(
  { language, site, search }: Pick<PageFrame, 'language' | 'site' | 'search'>,
  near: readonly NearPage[] = [],
): { content: PageContent; text: string } {
  const messages = messagesOf(language);
  return {
    content: plainContent(messages.notFoundTitle),
    text: String(html`<p>${messages.notFoundText}</p>
${renderSearch(search, messages)}${renderNear(near, messages)}<p><a href="${site.href}">${messages.backToStart}</a></p>\n`),
  };
}

const renderSearch = ({ href, answersHref }: PageFrame['search'], messages: Messages): Html =>
  html`<form class="missing-search" action="${href}" data-search="${answersHref}"><input type="search" name="q" aria-label="${messages.search}" placeholder="${messages.searchPlaceholder}" autocomplete="off" spellcheck="false" maxlength="200" required><button class="button primary">${messages.search}</button></form>\n`;

const renderNear = (near: readonly NearPage[], messages: Messages): Insertion =>
  near.length > 0 &&
  html`<h2>${messages.similarPages}</h2>
<ul class="results">${near.map(
    ({ title, href, crumbs }) =>
      html`<li>${crumbs.length > 0 && html`<span class="search-crumbs">${crumbs.join(' › ')}</span>`}<a class="search-title" href="${href}">${title}</a></li>\n`,
  )}</ul>\n`;

/** The content of a page that belongs to the site itself: only a title. */
export const plainContent = (title: string): PageContent => ({
  title,
  emoji: undefined,
  icon: undefined,
  description: undefined,
  canonicalUrl: undefined,
  isIndexed: false,
  meta: undefined,
  layout: { hasTitle: true, hasNavigation: true, isWide: false },
  cover: undefined,
  outline: [],
  actions: undefined,
  notice: undefined,
  updatedAt: undefined,
  contributors: undefined,
});
