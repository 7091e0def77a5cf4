import type { SnapshotDifference } from '@lectern/content/tree/diff-snapshots';
import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { NewDocument } from '../../../content/facts/facts.repository.ts';
import type { RevisionRow } from '../../../content/revisions/revision.repository.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';

/** One step of a line: from its expected revision to the next. */
export interface Step {
  base: string;
  /** The next revision. */
  revision: RevisionRow;
  before: Snapshot;
  after: Snapshot;
  /** From `before` to `after`. */
  difference: SnapshotDifference;
  /** The documents that are new in the next revision, with their computed parts; all others are stored already. */
  newDocuments: ReadonlyMap<Hash, NewDocument>;
}

/** A pointer to the newest of a series of revisions, with the updates that follow when it moves. */
export interface RevisionBranch {
  /** The change request whose content it is; undefined: that of the space. */
  changeRequestId: string | undefined;
  /** Throws the error that names the reason when the line is not at `base` anymore, or may not move. */
  advance(unit: UnitOfWork, step: Step): Promise<void>;
}
