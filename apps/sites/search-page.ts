import { type Html, html, type Insertion } from '@lectern/html/html';
import type { PageContent, PageFrame } from './build-page-data.ts';
import { fillMessage, messagesOf } from './messages/messages.ts';
import { plainContent } from './missing-page.ts';
import {
  listCrumbs,
  type MarkedText,
  type PlacedResult,
  placeResults,
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
    text: String(html`<ul class="results">${placeResults(results).map(renderResult)}</ul>\n`),
  };
}

const renderResult = (placed: PlacedResult): Html => {
  const { title, href, section, operation, excerpt } = placed.result;
  const name = html`<a class="search-title" href="${section?.href ?? href}">${renderMarked(section?.title ?? title)}</a>`;
  const about = operation ? renderOperation(operation) : renderExcerpt(excerpt);
  return html`<li class="${placed.isPart ? 'search-part' : 'search-result'}">${renderCrumbs(placed)}${name}${about}</li>\n`;
};

const renderOperation = ({ method, path }: NonNullable<SearchResult['operation']>): Html =>
  html`<span class="search-operation"><span class="method method-${method.toLowerCase()}">${method}</span> <code>${renderMarked(path)}</code></span>`;

const renderCrumbs = (placed: PlacedResult): Insertion => {
  const crumbs = listCrumbs(placed);
  return crumbs.length > 0 && html`<span class="search-crumbs">${crumbs.join(' › ')}</span>`;
};

const renderExcerpt = (excerpt: MarkedText): Insertion =>
  excerpt.length > 0 && html`<span class="search-excerpt">${renderMarked(excerpt)}</span>`;

const renderMarked = (text: MarkedText): Insertion =>
  text.map(([piece, isMatch]) => (isMatch ? html`<mark>${piece}</mark>` : piece));
