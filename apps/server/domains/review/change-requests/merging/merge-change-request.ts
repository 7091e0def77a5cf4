import type { Conflict } from '@lectern/content/merge/conflicts';
import { newId } from '@lectern/std/ids';
import type { RevisionRow } from '../../../../content/revisions/revision.repository.ts';
import { spaceNotFound } from '../../../../platform/access/access-errors.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { commitInTurn } from '../../../content/editing/commit-in-turn.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import type { MergedRevisions } from '../../../content/editing/merge-revisions.ts';
import { commitRevision } from '../../../content/revisions/commit-revision.ts';
import type { RevisionBranch } from '../../../content/revisions/revision-branch.ts';
import { contentChanged, spaceBranch, spaceLocked } from '../../../content/revisions/space-branch.ts';
import { notify } from '../../notifications/notify.ts';
import { changeRequestLine } from '../change-request-branch.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-request-errors.ts';
import { emitChangeRequestEvent } from '../change-request-events.ts';
import {
  type ChangeRequestRow,
  type ChangingRow,
  countChangeRequests,
  findChangeRequest,
  lockChangeRequest,
  markMerged,
} from '../change-requests.repository.ts';
import { baseOf, keyOf } from '../change-requests.service.ts';
import { deletePreviewLinks } from '../preview-links/preview-links.queries.ts';
import { mergeWithSpace } from './merge-with-space.ts';

export interface MergeRequest {
  space: SpacePointer;
  row: ChangeRequestRow;
  actor: Actor;
  /** Merges only while it is scheduled for this time. */
  scheduledAt?: Date;
}

/** A merge that met conflicts has changed nothing. */
export interface MergeOutcome {
  revisionId: string;
  conflicts: readonly Conflict[];
}

/** One attempt at merging: the space and the change request as they were read. */
interface Attempt {
  space: SpacePointer;
  row: ChangeRequestRow;
}

/**
 * Merges a change request into its space, in one transaction. If it has been merged already, returns the revision of
 * that merge. `allow` throws unless the rules are met; it is called with exactly the revisions that are then merged.
 */
export async function mergeChangeRequest(
  parts: EditingParts,
  request: MergeRequest,
  allow: (row: ChangeRequestRow, merged: MergedRevisions) => Promise<void>,
): Promise<MergeOutcome> {
  const { context } = parts;
  const { actor } = request;
  const branchId = request.space.spaceId;
  const whenMerged = (revisionId: string): MergeOutcome => ({ revisionId, conflicts: [] });
  return attemptMerge(parts, { ...request, branchId, whenMerged }, async ({ space, row }) => {
    const merged = await mergeWithSpace(parts, { space, row });
    await allow(row, merged);
    if (merged.conflicts.length > 0) return { revisionId: space.revisionId, conflicts: merged.conflicts };
    const made = revisionOf(parts, request, 'merge', [space.revisionId, row.revision_id], merged);
    // If the space already has the content, no revision is created.
    const hasAll = merged.snapshot.hash === merged.theirs.snapshot.hash;
    const { revisionId } = hasAll ? merged.theirs.revision : made;
    const at = made.createdAt;
    await context.transact(async (unit) => {
      const current = await lockUnmoved(unit, row, request.scheduledAt);
      const branch = spaceBranch(context, space, actor);
      if (!hasAll) await storeMerged(unit, { space, revision: made, merged, line: branch, into: 'theirs' });
      await markMerged(unit.trx, keyOf(row), { revisionId, mergedBy: authorIdOf(actor), at });
      await deletePreviewLinks(unit.trx, keyOf(row));
      await countChangeRequests(unit.trx, space);
      await notify(context, unit, {
        ...keyOf(row),
        at,
        userIds: [row.author_id],
        kind: 'merged',
        actorId: authorIdOf(actor),
      });
      const event = { type: 'change_request.merged' as const, actor, at };
      await emitChangeRequestEvent(unit, { ...current, status: 'merged' }, event);
    });
    if (!hasAll) parts.store.keep({ space, revision: made, snapshot: merged.snapshot });
    return { revisionId, conflicts: [] };
  });
}

