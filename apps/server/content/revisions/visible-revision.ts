import { type ResolvedTarget, resolveTarget } from '@lectern/content/references/resolve-target';
import type { FileEntry, ReusableEntry } from '@lectern/content/tree/entries';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { VisibleContent } from './visible-content.ts';
import type { VisiblePages } from './visible-pages.ts';

/** The parts of a revision that an audience sees. */
export interface VisibleRevision {
  pages: VisiblePages;
  /** Present only where files or reusable contents are shown by themselves. */
  content?: VisibleContent;
}

/** A revision as a reader sees it. Without a sight, the reader sees everything. */
export interface SeenRevision {
  snapshot: Snapshot;
  sight?: VisibleRevision | undefined;
}

/** Replaces targets that lead to hidden pages, so that neither their path nor their name is revealed. */
export const HIDDEN_TARGET = 'broken-reference';

/**
 * Resolves a target for a reader. A hidden page resolves like one that does not exist, except that its path is hidden.
 */
export function resolveSeenTarget(
  { snapshot, sight }: SeenRevision,
  fromPath: string | undefined,
  raw: string,
): ResolvedTarget | undefined {
  const target = resolveTarget(snapshot, fromPath, raw);
  return sight && isHiddenTarget(sight, target) ? { kind: 'url', url: HIDDEN_TARGET } : target;
}

const isHiddenTarget = ({ pages }: VisibleRevision, target: ResolvedTarget | undefined): boolean =>
  target !== undefined && 'page' in target && target.page !== undefined && !pages.isVisible(target.page);

export const isPageSeen = ({ sight }: SeenRevision, pageId: string): boolean =>
  !sight || sight.pages.isVisible(pageId);

export const isFileSeen = ({ sight }: SeenRevision, { id }: FileEntry): boolean =>
  !sight || sight.content?.files.has(id) === true;

export const isReusableSeen = ({ sight }: SeenRevision, { id }: ReusableEntry): boolean =>
  !sight || sight.content?.reusables.has(id) === true;
