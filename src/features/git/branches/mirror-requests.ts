import { findChangeRequestRow } from '../../change-requests/change-requests.service.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { GitError } from '../program/git-error.ts';
import { branchNameOf } from '../program/git-ref.ts';
import { attempt, type Branches, type BranchRun, MAX_BRANCHES } from './branch-run.ts';
import { branchTarget } from './branch-target.ts';
import { findCommitBefore, listUnmirrored, upsertBranch } from './branches.repository.ts';
import { keyOf, markSeen, syncLine } from './sync-request.ts';

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
          `The repository already has a branch “${branchNameOf(ref)}”, which is not that of change request ${number}. Delete or rename it there.`,
        );
      const commit = await findCommitBefore(context.db, space, baseId);
      const row = await findChangeRequestRow(context.db, space, changeRequestId);
      if (!row) return;
      if (!commit)
        throw new GitError(
          'ref-not-found',
          `Change request ${number} began before the space was connected. Update it from the space first.`,
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
