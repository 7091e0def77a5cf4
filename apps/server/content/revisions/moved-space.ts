import type { NewDocument } from '../facts/facts.repository.ts';
import type { SnapshotDifference } from '../tree/diff-snapshots.ts';
import type { Hash } from '../tree/hash.ts';
import type { Snapshot } from '../tree/snapshot.ts';

/** A space that has just moved to a new revision, for data derived from its current revision. */
export interface MovedSpace {
  organizationId: string;
  spaceId: string;
  /** The revision that it is at now. */
  revisionId: string;
  at: Date;
  before: Snapshot;
  after: Snapshot;
  /** From `before` to `after`. */
  difference: SnapshotDifference;
  /** The documents that come with this revision, with their computed parts; all others are stored already. */
  newDocuments: ReadonlyMap<Hash, NewDocument>;
}
