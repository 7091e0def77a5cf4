import type { NewDocument } from '../facts/facts.repository.ts';
import type { Hash } from '../tree/hash.ts';
import type { Snapshot } from '../tree/snapshot.ts';

/** A space that has just moved, for what mirrors its current revision and changes with it. */
export interface MovedSpace {
  organizationId: string;
  spaceId: string;
  /** The revision that it is at now. */
  revisionId: string;
  at: Date;
  before: Snapshot;
  after: Snapshot;
  /** What is computed of the documents that came with this revision; all others are stored already. */
  newDocuments: ReadonlyMap<Hash, NewDocument>;
}
