import { readListing } from '@lectern/content/tree/computed-listing';
import type { FormerPath } from '@lectern/content/tree/find-former-paths';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { listComputedSpaces } from '../../content/search/computed-spaces.queries.ts';
import { createReadComputedTree } from '../../specs/pages/computed-tree.ts';
import { findMovedPages } from '../../specs/pages/moved-pages.ts';
import { createSpecFinders } from '../../specs/reference/spec-finders.ts';
import type { KnownOutline } from '../../specs/reference/spec-outlines.ts';
import { readVersionOutlines } from '../../specs/reference/version-outlines.ts';

export interface MovedPages {
  spaceId: string;
  paths: FormerPath[];
}

/** Finds the pages that a version of a spec moves, space by space with pages of the spec. */
export async function* findMovedByVersion(
  context: Context,
  store: Pick<ContentStore, 'open'>,
  version: { organizationId: string; specId: string; slug: string; versionId: string },
): AsyncGenerator<MovedPages> {
  const { organizationId, slug } = version;
  const outlines = await readVersionOutlines(context, version);
  if (!outlines) return;
  const specs = createSpecFinders(context);
  const readWith = (outline: KnownOutline) =>
    createReadComputedTree({
      ...specs,
      findOutline: async (owner, name) => (name === slug ? outline : specs.findOutline(owner, name)),
    });
  const [readBefore, readAfter] = [readWith(outlines.before), readWith(outlines.after)];
  for await (const spaceId of listComputedSpaces(context.db, organizationId)) {
    const space = await context.pointers.spaces.find(spaceId);
    if (!space || space.deletedAt) continue;
    const open = await store.open(space, space.revisionId);
    if (!hasPagesOf(open.snapshot, slug)) continue;
    const paths = findMovedPages(await readBefore(open), await readAfter(open));
    if (paths.length > 0) yield { spaceId, paths };
  }
}

function hasPagesOf({ pages }: Snapshot, slug: string): boolean {
  for (const { entry } of pages.pages())
    if (entry.type === 'computed' && readListing(JSON.parse(entry.source))?.spec === slug) return true;
  return false;
}
