import type { ShownSpecParts } from '@lectern/content/facts/document-facts';
import { type ComputedListing, readListing } from '@lectern/content/tree/computed-listing';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { slugOf } from '@lectern/markdown/slug';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpecFinders } from '../reference/spec-finders.ts';
import type { KnownNews } from '../reference/spec-news.ts';
import type { KnownOutline } from '../reference/spec-outlines.ts';
import { type ComputedSection, type FoundPart, listFoundParts } from './computed-parts.ts';
import { type ComputedPage, listComputedPages } from './list-computed-pages.ts';

/** The pages that are generated from the computed entries of a revision. */
export interface ComputedPages {
  /** Whether the table of contents has computed entries. */
  hasEntries: boolean;
  /** The slug of the spec of an entry. */
  specOf(entryId: string): string;
  /** A key that changes whenever the pages may have changed. */
  key: string;
  /** Lists the pages of an entry. They are made anew each time: callers keep them. */
  listOf(entryId: string): ComputedPage[];
  /** Lists the sections by which a search finds the parts that blocks of an author's page show. */
  sectionsOf(shown: readonly ShownSpecParts[]): ComputedSection[];
}

const foundParts = new WeakMap<KnownOutline, ReadonlyMap<string, FoundPart>>();

function foundPartsOf(known: KnownOutline): ReadonlyMap<string, FoundPart> {
  const found = foundParts.get(known) ?? listFoundParts(known.outline);
  foundParts.set(known, found);
  return found;
}

const NONE: ComputedPages = {
  hasEntries: false,
  specOf: () => '',
  key: '',
  listOf: () => [],
  sectionsOf: () => [],
};

/** Generates pages from the last versions of the specs that a revision names. `shown`: the specs that blocks show. */
export function createComputedPages({ findOutline, findNews }: SpecFinders) {
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

  return async ({ snapshot, space }: OpenRevision, shown: ReadonlySet<string>): Promise<ComputedPages> => {
    const found = findListings(snapshot);
    const slugs = new Set([...shown, ...[...found.values()].map(({ spec }) => spec)]);
    if (slugs.size === 0) return NONE;
    const outlines = new Map<string, KnownOutline>();
    for (const spec of slugs) {
      const known = await findOutline(space.organizationId, spec);
      if (known) outlines.set(spec, known);
    }
    const news = new Map<string, KnownNews>();
    for (const { spec, hasChangelog } of found.values()) {
      const known = hasChangelog ? await findNews(space.organizationId, spec) : undefined;
      if (known) news.set(spec, known);
    }
    return {
      hasEntries: found.size > 0,
      specOf: (entryId) => found.get(entryId)?.spec ?? '',
      key: [
        ...[...outlines].map(([spec, { contentHash }]) => `/${spec}:${contentHash}`),
        ...[...news.values()].map(({ key }) => `/${key}`),
      ].join(''),
      listOf(entryId) {
        const listing = found.get(entryId);
        const known = listing && outlines.get(listing.spec);
        return known ? listComputedPages(listing, known.outline, news.get(listing.spec)?.versions ?? []) : [];
      },
      sectionsOf: (blocks) =>
        blocks.flatMap(({ spec, parts, anchor }) => {
          const known = outlines.get(spec);
          const byName = known && foundPartsOf(known);
          return parts.flatMap((name, n) => {
            const part = byName?.get(name);
            // The first of several schemas in a block has the anchor of the block.
            return part ? { ...part, anchor: n === 0 ? anchor : slugOf(part.title) } : [];
          });
        }),
    };
  };
}
