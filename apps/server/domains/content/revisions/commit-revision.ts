import { diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { Hash } from '@lectern/content/tree/hash';
import { insertDocuments, type NewDocument } from '../../../content/facts/facts.repository.ts';
import { insertBlobs, type NewBlob } from '../../../content/files/blobs.repository.ts';
import { insertRevision, type RevisionRow } from '../../../content/revisions/revision.repository.ts';
import { insertNodes } from '../../../content/tree/tree.repository.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { describeContentEvent } from './content-event.ts';
import type { RevisionBranch, Step } from './revision-branch.ts';

/**
 * The content that a revision adds to the store. Everything is named by its hash, so storing it twice changes nothing.
 */
interface NewContent {
  nodes: ReadonlyMap<Hash, string>;
  documents: ReadonlyMap<Hash, NewDocument>;
  blobs: readonly NewBlob[];
}

export interface CommitRevision {
  organizationId: string;
  spaceId: string;
  revision: RevisionRow;
  content: NewContent;
  /** Whether the revision goes on with the editing session of its parent, which need not stay a revision then. */
  continuesParent?: boolean;
  /** Undefined: nothing moves to the revision. */
  move: LineMove | undefined;
}

/** The line that moves to the revision, and its position before. */
type LineMove = { line: RevisionBranch } & Pick<Step, 'base' | 'before' | 'after'>;

/**
 * Stores a revision and moves a line to it, in the caller's transaction. Throws the line's error if it has moved in the
 * meantime, or may not move.
 */
export async function commitRevision(unit: UnitOfWork, commit: CommitRevision): Promise<void> {
  const { organizationId, spaceId, revision, content, move, continuesParent = false } = commit;
  const { trx } = unit;
  await insertDocuments(trx, organizationId, content.documents);
  await insertBlobs(trx, organizationId, content.blobs);
  await insertNodes(trx, organizationId, content.nodes);
  await insertRevision(trx, organizationId, spaceId, revision, { continuesParent });
  if (move)
    await moveLine(unit, { organizationId, spaceId, revision, move, newDocuments: content.documents });
}

/** Moves a branch to a revision that is stored, and notifies its listeners. Every branch moves here. */
export async function moveLine(
  unit: UnitOfWork,
  {
    organizationId,
    spaceId,
    revision,
    move: { line, base, before, after },
    newDocuments,
  }: Omit<CommitRevision, 'content'> & { move: LineMove } & Pick<Step, 'newDocuments'>,
): Promise<void> {
  const difference = diffSnapshots(before, after);
  await line.advance(unit, { base, revision, before, after, difference, newDocuments });
  unit.record({
    organizationId,
    spaceId,
    changeRequestId: line.changeRequestId,
    at: revision.createdAt,
    actorId: revision.authorId ?? undefined,
    body: describeContentEvent({ base, revision: revision.revisionId, before, after, difference }),
  });
}
