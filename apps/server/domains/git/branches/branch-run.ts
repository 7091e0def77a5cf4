import { GitError } from '@lectern/git/program/git-error';
import { branchNameOf } from '@lectern/git/program/git-ref';
import { ApiError } from '../../../platform/http/errors.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import type { SyncOutcome } from '../sync/sync-work.ts';
import type { BranchWork } from './open-branch.ts';

/** At most this many branches are synchronized in one run. The others follow in the next. */
export const MAX_BRANCHES = 200;

/** The commits that branches are at, by their refs. */
export type Branches = Map<string, string>;

/** One synchronization of all branches of a repository with their change requests. */
export interface BranchRun extends BranchWork {
  connection: ConnectionRow;
  /** The results of the run so far, for all branches. */
  outcome: SyncOutcome;
}

/** Returns whether the work succeeded. Reports a failure that concerns only this branch; any other ends the run. */
export async function attempt(
  run: Pick<BranchRun, 'outcome'>,
  ref: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isOwnFailure(error)) throw error;
    report(run, `The branch “${branchNameOf(ref)}” was not synchronized: ${error.message}`);
    return false;
  }
}

/** Whether a failure is caused by the branch itself, and not by the host or the service. */
export const isOwnFailure = (error: unknown): error is ApiError | GitError =>
  error instanceof ApiError || (error instanceof GitError && OWN_FAILURES.has(error.code));

const OWN_FAILURES = new Set<GitError['code']>([
  'directory-not-found',
  'invalid-ref',
  'push-rejected',
  'ref-not-found',
  'too-large',
]);

export const report = ({ outcome }: Pick<BranchRun, 'outcome'>, message: string): void => {
  outcome.report.push({ severity: 'warning', reason: 'branch-not-synced', message });
};
