import type { RemoteRepository } from '@lectern/git/program/remote-repository';
import { appendTo } from '@lectern/std/long-lists';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import { createOutcome, runSync } from '../sync/run-sync.ts';
import type { SyncTarget } from '../sync/sync-target.ts';
import type { SyncOutcome, SyncWork } from '../sync/sync-work.ts';
import { withBranches } from './branch-target.ts';
import { syncBranches, syncMergedBranches } from './sync-branches.ts';

/** Makes a space and the connected branch equal, and change requests and the branches that they are. */
export async function runWithBranches(
  parts: EditingParts,
  repository: RemoteRepository,
  space: SyncTarget,
  { work, connection }: { work: SyncWork; connection: ConnectionRow },
): Promise<SyncOutcome> {
  const outcome = createOutcome();
  const run = { repository, space, work, connection, fallbackAuthorId: connection.created_by };
  const merged = createOutcome();
  await syncMergedBranches(parts, { ...run, outcome: merged });
  await runSync(parts, repository, withBranches(parts, space, repository), work, outcome);
  appendTo(outcome.report, merged.report);
  appendTo(outcome.sent, merged.sent);
  outcome.isUnchanged &&= merged.isUnchanged;
  await syncBranches(parts, { ...run, outcome });
  return outcome;
}
