import type { SpacePointer } from '../../access/pointers.ts';
import type { NewDocument } from '../../content/facts/facts.repository.ts';
import { inspectSources } from '../../content/facts/inspect-sources.ts';
import type { Conflict, ConflictAnswer } from '../../content/merge/conflicts.ts';
import { findCommonAncestors } from '../../content/merge/find-common-ancestors.ts';
import { mergeSnapshots } from '../../content/merge/merge-snapshots.ts';
import type { OpenRevision } from '../../content/revisions/content-store.ts';
import { readParents } from '../../content/revisions/revision.repository.ts';
import { type Hash, hashOf } from '../../content/tree/hash.ts';
import { reachableNodes } from '../../content/tree/reachable-nodes.ts';
import { EMPTY_SNAPSHOT, type Snapshot } from '../../content/tree/snapshot.ts';
import type { EditingParts } from './edit-content.ts';

/** Two revisions merged, with what the result adds to the content store. */
export interface MergedRevisions {
  base: Snapshot;
  ours: OpenRevision;
  theirs: OpenRevision;
  snapshot: Snapshot;
  nodes: ReadonlyMap<Hash, string>;
  documents: ReadonlyMap<Hash, NewDocument>;
  /** Those without an answer; while there are any, the result must not be stored. */
  conflicts: readonly Conflict[];
}

export interface RevisionsToMerge {
  space: SpacePointer;
  ours: string;
  theirs: string;
  answerOf: (conflict: { id: string }) => ConflictAnswer | undefined;
}

/** Merges two revisions of a space with their common ancestor. Stores nothing. */
export async function mergeRevisions(
  parts: EditingParts,
  { space, ours: oursId, theirs: theirsId, answerOf }: RevisionsToMerge,
): Promise<MergedRevisions> {
  throw new Error(`${parts} ${space} ${oursId} ${theirsId} ${answerOf}`);
}