/** Brings the present content of the space into a change request. */
export async function updateFromSpace(parts: EditingParts, request: MergeRequest): Promise<MergeOutcome> {
  const { context } = parts;
  const { actor } = request;
  const branchId = request.row.change_request_id;
  const whenMerged = (): never => {
    throw changeRequestMerged();
  };
  return attemptMerge(parts, { ...request, branchId, whenMerged }, async ({ space, row }) => {
    if (baseOf(row) === space.revisionId) return { revisionId: row.revision_id, conflicts: [] };
    const merged = await mergeWithSpace(parts, { space, row });
    if (merged.conflicts.length > 0) return { revisionId: row.revision_id, conflicts: merged.conflicts };
    const revision = revisionOf(parts, request, 'update', [row.revision_id, space.revisionId], merged);
    const branch = changeRequestLine(keyOf(row), actor, space.revisionId);
    await context.transact((unit) =>
      storeMerged(unit, { space, revision, merged, line: branch, into: 'ours' }),
    );
    parts.store.keep({ space, revision, snapshot: merged.snapshot });
    return { revisionId: revision.revisionId, conflicts: [] };
  });
}

interface BranchMerge extends MergeRequest {
  /** The id of the line that the merge moves. */
  branchId: string;
  /** Returns the outcome, or throws, if the change request has been merged already, as that revision. */
  whenMerged: (revisionId: string) => MergeOutcome;
}

const attemptMerge = (
  parts: EditingParts,
  request: BranchMerge,
  finish: (attempt: Attempt) => Promise<MergeOutcome>,
): Promise<MergeOutcome> =>
  commitInTurn(parts, { spaceId: request.space.spaceId, branchId: request.branchId }, () =>
    tryMerge(parts, request, finish),
  );

async function tryMerge(
  { context }: EditingParts,
  { space: known, row: { change_request_id: changeRequestId }, whenMerged }: BranchMerge,
  finish: (attempt: Attempt) => Promise<MergeOutcome>,
): Promise<MergeOutcome> {
  const row = await findChangeRequest(context.db, known, changeRequestId);
  if (!row) throw changeRequestNotFound();
  if (row.merged_revision_id !== null) return whenMerged(row.merged_revision_id);
  if (row.status === 'archived') throw changeRequestArchived();
  const space = await context.pointers.spaces.find(known.spaceId);
  if (!space || space.deletedAt) throw spaceNotFound();
  if (space.editMode === 'locked') throw spaceLocked();
  return finish({ space, row });
}

/** Throws if the change request has changed since it was read; the next attempt finds out how. */
async function lockUnmoved(
  unit: UnitOfWork,
  row: ChangeRequestRow,
  scheduledAt: Date | undefined,
): Promise<ChangingRow> {
  const current = await lockChangeRequest(unit, keyOf(row));
  if (!current) throw changeRequestNotFound();
  if (current.status !== row.status || current.revision_id !== row.revision_id) throw contentChanged();
  if (scheduledAt && current.scheduled_at?.getTime() !== scheduledAt.getTime()) throw contentChanged();
  return current;
}

const revisionOf = (
  { context }: EditingParts,
  { actor, row }: MergeRequest,
  type: 'merge' | 'update',
  parents: string[],
  { snapshot }: MergedRevisions,
): RevisionRow => ({
  revisionId: newId(),
  parents,
  root: snapshot.hash,
  type,
  authorId: authorIdOf(actor),
  message: type === 'merge' && row.subject !== '' ? row.subject : null,
  git: null,
  createdAt: context.clock(),
});

async function storeMerged(
  unit: UnitOfWork,
  {
    space,
    revision,
    merged,
    line,
    into,
  }: {
    space: SpacePointer;
    revision: RevisionRow;
    merged: MergedRevisions;
    line: RevisionBranch;
    into: 'ours' | 'theirs';
  },
): Promise<void> {
  const before = merged[into];
  await commitRevision(unit, {
    organizationId: space.organizationId,
    spaceId: space.spaceId,
    revision,
    content: { nodes: merged.nodes, documents: merged.documents, blobs: [] },
    move: { line, base: before.revision.revisionId, before: before.snapshot, after: merged.snapshot },
  });
}
