import { type ResolvedTarget, resolveTarget } from '../references/resolve-target.ts';
import type { FileEntry, ReusableEntry } from '../tree/entries.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import type { VisibleContent } from './visible-content.ts';
import type { VisiblePages } from './visible-pages.ts';

/** What an audience sees of a revision. */
export interface Sight {
  pages: VisiblePages;
  /** Only where files or reusable contents are shown by themselves. */
  content?: VisibleContent;
}

/** A revision as somebody sees it. Without a sight, they see everything. */
export interface SeenRevision {
  snapshot: Snapshot;
  sight?: Sight | undefined;
}

/** What stands in place of a target that leads to a hidden page: it tells neither its path nor its name. */
export const HIDDEN_TARGET = 'broken-reference';

/** The meaning of a target for somebody. A hidden page is like one that does not exist, but not even its path is told. */
export function resolveSeenTarget(
  { snapshot, sight }: SeenRevision,
  fromPath: string | undefined,
  raw: string,
): ResolvedTarget | undefined {
  const target = resolveTarget(snapshot, fromPath, raw);
  return sight && isHiddenTarget(sight, target) ? { kind: 'url', url: HIDDEN_TARGET } : target;
}

const isHiddenTarget = ({ pages }: Sight, target: ResolvedTarget | undefined): boolean =>
  target !== undefined && 'page' in target && target.page !== undefined && !pages.isVisible(target.page);

export const isPageSeen = ({ sight }: SeenRevision, pageId: string): boolean =>
  !sight || sight.pages.isVisible(pageId);

export const isFileSeen = ({ sight }: SeenRevision, { id }: FileEntry): boolean =>
  !sight || sight.content?.files.has(id) === true;

export const isReusableSeen = ({ sight }: SeenRevision, { id }: ReusableEntry): boolean =>
  !sight || sight.content?.reusables.has(id) === true;
