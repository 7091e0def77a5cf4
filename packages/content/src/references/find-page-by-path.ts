import type { PageNode } from '../tree/entries.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { resolveRedirect } from './resolve-target.ts';

/** Returns the page at a path of slugs, or the one that a redirect of the space leads to from there. */
export function findPageByPath(snapshot: Snapshot, path: string): PageNode | undefined {
  const page = snapshot.pages.findByPath(path);
  if (page) return page;
  const target = resolveRedirect(snapshot, path);
  return target && 'page' in target && target.page !== undefined
    ? snapshot.pages.find(target.page)
    : undefined;
}
