import type { SpecOutline } from '@lectern/openapi/outline-spec';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { readOutline } from '../versions.repository.ts';
import { contentKeyOf, findSpec } from './find-spec.ts';

/** The outline of the last version of a spec. */
export interface KnownOutline {
  /** The hash of the content of the version: if it is the same, so is the outline. */
  contentHash: string;
  outline: SpecOutline;
}

/** Returns undefined if the organization has no such spec, or no version of it. */
export type FindOutline = (organizationId: string, slug: string) => Promise<KnownOutline | undefined>;

const CACHE_BYTES = 16_000_000;

/** Finds outlines, which are kept in memory by their content. */
export function createFindOutline({ db, pointers }: Pick<Context, 'db' | 'pointers'>): FindOutline {
  const kept = new LRUCache<string, KnownOutline>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ outline }) => 200 + JSON.stringify(outline).length,
  });
  return async (organizationId, slug) => {
    const spec = await findSpec(pointers, organizationId, { slug });
    if (!spec) return undefined;
    const { contentHash } = spec;
    const known = kept.get(contentHash);
    if (known) return known;
    const found = { contentHash, outline: await readOutline(db, contentKeyOf(organizationId, spec)) };
    kept.set(contentHash, found);
    return found;
  };
}
