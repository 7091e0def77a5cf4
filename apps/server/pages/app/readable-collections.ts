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

/** The collections of an organization that the caller may read: no name of another one is shown. */
export interface ReadableCollections {
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

  return {
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
