import { type Html, html } from '@lectern/html/html';
import { readPosition } from '../../content/revisions/list-position.ts';
import type { LinkReads } from '../../domains/content/links/links.service.ts';
import { getSpaceRow } from '../../domains/content/spaces/spaces.service.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../parts/layout.ts';

const LINKS_PER_PAGE = 200;

interface BrokenLink {
  /** The use of the link. */
  kind: string;
  target: string;
  /** Undefined if the link is not on a page. */
  place: { title: string; href: string } | undefined;
}

export interface BrokenLinksData {
  crumbs: Crumb[];
  total: number;
  count: number;
  links: BrokenLink[];
  next: string | undefined;
}

/** The fields of a link that are shown here. */
interface LinkItem {
  kind: string;
  target: string;
  locationReferences: (
    | { kind: 'page'; page: { id: string; title: string }; internalLocation?: { anchor: string } }
    | { kind: 'reusable-content' }
  )[];
}

/** `page`: the cursor of a page of the list. */
export async function readBrokenLinks(
  { db, cursors }: Pick<Context, 'db' | 'cursors'>,
  links: LinkReads,
  addresses: Addresses,
  asked: { actor: Actor; space: SpacePointer; page: string | undefined },
): Promise<BrokenLinksData> {
  const { actor, space, page } = asked;
  const list = `app-broken-links:${space.spaceId}`;
  const position = readPosition(cursors, list, space, page);
  const response = await links.ofSpace({ space, actor, position, limit: LINKS_PER_PAGE, status: 'broken' });
  const next =
    response.next === undefined ? undefined : cursors.issue(list, { ...position, start: response.next });
  return {
    crumbs: [spaceCrumb(addresses, await getSpaceRow(db, space))],
    total: response.stats?.total ?? response.count,
    count: response.count,
    links: response.items.map((item) => toBrokenLink(JSON.parse(item) as LinkItem, addresses, space.spaceId)),
    next: next === undefined ? undefined : `${addresses.brokenLinks(space.spaceId)}?page=${next}`,
  };
}

function toBrokenLink(item: LinkItem, addresses: Addresses, spaceId: string): BrokenLink {
  const [location] = item.locationReferences;
  const { kind, target } = item;
  if (location?.kind !== 'page') return { kind, target, place: undefined };
  const { page, internalLocation } = location;
  const anchor = internalLocation === undefined ? '' : `#${encodeURIComponent(internalLocation.anchor)}`;
  return { kind, target, place: { title: page.title, href: addresses.page(spaceId, page.id) + anchor } };
}

export const renderBrokenLinks = ({
  total,
  count,
  links,
  next,
}: BrokenLinksData): Html => html`<h1>Broken links</h1>
<p>${count === 0 ? `None of the ${total} links in this space is broken.` : `${count} of the ${total} links in this space ${count === 1 ? 'is' : 'are'} broken.`}</p>
${
  links.length > 0 &&
  html`<div class="scroll" role="region" aria-label="Broken links" tabindex="0"><table>
<thead><tr><th scope="col">Page</th><th scope="col">Kind</th><th scope="col">Target</th></tr></thead>
<tbody>${links.map(renderLink)}</tbody>
</table></div>`
}
${next !== undefined && html`<p><a href="${next}" rel="next">More broken links</a></p>`}`;

const renderLink = ({ kind, target, place }: BrokenLink): Html =>
  html`<tr><td>${place ? html`<a href="${place.href}">${place.title}</a>` : 'a reusable content'}</td><td>${kind}</td><td><code>${target}</code></td></tr>\n`;
