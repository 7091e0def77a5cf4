import type { PageEntry } from '@lectern/content/tree/entries';
import { findMovedPages } from '@lectern/content/tree/find-moved-pages';
import type { MovedSpace } from '../../../content/revisions/moved-space.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';
import { hasComputedEntries } from '../search/live-pages.ts';

/** The kind of the job that notes where computed pages were before an author moved them. */
export const COMPUTED_PATHS = 'computed-paths' as const;

/** The payload of the job: two revisions, one after the other. */
export interface ComputedPathsPayload {
  spaceId: string;
  from: string;
  to: string;
}

/** What the search index of a space knows about its computed entries. */
interface KnownIndex {
  revisionId: string;
  hasComputed: boolean | null;
}

/** Enqueues the job if the step can have moved computed pages. `index`: the search index of the space before the step. */
export async function enqueueComputedPaths(
  unit: UnitOfWork,
  { from, moved, index }: { from: string; moved: MovedSpace; index: KnownIndex | undefined },
): Promise<void> {
  const isKnownWithout = index?.revisionId === from && index.hasComputed === false;
  if (isKnownWithout || !hasComputedEntries(moved.before) || !isRearranged(moved)) return;
  const { organizationId, spaceId, revisionId: to, at } = moved;
  const payload: ComputedPathsPayload = { spaceId, from, to };
  const concurrencyKey = `${COMPUTED_PATHS}:${spaceId}`;
  await enqueueJob(unit, { organizationId, kind: COMPUTED_PATHS, payload, concurrencyKey }, at);
}

/** A page that somebody writes takes its path from a computed one, and one that is removed gives it back. */
function isRearranged({ difference, before, after }: MovedSpace): boolean {
  for (const { before: old, after: now } of difference.pages.values())
    if (!old || !now || old.type !== now.type || isListedOtherwise(old, now)) return true;
  return findMovedPages(before, after).size > 0;
}

const isListedOtherwise = (old: PageEntry, now: PageEntry): boolean =>
  (old.type === 'computed' && now.type === 'computed' && old.source !== now.source) ||
  ('slug' in old && 'slug' in now && old.slug !== now.slug);
