import type { SitePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import type { SiteStructure } from '../site-structure.ts';
import { loadFormerPaths } from './former-paths.queries.ts';
import { locateFormerPlace } from './former-paths.ts';

/** Finds where an old address of a site leads now. `structure`: as the reader sees it. */
export type FindFormerPlace = (
  site: SitePointer,
  structure: SiteStructure,
  segments: readonly string[],
) => Promise<ReturnType<typeof locateFormerPlace>>;

/** The former paths are kept with the pointer of the site, which every change of its structure replaces. */
export function createFindFormerPlace({ db }: Pick<Context, 'db'>): FindFormerPlace {
  const known = new WeakMap<SitePointer, ReturnType<typeof loadFormerPaths>>();
  return async (site, structure, segments) => {
    if (segments.length === 0) return undefined;
    const loading = known.get(site) ?? loadFormerPaths(db, site);
    known.set(site, loading);
    loading.catch(() => known.delete(site));
    return locateFormerPlace(structure, await loading, segments);
  };
}
