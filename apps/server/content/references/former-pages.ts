import { foldPath } from '@lectern/content/tree/fold-path';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '../../platform/db/schema.ts';
import { limitEntries } from '../../platform/http/entry-limit.ts';
import { findFormerPage } from './former-paths.repository.ts';

/** Finds the page that was at a path before it moved. Whether something else is there now is for the caller to know. */
export type FindFormerPage = (
  space: { organizationId: string; spaceId: string; revisionId: string },
  path: string,
) => Promise<string | undefined>;

/** Paths that are kept in memory, also of those at which there never was anything. */
const MAX_KEPT = 10_000;
/** New versions of specs move pages, too, and leave the revision as it is. */
const KEPT_MS = 60_000;
/** Longer ones are not paths of pages. */
const MAX_LENGTH = 1000;

/** Kept by the revision that the space is at: former paths change when it moves to another one. */
export function createFindFormerPage(db: Kysely<DB>): FindFormerPage {
  const kept = new LRUCache<string, { pageId: string | undefined }>({
    ...limitEntries(MAX_KEPT),
    ttl: KEPT_MS,
  });
  return async (space, asked) => {
    const path = foldPath(asked.split('/').filter(Boolean).join('/'));
    if (path === '' || path.length > MAX_LENGTH) return undefined;
    const key = `${space.spaceId}/${space.revisionId}/${path}`;
    const known = kept.get(key);
    if (known) return known.pageId;
    const pageId = await findFormerPage(db, space, path);
    kept.set(key, { pageId });
    return pageId;
  };
}
