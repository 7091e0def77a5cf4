import { type Html, html, type Insertion } from '@lectern/html/html';
import type { PageContent, PageFrame } from './build-page-data.ts';
import { fillMessage, messagesOf } from './messages/messages.ts';
import { plainContent } from './missing-page.ts';
import {
  listCrumbs,
  type MarkedText,
  type SearchResponse,
  type SearchResult,
} from './reader/search-response.ts';

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

const renderResult = (result: SearchResult): Html => {
  const { title, href, section, operation, excerpt } = result;
  if (operation) return renderOperation(result, operation);
  return section
    ? html`<li class="search-part"><a class="search-title" href="${section.href}">${renderMarked(section.title)}</a>${renderExcerpt(excerpt)}</li>\n`
    : html`<li class="search-result">${renderCrumbs(result)}<a class="search-title" href="${href}">${renderMarked(title)}</a>${renderExcerpt(excerpt)}</li>\n`;
};

const renderOperation = (
  result: SearchResult,
  { method, path }: NonNullable<SearchResult['operation']>,
): Html => {
  const { title, href, section } = result;
  return html`<li class="search-result">${renderCrumbs(result)}<a class="search-title" href="${section?.href ?? href}">${renderMarked(section?.title ?? title)}</a><span class="search-operation"><span class="method method-${method.toLowerCase()}">${method}</span> <code>${renderMarked(path)}</code></span></li>\n`;
};

const renderCrumbs = (result: SearchResult): Insertion => {
  const crumbs = listCrumbs(result);
  return crumbs.length > 0 && html`<span class="search-crumbs">${crumbs.join(' › ')}</span>`;
};

const renderExcerpt = (excerpt: MarkedText): Insertion =>
  excerpt.length > 0 && html`<span class="search-excerpt">${renderMarked(excerpt)}</span>`;

const renderMarked = (text: MarkedText): Insertion =>
  text.map(([piece, isMatch]) => (isMatch ? html`<mark>${piece}</mark>` : piece));
