import type { Transaction } from 'kysely';
import type { UnitOfWork } from '../../../access/transaction.ts';
import type { DB } from '../../../db/schema.ts';
import { defineError } from '../../../http/errors.ts';
import { insertDocuments, type NewDocument } from '../facts/facts.repository.ts';
import { insertBlobs, type NewBlob } from '../files/blobs.repository.ts';
import { updateSpaceReferences } from '../links/other-spaces/update-space-references.ts';
import { updateSearchIndex } from '../search/update-search-index.ts';
import type { Hash } from '../tree/hash.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { insertNodes } from '../tree/tree.repository.ts';
import type { MovedSpace } from './moved-space.ts';
import { insertRevision, moveSpace, type RevisionRow } from './revision.repository.ts';

/** What a revision adds to what is stored. Everything is named by its hash: storing it twice changes nothing. */
export interface NewContent {
  nodes: ReadonlyMap<Hash, string>;
  documents: ReadonlyMap<Hash, NewDocument>;
  blobs: readonly NewBlob[];
}

export interface CommitRevision {
  organizationId: string;
  spaceId: string;
  revision: RevisionRow;
  content: NewContent;
  /** Undefined: the space does not move. */
  move: SpaceMove | undefined;
}

/** From what to what a space moves. */
export interface SpaceMove {
  /** The revision that the space must still be at. */
  base: string;
  before: Snapshot;
  after: Snapshot;
}

export const contentChanged = defineError(
  { status: 409, reason: 'content-changed' },
  'The content has changed in the meantime. Read the current revision and repeat the change.',
);

export const spaceLocked = defineError(
  { status: 409, reason: 'space-locked' },
  'The space is locked, so its content cannot change. Set its editMode to “live” first.',
);

/** Stores a revision and moves the space to it, in the caller's transaction. Throws a 409 when the space has moved. */
export async function commitRevision(unit: UnitOfWork, commit: CommitRevision): Promise<void> {
  const { organizationId, spaceId, revision, content, move } = commit;
  const { trx } = unit;
  await insertDocuments(trx, organizationId, content.documents);
  await insertBlobs(trx, organizationId, content.blobs);
  await insertNodes(trx, organizationId, content.nodes);
  await insertRevision(trx, organizationId, spaceId, revision);
  if (!move) return;
  const isMoved = await moveSpace(trx, {
    organizationId,
    spaceId,
    base: move.base,
    next: revision.revisionId,
    at: revision.createdAt,
  });
  if (!isMoved) throw (await isLocked(trx, organizationId, spaceId)) ? spaceLocked() : contentChanged();
  const moved: MovedSpace = {
    organizationId,
    spaceId,
    revisionId: revision.revisionId,
    at: revision.createdAt,
    before: move.before,
    after: move.after,
    newDocuments: content.documents,
  };
  await updateSearchIndex(unit, moved);
  await updateSpaceReferences(unit, moved);
  unit.announce({ kind: 'space', spaceId });
}

async function isLocked(trx: Transaction<DB>, organizationId: string, spaceId: string): Promise<boolean> {
  const space = await trx
    .selectFrom('space')
    .select('edit_mode')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return space?.edit_mode === 'locked';
}
