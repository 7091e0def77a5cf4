import type { OpenRevision } from '../../content/revisions/content-store.ts';
import { type ComputedListing, readListing } from '../../content/tree/computed-listing.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';
import type { FindOutline } from '../../features/openapi/reference/spec-outlines.ts';
import { type ComputedPage, listComputedPages } from './list-computed-pages.ts';

/** The pages that the computed entries of a revision stand for, by the ids of the entries. */
export interface ComputedPages {
  /** Another one when the pages may be others. */
  key: string;
  pages: ReadonlyMap<string, readonly ComputedPage[]>;
}

const NONE: ComputedPages = { key: '', pages: new Map() };

/** Makes pages of the last versions of the specs that a revision names. */
export function createComputedPages(findOutline: FindOutline) {
  const listings = new WeakMap<Snapshot, ReadonlyMap<string, ComputedListing>>();

  function findListings(snapshot: Snapshot): ReadonlyMap<string, ComputedListing> {
    const known = listings.get(snapshot);
    if (known) return known;
    const found = new Map<string, ComputedListing>();
    for (const { entry } of snapshot.pages.pages()) {
      const listing = entry.type === 'computed' ? readListing(JSON.parse(entry.source)) : undefined;
      if (listing) found.set(entry.id, listing);
    }
    listings.set(snapshot, found);
    return found;
  }

  return async ({ snapshot, space }: OpenRevision): Promise<ComputedPages> => {
    const found = findListings(snapshot);
    if (found.size === 0) return NONE;
    const pages = new Map<string, readonly ComputedPage[]>();
    const names: string[] = [];
    for (const [entryId, listing] of found) {
      const known = await findOutline(space.organizationId, listing.spec);
      if (!known) continue;
      names.push(known.contentHash);
      pages.set(entryId, listComputedPages(listing, known.outline));
    }
    return { key: `/${names.join()}`, pages };
  };
}
