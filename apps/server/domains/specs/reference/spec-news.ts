import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { listNews, type NewsRow } from '../versions.queries.ts';
import { findSpec } from './find-spec.ts';

/** The changes in the last versions of a spec, newest first. */
export interface KnownNews {
  /** Differs after each new version with changes to report. */
  key: string;
  versions: readonly NewsRow[];
}

export type FindNews = (organizationId: string, slug: string) => Promise<KnownNews | undefined>;

const MAX_VERSIONS = 50;
const MAX_KEPT = 200;

/** Finds the news of specs, which are kept in memory by their last version. */
export function createFindNews({ db, pointers }: Pick<Context, 'db' | 'pointers'>): FindNews {
  const kept = new LRUCache<string, KnownNews>({ max: MAX_KEPT });
  return async (organizationId, slug) => {
    const spec = await findSpec(pointers, organizationId, { slug });
    if (!spec) return undefined;
    const { specId, versionId, isTold } = spec;
    const key = `${versionId}/${isTold}`;
    const known = kept.get(key);
    if (known) return known;
    const found = { key, versions: await listNews(db, { organizationId, specId }, MAX_VERSIONS) };
    kept.set(key, found);
    return found;
  };
}
