import { branchNameOf } from '@lectern/git/program/git-ref';
import type { BranchHead } from '@lectern/git/program/remote-repository';
import { appendTo } from '@lectern/std/long-lists';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { baseOf, type ChangeRequestRow } from '../../review/change-requests/change-requests.service.ts';
import { findCommit } from '../git.repository.ts';
import { readCommitSource } from '../import/git-source.ts';
import { bringIn } from '../sync/bring-in.ts';
import { runSync } from '../sync/run-sync.ts';
import { findCommon } from '../sync/sync-state.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import { type BranchRun, isOwnFailure } from './branch-run.ts';
import { branchTarget } from './branch-target.ts';
import { findCommitBefore, listBranchRows, updateBranch } from './branches.repository.ts';
import { findAuthor } from './open-branch.ts';

/** At most this many commits of a push become revisions of their own; older ones become part of the first of these. */
const MAX_COMMITS = 20;

/** Makes a change request and its branch equal. If only the branch has moved, each new commit becomes a revision. */
export async function syncRequest(
  parts: EditingParts,
  run: BranchRun,
  branch: BranchHead,
  row: ChangeRequestRow,
): Promise<void> {
  const { space, repository, main } = run;
  const { db, config } = parts.context;
  const known = (await listBranchRows(db, space, { ref: branch.ref }))[0];
  const since = known?.imported_oid;
  if (!since || since === branch.oid) {
    await syncLine(parts, run, branchTarget(parts, space, { ref: branch.ref, row }));
    return;
  }
  const fork = await repository.findForkPoint(branch, main);
  const containedId = fork === undefined ? undefined : await findContained(parts, run, { row, fork });
  const isUnmoved = known.imported_revision_id === row.revision_id;
  const follows = isUnmoved && (await repository.isAncestorOf(branch.ref, since, branch.oid));
  const oids = follows ? await repository.listCommits(branch.oid, fork ? [since, fork] : [since]) : [];
  const single = oids.slice(-MAX_COMMITS).filter((oid) => oid !== branch.oid);
  const target = branchTarget(parts, space, { ref: branch.ref, row });
  for (const oid of single) {
    run.work.signal.throwIfAborted();
    if (!(await repository.hasCommit(oid))) continue;
    const commit = await repository.readCommit(oid);
    const source = await readCommitSource(repository, commit, { maxBytes: config.limits.importBytes });
    const authorId = (await findAuthor(parts, space, commit)) ?? null;
    try {
      const head = { oid, findContained: () => Promise.resolve([]) };
      const own = { ...target, authorId };
      const state = await findCommon(parts, own, head);
      const brought = await bringIn(parts, own, { source, state }, run.work);
      appendTo(run.outcome.received, ofBranch(branch.ref, brought.received));
    } catch (error) {
      // Only the newest commit must be readable: an older one may lack the directory of the space, for example.
      if (!isOwnFailure(error)) throw error;
    }
  }
  if (!(await repository.hasCommit(branch.oid))) await repository.fetch(branch.ref);
  const head = await repository.readCommit(branch.oid);
  const authorId = (await findAuthor(parts, space, head)) ?? null;
  await syncLine(parts, run, {
    ...branchTarget(parts, space, { ref: branch.ref, row, containedId }),
    authorId,
  });
}

/** The revision of the space that a branch contains now, if the change request began from an older one. */
async function findContained(
  parts: EditingParts,
  { space, repository }: BranchRun,
  { row, fork }: { row: ChangeRequestRow; fork: string },
): Promise<string | undefined> {
  const { db } = parts.context;
  const commit = await findCommit(db, space, fork);
  const before = await findCommitBefore(db, space, baseOf(row));
  if (!commit || (before && (await repository.isAncestor(fork, before.oid)))) return undefined;
  return commit.line_revision_id;
}

export async function syncLine(
  parts: EditingParts,
  { repository, work, outcome }: Pick<BranchRun, 'repository' | 'work' | 'outcome'>,
  target: SyncTarget,
): Promise<void> {
  const own = await runSync(parts, repository, target, work);
  appendTo(outcome.received, ofBranch(target.ref, own.received));
  appendTo(outcome.sent, ofBranch(target.ref, own.sent));
  appendTo(outcome.conflicts, ofBranch(target.ref, own.conflicts));
  if (!own.isUnchanged) outcome.isUnchanged = false;
}

const ofBranch = <Change>(ref: string, changes: readonly Change[]): (Change & { branch: string })[] =>
  changes.map((change) => ({ ...change, branch: branchNameOf(ref) }));

/** Records the state of a change request that is in step with its branch. `request` is its state before the sync. */
export async function markSeen(
  { context: { db } }: EditingParts,
  space: SyncTarget,
  { ref, request }: { ref: string; request: ChangeRequestRow | undefined },
): Promise<void> {
  const [row] = await listBranchRows(db, space, { ref });
  if (!row || !request) return;
  // Edits of others in the meantime are left to the next run.
  const revisionId = row.revision_id === request.revision_id ? row.revision_id : row.imported_revision_id;
  const seen = { seen_revision_id: revisionId, seen_status: request.status };
  await updateBranch(db, { ...keyOf(space), ref }, seen);
}
