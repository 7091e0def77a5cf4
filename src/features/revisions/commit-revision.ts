import type { Transaction } from 'kysely';
import type { UnitOfWork } from '../../access/transaction.ts';
import { insertDocuments, type NewDocument } from '../../content/facts/facts.repository.ts';
import { insertBlobs, type NewBlob } from '../../content/files/blobs.repository.ts';
import type { MovedSpace } from '../../content/revisions/moved-space.ts';
import { insertRevision, moveSpace, type RevisionRow } from '../../content/revisions/revision.repository.ts';
import type { Hash } from '../../content/tree/hash.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';
import { insertNodes } from '../../content/tree/tree.repository.ts';
import type { DB } from '../../db/schema.ts';
import { conflict } from '../../http/errors.ts';
import { updateSpaceReferences } from '../links/other-spaces/update-space-references.ts';
import { updateSearchIndex } from '../search/update-search-index.ts';

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

export const spaceMoved = () =>
  conflict('The content changed in the meantime: read the current revision and repeat the change.');

export const spaceLocked = () =>
  conflict('The space is locked: its content cannot be changed (editMode is “locked”).');

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
  if (!isMoved) throw (await isLocked(trx, organizationId, spaceId)) ? spaceLocked() : spaceMoved();
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
