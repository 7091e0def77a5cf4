import { EMPTY_SNAPSHOT, type Snapshot } from '../tree/snapshot.ts';
import type { Conflict, ConflictAnswer } from './conflicts.ts';
import { findCommonAncestors, type LoadParents } from './find-common-ancestors.ts';
import { type MergeSnapshotsOptions, mergeSnapshots } from './merge-snapshots.ts';

export interface MergeBasesOptions {
  loadParents: LoadParents;
  loadSnapshot: (revisionId: string) => Promise<Snapshot>;
  /**
   * Merges documents and keeps both texts of each conflict. The result is read again by its hash only for this merge.
   */
  mergeDocuments: MergeSnapshotsOptions['mergeDocuments'];
  /** The content that both come from if their histories have nothing in common; absent: none. */
  loadOrigin?: () => Promise<Snapshot>;
}

/** Ancestors of ancestors that were merged into each other: deeper ones hardly ever change the result. */
const MAX_DEPTH = 4;

/**
 * Returns the content to merge two revisions with: that of their common ancestor. Several common ancestors are merged
 * with each other; what conflicts between them becomes unlike all of them, so that it still conflicts between the two.
 */
export async function findMergeBase(
  left: string,
  right: string,
  options: MergeBasesOptions,
  depth = 0,
): Promise<Snapshot> {
  const [first, ...others] = await findCommonAncestors(options.loadParents, left, right);
  if (first === undefined) return depth === 0 && options.loadOrigin ? options.loadOrigin() : EMPTY_SNAPSHOT;
  let merged = await options.loadSnapshot(first);
  if (depth === MAX_DEPTH) return merged;
  for (const other of others) {
    const base = await findMergeBase(first, other, options, depth + 1);
    const theirs = await options.loadSnapshot(other);
    const { snapshot } = await mergeSnapshots(
      { base, ours: merged, theirs },
      { mergeDocuments: options.mergeDocuments, answerOf: resolveUnlike, emit: () => {} },
    );
    merged = snapshot;
  }
  return merged;
}

function resolveUnlike(conflict: Conflict): ConflictAnswer {
  if (conflict.kind === 'page-deleted') return { choice: conflict.deletedBy === 'ours' ? 'theirs' : 'ours' };
  if (conflict.kind === 'page-position') return { choice: 'ours' };
  return { choice: 'text', text: JSON.stringify([conflict.ours, conflict.theirs]) };
}
