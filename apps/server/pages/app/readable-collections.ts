import { type Html, html, type Insertion } from '@lectern/html/html';
import {
  type CollectionRow,
  listCollectionRows,
} from '../../domains/content/collections/collections.queries.ts';
import type { Caller } from '../../platform/access/role-sql.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import type { Crumb } from '../parts/layout.ts';
import { nameOf } from '../parts/name.ts';

/** The number of collections shown; an organization with more shows the first ones. */
const LIMIT = 1000;

export interface CollectionItem {
  title: string;
  href: string;
  inside: CollectionItem[];
}

/** The collections of an organization that the caller may read: no name of another one is shown. */
export interface ReadableCollections {
  /** The direct children of a collection; for null, those in no collection that the caller may read. */
  inside(collectionId: string | null): CollectionItem[];
  /** The collections that something with this parent is in, from the outermost. */
  crumbs(parentId: string | null): Crumb[];
  /** Undefined for a collection that the caller may not read. */
  title(collectionId: string | null): string | undefined;
}

export async function readCollections(
  { db }: Pick<Context, 'db'>,
  addresses: Addresses,
  caller: Caller,
): Promise<ReadableCollections> {
  const { rows } = await listCollectionRows(db, caller, { isNested: true, after: undefined, limit: LIMIT });
  const known = new Map<string, CollectionRow>(rows.map((row) => [row.collection_id, row]));
  const find = (collectionId: string | null): CollectionRow | undefined =>
    collectionId === null ? undefined : known.get(collectionId);

  const inside = (collectionId: string | null): CollectionItem[] =>
    rows
      .filter(({ parent_id }) => (find(parent_id)?.collection_id ?? null) === collectionId)
      .map((row) => ({
        title: nameOf(row.title),
        href: addresses.collection(row.collection_id),
        inside: inside(row.collection_id),
      }));

  return {
    inside,
    title(collectionId) {
      const collection = find(collectionId);
      return collection && nameOf(collection.title);
    },
    crumbs(parentId) {
      const crumbs: Crumb[] = [];
      for (let above = find(parentId); above; above = find(above.parent_id))
        crumbs.unshift({ title: nameOf(above.title), href: addresses.collection(above.collection_id) });
      return crumbs;
    },
  };
}

/** Renders nothing if there are no collections. */
export const renderCollections = (items: readonly CollectionItem[]): Insertion =>
  items.length > 0 && html`<h2>Collections</h2>\n${renderItems(items)}`;

const renderItems = (items: readonly CollectionItem[]): Html =>
  html`<ul class="contents">${items.map(
    ({ title, href, inside }) =>
      html`<li><a href="${href}">${title}</a>${inside.length > 0 && renderItems(inside)}</li>`,
  )}</ul>\n`;
