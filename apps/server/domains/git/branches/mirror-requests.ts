import { GitError } from '@lectern/git/program/git-error';
import { branchNameOf } from '@lectern/git/program/git-ref';
import { robotOf } from '../../../platform/access/robot.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import {
  baseOf,
  type ChangeRequestRow,
  findChangeRequestRow,
} from '../../review/change-requests/change-requests.service.ts';
import { updateFromSpace } from '../../review/change-requests/merging/merge-change-request.ts';
import type { GitCommitRow } from '../git.repository.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import { attempt, type Branches, type BranchRun, MAX_BRANCHES } from './branch-run.ts';
import { branchTarget } from './branch-target.ts';
import { findCommitBefore, listUnmirrored, upsertBranch } from './branches.repository.ts';
import { markSeen, syncLine } from './sync-request.ts';

/**
 * Finds the commit at which the branch of a change request begins. A change request that began between two commits is
 * first updated from the space, unless there are conflicts: its branch would otherwise repeat changes of the newer
 * commit.
 */
async function findBeginning(
  parts: EditingParts,
  space: SyncTarget,
  { row, baseId }: { row: ChangeRequestRow; baseId: string },
): Promise<{ row: ChangeRequestRow; commit: GitCommitRow | undefined }> {
  const { context, store } = parts;
  const commit = await findCommitBefore(context.db, space, baseId);
  const pointer = await context.pointers.spaces.find(space.spaceId);
  if (!commit || !pointer) return { row, commit };
  const [base, written] = [
    await store.open(pointer, baseId),
    await store.open(pointer, commit.line_revision_id),
  ];
  if (base.snapshot.hash === written.snapshot.hash) return { row, commit };
  const actor = robotOf(space.organizationId);
  const { conflicts } = await updateFromSpace(parts, { space: pointer, row, actor });
  const updated = await findChangeRequestRow(context.db, space, row.change_request_id);
  if (conflicts.length > 0 || !updated) return { row, commit };
  return { row: updated, commit: await findCommitBefore(context.db, space, baseOf(updated)) };
}

/** Gives change requests without a branch one of their own. */
export async function mirrorRequests(
  parts: EditingParts,
  run: BranchRun,
  prefix: string,
  branches: Branches,
): Promise<void> {
  const { space } = run;
  const { context } = parts;
  for (const { changeRequestId, number, baseId } of await listUnmirrored(context.db, space, MAX_BRANCHES)) {
    run.work.signal.throwIfAborted();
    const ref = `refs/heads/${prefix}${number}`;
    await attempt(run, ref, async () => {
      if (branches.has(ref))
        throw new GitError(
          'push-rejected',
          `The repository already has a branch “${branchNameOf(ref)}” that does not belong to change request ${number}. Delete or rename it in the repository.`,
        );
      const known = await findChangeRequestRow(context.db, space, changeRequestId);
      if (!known) return;
      const { row, commit } = await findBeginning(parts, space, { row: known, baseId });
      if (!commit)
        throw new GitError(
          'ref-not-found',
          `Change request ${number} was created before the space was connected. Update it from the space first.`,
        );
      await upsertBranch(
        context.db,
        { ...keyOf(space), ref },
        { changeRequestId, oid: commit.oid, commit, at: context.clock() },
      );
      await syncLine(parts, run, branchTarget(parts, space, { ref, row }));
      await markSeen(parts, space, { ref, request: row });
    });
  }
}
