import { type Html, html, type Insertion } from '@lectern/html/html';
import { readPosition } from '../../content/revisions/list-position.ts';
import type { PresentedPage } from '../../domains/content/search/search.present.ts';
import type { SearchParts } from '../../domains/content/search/search-parts.ts';
import { searchSpace } from '../../domains/content/search/search-space.ts';
import { getSpaceRow } from '../../domains/content/spaces/spaces.service.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../parts/layout.ts';

const RESULTS_PER_PAGE = 20;

export interface SearchData {
  crumbs: Crumb[];
  /** The target of the form. */
  action: string;
  query: string;
  /** Undefined when nothing was asked yet. */
  found: { count: number; pages: PresentedPage[]; next: string | undefined } | undefined;
}

/** `page`: the cursor of a page of results. */
export async function readSearch(
  { db, cursors }: Pick<Context, 'db' | 'cursors'>,
  parts: SearchParts,
  addresses: Addresses,
  asked: { space: SpacePointer; query: string; page: string | undefined },
): Promise<SearchData> {
  const { space, page } = asked;
  const query = asked.query.trim();
  const action = addresses.search(space.spaceId);
  const list = `app-search:${space.spaceId}:${query}`;
  const crumbs = [spaceCrumb(addresses, await getSpaceRow(db, space))];
  if (query === '') return { crumbs, action, query, found: undefined };
  const position = readPosition(cursors, list, space, page);
  const index = await parts.indexes.open(space, position.revisionId);
  const issueNext = (start: number): string => cursors.issue(list, { ...position, start });
  const computed = await parts.computed.find(space, index);
  const question = { query, start: position.start, limit: RESULTS_PER_PAGE, computed, issueNext };
  const response = (await searchSpace(parts, space, index, question)) as {
    next?: { page: string };
    count: number;
    items: PresentedPage[];
  };
  const next = response.next && `${action}?q=${encodeURIComponent(query)}&page=${response.next.page}`;
  return { crumbs, action, query, found: { count: response.count, pages: response.items, next } };
}

export const renderSearch = ({ action, query, found }: SearchData): Html => html`<h1>Search</h1>
${renderSearchForm(action, query)}
${found && renderFound(found)}`;

export const renderSearchForm = (
  action: string,
  query = '',
): Html => html`<form class="search" method="get" action="${action}" role="search">
<label for="q">Search in this space</label>
<div><input id="q" name="q" type="search" value="${query}" maxlength="512"><button type="submit">Search</button></div>
</form>`;

const renderFound = ({
  count,
  pages,
  next,
}: NonNullable<SearchData['found']>): Html => html`<p role="status">${
  count === 0 ? 'No results.' : `${count} ${count === 1 ? 'page' : 'pages'}`
}</p>
<ol class="found">${pages.map(renderPage)}</ol>
${next !== undefined && html`<p><a href="${next}" rel="next">More pages</a></p>`}`;

const renderPage = ({ title, urls, ancestors, description, sections }: PresentedPage): Html => html`<li>
<h2><a href="${urls.app}">${title}</a></h2>
${ancestors.length > 0 && html`<p class="note">${ancestors.map((above) => above.title).join(' / ')}</p>`}
${sections.length === 0 && description !== '' && html`<p>${description}</p>`}
${sections.map((section) => renderSection(section, urls.app))}</li>\n`;

/** Text before the first heading has the address of its page. */
const renderSection = (
  { title, urls, body }: PresentedPage['sections'][number],
  pageAddress: string,
): Insertion =>
  html`<p>${urls.app !== pageAddress && html`<a href="${urls.app}">${title}</a><br>`}${body}</p>`;
