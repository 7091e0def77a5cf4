import type { Transaction } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import {
  type DeletedPage,
  forgetDeletedPages,
  insertDeletedPages,
} from '../references/deleted-pages.repository.ts';
import type { MovedSpace } from './moved-space.ts';

/** How long deleted pages are listed. */
const LISTED_MS = 30 * 24 * 60 * 60 * 1000;

/** Pages that were deleted before the returned time are no longer listed. */
export const startOfTrash = (now: Date): Date => new Date(now.getTime() - LISTED_MS);

/** Notes which pages the space has lost with its new revision, and which have come back. */
export async function noteDeletedPages(
  trx: Transaction<DB>,
  { organizationId, spaceId, before, difference, at }: MovedSpace,
  { from, by }: { from: string; by: string | null },
): Promise<void> {
  const lost = new Set<string>();
  const returned: string[] = [];
  for (const [pageId, page] of difference.pages) {
    if (!page.after) lost.add(pageId);
    else if (!page.before) returned.push(pageId);
  }
  const key = { organizationId, spaceId };
  if (returned.length > 0) await forgetDeletedPages(trx, key, returned);
  if (lost.size === 0) return;
  const pages = [...lost].map((pageId): DeletedPage => {
    let rootId: string | null = null;
    for (let above = before.pages.parentIdOf(pageId); above !== undefined; ) {
      if (lost.has(above)) rootId = above;
      above = before.pages.parentIdOf(above);
    }
    return { pageId, rootId };
  });
  await insertDeletedPages(trx, key, { pages, revisionId: from, by, at });
}
