import type { SnapshotDifference } from '@lectern/content/tree/diff-snapshots';
import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { NewDocument } from '../facts/facts.repository.ts';

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
