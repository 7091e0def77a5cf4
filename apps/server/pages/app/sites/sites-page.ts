import { type Html, html } from '@lectern/html/html';
import { listSiteRows } from '../../../domains/publishing/sites/sites.queries.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { nameOf } from '../../parts/name.ts';

const SITES_PER_PAGE = 200;

interface SitesData {
  items: { title: string; href: string; state: string }[];
  count: number;
  next: string | undefined;
}

/** The sites that the caller may read. `page`: the cursor of a page of them. */
export async function readSites(
  { db, cursors }: Pick<Context, 'db' | 'cursors'>,
  addresses: Addresses,
  caller: Caller,
  page: string | undefined,
): Promise<SitesData> {
  const { organizationId } = caller;
  const list = openList<string>(cursors, `app-sites:${organizationId}`, { page, limit: SITES_PER_PAGE });
  const every = { spaceId: undefined, title: undefined, isPublished: undefined };
  const { rows, count, next } = await listSiteRows(db, caller, { ...every, ...list.asked });
  const here = addresses.inOrganization(organizationId, 'sites');
  return {
    items: rows.map((row) => ({
      title: nameOf(row.title),
      href: addresses.site({ organizationId, siteId: row.site_id }),
      state: row.published_at ? `published, ${row.visibility}` : 'not published',
    })),
    count,
    next: next === undefined ? undefined : `${here}?page=${list.cursorOf(next)}`,
  };
}

export const renderSites = ({
  items,
  count,
  next,
}: SitesData): Html => html`<h1>Sites <small class="note">${count}</small></h1>
${
  items.length === 0
    ? html`<p>There are no sites here that you can read.</p>`
    : html`<ul class="cards">${items.map(
        ({ title, href, state }) =>
          html`<li><a href="${href}">${title}</a> <small class="note">${state}</small></li>`,
      )}</ul>`
}
${next !== undefined && html`<p><a href="${next}" rel="next">More sites</a></p>`}`;
