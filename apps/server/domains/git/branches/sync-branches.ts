/** Keeps the other branches of a repository in step with the change requests of a space. */

import { branchNameOf, parseGitRef } from '@lectern/git/program/git-ref';
import type { BranchHead } from '@lectern/git/program/remote-repository';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { matchesBranch } from '../connection/branch-pattern.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import { keyOf } from '../sync/sync-target.ts';
import { attempt, type BranchRun, MAX_BRANCHES, report } from './branch-run.ts';
import { branchTarget } from './branch-target.ts';
import { type BranchRow, listBranchRows, updateBranch, upsertBranch } from './branches.repository.ts';
import { mergeContained } from './merge-contained.ts';
import { mirrorRequests } from './mirror-requests.ts';
import { reportBranch } from './report-branch.ts';
import { findRequest, syncBranch } from './sync-branch.ts';
import { markSeen, syncLine } from './sync-request.ts';

/**
 * Pushes the last edits of change requests that have just been merged, so that the commit of the merge can name their
 * branches. Runs before the space is synchronized.
 */
export async function syncMergedBranches(parts: EditingParts, run: Omit<BranchRun, 'main'>): Promise<void> {
  const { db } = parts.context;
  const waiting = (await listBranchRows(db, run.space)).filter(
    (row) => row.status === 'merged' && isChanged(row) && !row.is_deleted,
  );
  for (const row of waiting) {
    run.work.signal.throwIfAborted();
    const present = await run.repository.listBranches(row.ref);
    await attempt(run, row.ref, async () => {
      const request = await findRequest(parts, run.space, row);
      // Commits that were pushed since then belong to another change request.
      if (request && present.get(row.ref) === row.imported_oid)
        await syncLine(parts, run, branchTarget(parts, run.space, { ref: row.ref, row: request }));
      await markSeen(parts, run.space, { ref: row.ref, request });
    });
  }
}

/** Runs after the space is synchronized. Reports the failure of one branch, and continues with the others. */
export async function syncBranches(parts: EditingParts, run: Omit<BranchRun, 'main'>): Promise<void> {
  const { repository, space, connection } = run;
  const { db } = parts.context;
  const branches = await repository.listBranches();
  const mainOid = (await space.line.findCommon(db))?.imported_oid;
  if (!mainOid || !branches.has(space.ref)) return;
  const whole: BranchRun = { ...run, main: { ref: space.ref, oid: mainOid } };
  const known = new Map((await listBranchRows(db, space)).map((row) => [row.ref, row]));
  const refs = [...new Set([...known.keys(), ...branches.keys()])].filter(
    (ref) => ref !== space.ref && (known.has(ref) || isWanted(connection, ref)),
  );
  const due = refs.filter((ref) => isDue(known.get(ref), branches.get(ref)));
  for (const ref of due.slice(0, MAX_BRANCHES)) {
    run.work.signal.throwIfAborted();
    const isDone = await attempt(run, ref, () =>
      syncBranch(parts, whole, { ref, row: known.get(ref), branches }),
    );
    // A new branch that failed is not tried again until it moves, so that it does not keep other branches waiting.
    const oid = branches.get(ref);
    if (!isDone && !known.has(ref) && oid !== undefined) await rememberRefused(parts, whole, { ref, oid });
  }
  if (due.length > MAX_BRANCHES)
    report(
      run,
      `${due.length - MAX_BRANCHES} more branches have changed. They will be synchronized in the next sync.`,
    );
  if (connection.mirror_prefix !== null)
    await mirrorRequests(parts, whole, connection.mirror_prefix, branches);
  for (const row of await listBranchRows(db, space)) {
    if (!row.is_unchecked || (row.status !== 'open' && row.status !== 'draft')) continue;
    run.work.signal.throwIfAborted();
    const at = parts.context.clock();
    const request = await findRequest(parts, space, row);
    if (!request) continue;
    if (await mergeContained(parts, space, request)) run.outcome.isUnchanged = false;
    else await reportBranch(parts, connection, { branch: row, request });
    await updateBranch(db, { ...keyOf(space), ref: row.ref }, { checked_at: at });
  }
}

async function rememberRefused(
  { context: { db, clock } }: EditingParts,
  { space }: BranchRun,
  { ref, oid }: BranchHead,
): Promise<void> {
  const key = { ...keyOf(space), ref };
  // A change request may have been opened before it failed.
  if ((await listBranchRows(db, space, { ref })).length === 0)
    await upsertBranch(db, key, { changeRequestId: undefined, oid, commit: undefined, at: clock() });
}

/** Branches with the prefix belong to Lectern, even if they match the pattern. */
function isWanted({ branch_pattern: pattern, mirror_prefix: prefix }: ConnectionRow, ref: string): boolean {
  const name = branchNameOf(ref);
  if (pattern === null || (prefix !== null && name.startsWith(prefix))) return false;
  return isUsable(ref) && matchesBranch(pattern, name);
}

function isUsable(ref: string): boolean {
  try {
    return parseGitRef(ref).kind === 'branch';
  } catch {
    return false;
  }
}

const isChanged = (row: BranchRow): boolean =>
  row.revision_id !== row.seen_revision_id || row.status !== row.seen_status;

/** Whether either side has changed since the last sync. */
function isDue(row: BranchRow | undefined, oid: string | undefined): boolean {
  if (!row) return true;
  if (oid === undefined) return !row.is_deleted;
  return row.is_deleted || row.pushed_oid !== null || row.imported_oid !== oid || isChanged(row);
}
