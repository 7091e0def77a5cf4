import { NOBODY } from '../../../access/author.ts';
import type { UnitOfWork } from '../../../access/transaction.ts';
import type { Conflict } from '../../../content/merge/conflicts.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { defineError } from '../../../http/errors.ts';
import { newId } from '../../../http/ids.ts';
import { openConflictingChangeRequest } from '../../change-requests/merging/open-conflicting.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import type { MergedRevisions } from '../../editing/merge-revisions.ts';
import { notify } from '../../notifications/notify.ts';
import { commitRevision } from '../../revisions/commit-revision.ts';
import { branchNameOf } from '../program/git-ref.ts';
import { listAuthorsSince } from './commit-authors.queries.ts';
import type { SyncTarget } from './sync-target.ts';

export const syncPaused = defineError(
  { status: 409, reason: 'sync-conflict' },
  (conflicts: readonly Conflict[]) =>
    `The space and the repository have changed the same text in ${conflicts.length === 1 ? 'one place' : `${conflicts.length} places`}. Neither side was changed, because the connection pauses on conflicts. Change one side, then resume.`,
);

export interface ConflictingSides {
  target: SyncTarget;
  /** The last common state. */
  common: OpenRevision;
  /** The space before the merge. */
  current: OpenRevision;
  /** The revision that the space is at now, with the remote's text. */
  present: string;
  /** The merge with the space's text. */
  own: MergedRevisions;
  at: Date;
}

/**
 * Puts the space's text of conflicts into an open change request, and tells its authors. Its content follows from the
 * last common state, so that merging it meets the same conflicts until they are answered. Returns its id.
 */
export async function openConflicts(
  { context }: Pick<EditingParts, 'context'>,
  unit: UnitOfWork,
  { target, common, current, present, own, at }: ConflictingSides,
): Promise<string> {
  const { organizationId, spaceId } = target;
  const known = await listAuthorsSince(unit.trx, target, {
    from: current.revision.revisionId,
    until: common.revision.revisionId,
  });
  const [first = target.authorId ?? NOBODY, ...others] = known;
  const authorIds: [string, ...string[]] = [first, ...others];
  const revisionId = newId();
  await commitRevision(unit, {
    organizationId,
    spaceId,
    revision: {
      revisionId,
      parents: [common.revision.revisionId],
      root: own.snapshot.hash,
      type: 'edits',
      authorId: first,
      message: null,
      git: null,
      createdAt: at,
    },
    content: { nodes: own.nodes, documents: own.documents, blobs: [] },
    move: undefined,
  });
  const branch = branchNameOf(target.ref);
  const row = await openConflictingChangeRequest(unit, {
    organizationId,
    spaceId,
    subject: `Conflicts with the branch “${branch}”`,
    description: `Git Sync found that the space and the branch “${branch}” had changed the same text. The space now has the text of the branch. This change request has the text of the space: answer its conflicts and merge it, or archive it.`,
    authorIds,
    initialRevisionId: target.line.conflictBaseId ?? present,
    revisionId,
    at,
  });
  await notify(context, unit, {
    organizationId,
    spaceId,
    kind: 'sync-conflict',
    userIds: authorIds,
    actorId: NOBODY,
    changeRequestId: row.change_request_id,
    at,
  });
  return row.change_request_id;
}
