import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { cutReport } from '../git.jobs.ts';
import { endOperation, findOperation, type OperationKey } from '../git.repository.ts';
import { operationEnded, type RunningOperation } from '../operation-job.ts';
import type { StoredOutcome } from '../operations/operations.present.ts';
import type { GitChange, GitChangeCounts } from '../operations/operations.schemas.ts';
import type { SyncChange, SyncOutcome } from './sync-work.ts';

/** More changes than a person reads; the total count is kept. */
export const MAX_CHANGES = 1000;

/** A step is not made if its operation was ended meanwhile, for instance because the connection is another one now. */
export const requireRunning =
  (key: OperationKey) =>
  async ({ trx }: UnitOfWork): Promise<void> => {
    const operation = await findOperation(trx, key);
    if (operation?.state !== 'running') throw operationEnded();
  };

/** Ends an operation with its report. */
export async function endSync(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { key, row }: RunningOperation,
  outcome: SyncOutcome,
): Promise<void> {
  const at = clock();
  await endOperation(db, key, { state: 'success', outcome: toStored(outcome, row.started_at, at), at });
}

function toStored(outcome: SyncOutcome, startedAt: Date, endedAt: Date): StoredOutcome {
  const changes = listChanges(outcome);
  return {
    revision: outcome.revisionId,
    ...(outcome.commit ? { commit: outcome.commit } : {}),
    isUnchanged: outcome.isUnchanged,
    seconds: (endedAt.getTime() - startedAt.getTime()) / 1000,
    ...(outcome.counts ? { counts: outcome.counts } : {}),
    report: cutReport(outcome.report),
    reportTotal: outcome.report.length,
    changeCounts: countChanges(changes),
    changes: changes.slice(0, MAX_CHANGES),
    changesTotal: changes.length,
  };
}

/** Lists the changes of a sync: first what was not kept, then those in the space, and those in the repository. */
export function listChanges({
  received,
  sent,
  conflicts,
}: Pick<SyncOutcome, 'received' | 'sent' | 'conflicts'>): GitChange[] {
  const toChange = ({ kind, path, oldPath, branch }: SyncChange, side: GitChange['side']): GitChange => ({
    change: kind,
    side,
    path,
    ...(oldPath === undefined ? {} : { oldPath }),
    ...(branch === undefined ? {} : { branch }),
  });
  return [
    ...conflicts.map(
      ({ path, pageId, title, branch, side, changeRequestId }): GitChange => ({
        change: 'conflicted',
        side: side ?? 'space',
        path,
        ...(title === undefined ? {} : { title }),
        ...(branch === undefined ? {} : { branch }),
        ...(pageId === undefined ? {} : { page: pageId }),
        ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }),
      }),
    ),
    ...received.map((change) => toChange(change, 'space')),
    ...sent.map((change) => toChange(change, 'repository')),
  ];
}

export function countChanges(changes: readonly GitChange[]): GitChangeCounts {
  const counts: GitChangeCounts = {
    added: 0,
    changed: 0,
    renamed: 0,
    deleted: 0,
    conflicted: 0,
    skipped: 0,
  };
  for (const { change } of changes) counts[change] += 1;
  return counts;
}
