import { type Html, html } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { listSpaceRows } from '../../domains/content/spaces/spaces.queries.ts';
import type { Caller } from '../../platform/access/role-sql.ts';
import type { Context } from '../../platform/context.ts';
import type { MovablePosition } from '../../platform/http/lists.ts';
import { openList } from '../../platform/http/open-list.ts';
import type { Addresses } from '../parts/addresses.ts';
import { nameOf } from '../parts/name.ts';
import { showSpaceEmoji } from '../parts/space-emoji.ts';
import type { ReadableCollections } from './readable-collections.ts';

const SPACES_PER_PAGE = 200;

export interface SpaceItem {
  title: string;
  emoji: string;
  href: string;
  updatedAt: Date;
  /** The collection that holds it, where that is worth saying. */
  within: string | undefined;
}

export interface SpaceList {
  items: SpaceItem[];
  count: number;
  /** The address of the spaces that follow. */
  next: string | undefined;
}

/**
 * The spaces that the caller may read: of the organization, or right in a collection. `here`: the address of the
 * page that shows them.
 */
export async function readSpaces(
  { db, fields, cursors }: Pick<Context, 'db' | 'fields' | 'cursors'>,
  addresses: Addresses,
  caller: Caller,
  asked: {
    collectionId?: string;
    collections: ReadableCollections;
    page: string | undefined;
    here: string;
  },
): Promise<SpaceList> {
  const { collectionId, collections, page, here } = asked;
  const list = openList<MovablePosition>(
    cursors,
    `app-spaces:${caller.organizationId}:${collectionId ?? ''}`,
    { page, limit: SPACES_PER_PAGE },
  );
  const { rows, count, next } = await listSpaceRows({ db, fields }, caller, {
    ...(collectionId === undefined ? {} : { parentId: collectionId }),
    ...list.asked,
  });
  return {
    items: rows.map((row) => ({
      title: nameOf(row.title),
      emoji: showSpaceEmoji(row.emoji),
      href: addresses.space(row.space_id),
      updatedAt: row.updated_at,
      within: collectionId === undefined ? collections.title(row.parent_id) : undefined,
    })),
    count,
    next: next === undefined ? undefined : `${here}?page=${list.cursorOf(next)}`,
  };
}

export const renderSpaces = ({
  items,
  count,
  next,
}: SpaceList): Html => html`<h2>Spaces <small class="note">${count}</small></h2>
${items.length === 0 ? html`<p>There are no spaces here that you can read.</p>` : html`<ul class="cards">${items.map(renderItem)}</ul>`}
${next !== undefined && html`<p><a href="${next}" rel="next">More spaces</a></p>`}`;

const renderItem = ({ title, emoji, href, updatedAt, within }: SpaceItem): Html =>
  html`<li><span class="emoji" aria-hidden="true">${emoji}</span><a href="${href}">${title}</a>
<small class="note">${within !== undefined && html`in ${within}, `}updated ${renderTime(updatedAt)}</small></li>\n`;
