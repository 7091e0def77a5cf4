import { LRUCache } from 'lru-cache';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { followRedirects } from './follow-redirects.ts';
import { listCandidates, readPath, type SitePath } from './redirect-source.ts';
import { createRedirectWorld } from './redirect-world.ts';
import {
  findLengths,
  findRedirects,
  type RedirectLengths,
  type StoredRedirect,
} from './redirects.repository.ts';
import { createSitePlaces, type VisibleSite } from './site-places.ts';

/** A redirect with the address that it leads a visitor to. */
interface FoundRedirect {
  redirect: StoredRedirect;
  target: string;
}

/** Somebody who asks for a path of a site. */
export interface RedirectQuestion {
  sight: VisibleSite;
  /** Whether drafts count, before live redirects: in previews. */
  followsDrafts: boolean;
  /** The address of the site for them, with a slash at the end. */
  siteUrl: string;
  /** Below the address of the site. */
  path: string;
}

export type FindRedirect = (
  site: SitePointer,
  question: RedirectQuestion,
) => Promise<FoundRedirect | undefined>;

/** The cached state of a site, which is replaced after any change of the site. */
interface KnownSite {
  /** Identifies this state within the process. */
  version: number;
  lengths: Promise<RedirectLengths>;
}

/** The memory for redirects of paths of all sites, including paths without one, in bytes. */
const MAX_BYTES = 16_000_000;
const sizeOf = ({ source, destination }: StoredRedirect): number =>
  500 + 2 * (source.length + (destination.kind === 'external' ? destination.url.length : 0));

/**
 * Finds the redirect for a path without a page. A path is searched for by its possible sources, in at most one
 * statement; a site without redirects is queried only once.
 */
export function createFindRedirect(
  { db, pointers, config }: Pick<Context, 'db' | 'pointers' | 'config'>,
  store: Pick<ContentStore, 'open'>,
): FindRedirect {
  const known = new WeakMap<SitePointer, KnownSite>();
  let lastVersion = 0;
  const byPath = new LRUCache<string, readonly StoredRedirect[]>({
    maxSize: MAX_BYTES,
    sizeCalculation: (redirects, key) =>
      redirects.reduce((sum, redirect) => sum + sizeOf(redirect), 300 + 2 * key.length),
  });

  function getKnown(site: SitePointer): KnownSite {
    const found = known.get(site);
    if (found) return found;
    const lengths = findLengths(db, site);
    lengths.catch(() => known.delete(site));
    lastVersion += 1;
    const made: KnownSite = { version: lastVersion, lengths };
    known.set(site, made);
    return made;
  }

  async function findAll(site: SitePointer, path: SitePath): Promise<readonly StoredRedirect[]> {
    const { version, lengths } = getKnown(site);
    const { count, wildcards } = await lengths;
    if (count === 0) return [];
    const key = `${version} ${path.text}`;
    const kept = byPath.get(key);
    if (kept) return kept;
    const sources = listCandidates(path, wildcards);
    const places = new Map(sources.map((source, position) => [source, position]));
    const found = await findRedirects(db, site, { sources, withDrafts: true });
    const placeOf = ({ source, isDraft }: StoredRedirect): number =>
      (places.get(source) ?? 0) * 2 + (isDraft ? 0 : 1);
    found.sort((one, other) => placeOf(one) - placeOf(other));
    byPath.set(key, found);
    return found;
  }

  return async (site, { sight, followsDrafts, siteUrl, path: asked }) => {
    const path = readPath(asked);
    if (!path || path.text === '') return undefined;
    const findRules = async (from: SitePath) =>
      (await findAll(site, from)).filter(({ isDraft }) => followsDrafts || !isDraft);
    const places = createSitePlaces({ pointers, store, config }, site, sight);
    const world = createRedirectWorld({ places, siteUrl, findRules });
    const followed = await followRedirects(path, world);
    return followed.kind === 'target' ? { redirect: followed.rule, target: followed.target } : undefined;
  };
}
