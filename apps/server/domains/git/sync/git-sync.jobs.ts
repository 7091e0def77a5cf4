import { GitError } from '@lectern/git/program/git-error';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { runWithBranches } from '../branches/run-with-branches.ts';
import { type ConnectionRow, findConnection, updateConnection } from '../connection/connection.repository.ts';
import { existingDocumentation } from '../export/first-export.ts';
import { findSpaceGit } from '../git.repository.ts';
import { createOperationJob, type RunningOperation } from '../operation-job.ts';
import { syncPaused } from './conflict-request.ts';
import { connectionAddress, connectionTarget } from './connection-target.ts';
import { GIT_SYNC, type StoredSync } from './request-sync.ts';
import { runSync } from './run-sync.ts';
import { syncOperation } from './sync-operation.ts';
import { keyOf, type SyncTarget } from './sync-target.ts';
import { syncedSpace } from './synced-space.ts';

const notConnected = defineError(
  { status: 404, reason: 'git-not-connected' },
  'The space is no longer connected to a Git repository.',
);

/** The job behind a sync of a connection. */
export const createGitSyncJob = (context: Context, parts: EditingParts) =>
  createOperationJob(context, {
    kind: GIT_SYNC,
    noun: 'sync',
    run: async (operation) => {
      const connection = await findConnection(context.db, operation.key);
      if (!connection) throw notConnected();
      const remote = connectionAddress(context, connection);
      const target = await targetOf(parts, operation, connection);
      await syncOperation(parts, operation, remote, target, createRun(connection));
    },
    onFailure: async ({ key }, error) => {
      const reason = pauseReasonOf(error);
      if (reason)
        await updateConnection(context.db, key, { paused_at: context.clock(), pause_reason: reason });
    },
  });

/** Synchronizes the branches of change requests, too, if the connection has any. */
function createRun(connection: ConnectionRow): typeof runSync {
  if (connection.branch_pattern === null && connection.mirror_prefix === null) return runSync;
  return (parts, repository, target, work) =>
    runWithBranches(parts, repository, target, { work, connection });
}

/** Problems that need a person. After any other problem, the next event tries again. */
function pauseReasonOf(error: unknown): string | undefined {
  if (syncPaused.matches(error)) return 'conflict';
  if (existingDocumentation.matches(error)) return 'existing-documentation';
  if (!(error instanceof GitError)) return undefined;
  if (error.code === 'history-rewritten') return 'rewritten-history';
  return error.code === 'push-rejected' ? 'rejected' : undefined;
}

async function targetOf(
  parts: EditingParts,
  { key, row }: RunningOperation,
  connection: ConnectionRow,
): Promise<SyncTarget> {
  const { isForced, authorId, timestamp } = row.request as unknown as StoredSync;
  const applied = (await findSpaceGit(parts.context.db, key))?.applied_timestamp ?? null;
  const at = timestamp ? new Date(timestamp) : null;
  return {
    ...connectionTarget(key, connection, { isForced, authorId }),
    line: syncedSpace(parts, { ...keyOf(key), projectDirectory: connection.project_directory }),
    // A sync always takes the newest state, so an older event only finds less to do.
    timestamp: at && applied && at < applied ? applied : at,
  };
}
