import { type Html, html, type Insertion } from '@lectern/html/html';
import type { PageContent, PageFrame } from './build-page-data.ts';
import { fillMessage, messagesOf } from './messages/messages.ts';
import { plainContent } from './missing-page.ts';
import type { MarkedText, SearchResponse, SearchResult } from './reader/search-response.ts';

/** The results of a search as a page, for readers without scripts and for addresses that are passed on. */
export function searchPage(
  { language }: Pick<PageFrame, 'language'>,
  query: string,
  { results }: SearchResponse,
): { content: PageContent; text: string } {
  const messages = messagesOf(language);
  if (query.trim() === '') return { content: plainContent(messages.search), text: '' };
  if (results.length === 0)
    return {
      content: plainContent(fillMessage(messages.noResults, { query })),
      text: String(html`<p>${messages.noResultsHelp}</p>\n`),
    };
  return {
    content: plainContent(fillMessage(messages.resultsFor, { query })),
    text: String(html`<ul class="results">${results.map(renderResult)}</ul>\n`),
  };
}

const renderResult = ({ title, href, crumbs, section, excerpt }: SearchResult): Html =>
  section
    ? html`<li class="search-part"><a class="search-title" href="${section.href}">${renderMarked(section.title)}</a>${renderExcerpt(excerpt)}</li>\n`
    : html`<li class="search-result">${crumbs.length > 0 && html`<span class="search-crumbs">${crumbs.join(' › ')}</span>`}<a class="search-title" href="${href}">${renderMarked(title)}</a>${renderExcerpt(excerpt)}</li>\n`;

const renderExcerpt = (excerpt: MarkedText): Insertion =>
  excerpt.length > 0 && html`<span class="search-excerpt">${renderMarked(excerpt)}</span>`;

const renderMarked = (text: MarkedText): Insertion =>
  text.map(([piece, isMatch]) => (isMatch ? html`<mark>${piece}</mark>` : piece));
