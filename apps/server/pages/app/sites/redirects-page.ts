import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import {
  type ListedRedirect,
  listRedirects,
  type RedirectPosition,
} from '../../../domains/publishing/site-redirects/list-redirects.queries.ts';
import { findReadableSpaces } from '../../../domains/publishing/sites/readable-spaces.ts';
import {
  listSections,
  listSiteSpaces,
  titleOfSiteSpace,
  withoutDeletedSpaces,
} from '../../../domains/publishing/sites/site-structure.ts';
import { loadStructure } from '../../../domains/publishing/sites/structure.queries.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { Addresses } from '../../parts/addresses.ts';
import type { Crumb } from '../../parts/layout.ts';
import { nameOf } from '../../parts/name.ts';

const REDIRECTS_PER_PAGE = 200;

interface RedirectLine {
  source: string;
  destination: Html;
  used: ListedRedirect['used'];
}

export interface RedirectsData {
  crumbs: Crumb[];
  title: string;
  redirects: RedirectLine[];
  count: number;
  next: string | undefined;
}

/** The live redirects of a site with how often they are used. `page`: the cursor of a page of them. */
export async function readRedirects(
  { db, cursors, pointers }: Pick<Context, 'db' | 'cursors' | 'pointers'>,
  addresses: Addresses,
  { actor, site, page }: { actor: Actor; site: SitePointer; page: string | undefined },
): Promise<RedirectsData> {
  const { organizationId, siteId } = site;
  const list = openList<RedirectPosition>(cursors, `app-redirects:${siteId}`, {
    page,
    limit: REDIRECTS_PER_PAGE,
  });
  const all = { isDraft: false, search: '', orderBy: 'source' } as const;
  const { rows, count, next } = await listRedirects(db, site, { ...all, ...list.asked });
  const describe = await createDescribe({ db, pointers }, addresses, { actor, site });
  const here = addresses.inOrganization(organizationId, 'sites', siteId, 'redirects');
  return {
    crumbs: [
      { title: 'Sites', href: addresses.inOrganization(organizationId, 'sites') },
      { title: nameOf(site.title), href: addresses.site(site) },
    ],
    title: 'Redirects',
    redirects: rows.map(({ source, destination, used }) => ({
      source,
      destination: describe(destination),
      used,
    })),
    count,
    next: next === undefined ? undefined : `${here}?page=${list.cursorOf(next)}`,
  };
}

/** Describes destinations, with links to what the caller can read. */
async function createDescribe(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  addresses: Addresses,
  { actor, site }: { actor: Actor; site: SitePointer },
): Promise<(destination: ListedRedirect['destination']) => Html> {
  const structure = withoutDeletedSpaces(await loadStructure(db, site));
  const sections = new Map(listSections(structure).map((section) => [section.siteSectionId, section]));
  const entries = listSiteSpaces(structure);
  const siteSpaces = new Map(entries.map((entry) => [entry.siteSpaceId, entry]));
  const readable = await findReadableSpaces(pointers, actor, entries);
  const link = (href: string | undefined, text: string): Html =>
    href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
  return (destination) => {
    if (destination.kind === 'external') return link(destination.url, destination.url);
    if (destination.kind === 'site-section') {
      const section = sections.get(destination.siteSectionId);
      return section ? html`Section ${nameOf(section.title)}` : GONE;
    }
    const entry = siteSpaces.get(destination.siteSpaceId);
    if (!entry) return GONE;
    const title = nameOf(titleOfSiteSpace(entry));
    const isReadable = readable.has(entry.spaceId);
    if (destination.kind === 'site-space')
      return link(isReadable ? addresses.space(entry.spaceId) : undefined, title);
    const href = isReadable ? addresses.page(entry.spaceId, destination.pageId) : undefined;
    return link(href, `A page of ${title}`);
  };
}

const GONE = html`<span class="note">deleted</span>`;

export const renderRedirects = ({
  redirects,
  count,
  next,
}: RedirectsData): Html => html`<h1>Redirects <small class="note">${count}</small></h1>
${redirects.length === 0 ? html`<p>This site has no redirects.</p>` : renderTable(redirects)}
${next !== undefined && html`<p><a href="${next}" rel="next">More redirects</a></p>`}`;

const renderTable = (redirects: readonly RedirectLine[]): Html =>
  html`<div class="scroll" role="region" aria-label="Redirects" tabindex="0"><table class="list">
<thead><tr><th scope="col">Source</th><th scope="col">Destination</th><th scope="col" class="number">Uses</th><th scope="col">Last use</th></tr></thead>
<tbody>${redirects.map(renderLine)}</tbody>
</table></div>`;

const renderLine = ({ source, destination, used }: RedirectLine): Insertion =>
  html`<tr><th scope="row"><code>${source}</code></th><td>${destination}</td><td class="number">${String(used?.times ?? 0)}</td><td>${used ? renderTime(used.lastAt) : 'never'}</td></tr>\n`;
