import type { Context } from '../../../context.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { findSshAccess, readCredentials, withCredentials } from '../git.jobs.ts';
import { findSpaceGit } from '../git.repository.ts';
import { GIT_EXPORT, type StoredExport, staleTimestamp } from '../git.service.ts';
import { createOperationJob, pruneCopies, type RunningOperation, remoteOptions } from '../operation-job.ts';
import { openRemoteRepository } from '../program/remote-repository.ts';
import { endSync, requireRunning } from '../sync/end-sync.ts';
import { runSync } from '../sync/run-sync.ts';
import type { SyncTarget } from '../sync/sync-target.ts';

/** The job behind `git/export`. */
export const createGitExportJob = (context: Context, parts: EditingParts) =>
  createOperationJob(context, {
    kind: GIT_EXPORT,
    noun: 'export',
    run: async (operation) => {
      const request = operation.row.request as unknown as StoredExport;
      const credentials = readCredentials(context, operation.row);
      await refuseStale(context, operation, request);
      const repository = await openRemoteRepository(
        remoteOptions(context, operation, {
          cacheId: request.cacheId,
          credentials,
          ssh: await findSshAccess(context, operation.key, request.url),
          url: withCredentials(request.url, credentials),
        }),
      );
      try {
        const { signal, onProgress, key } = operation;
        const work = { signal, onProgress, onStep: requireRunning(key) };
        const outcome = await runSync(parts, repository, targetOf(operation, request), work);
        await endSync(context, operation, outcome);
      } finally {
        await repository.close();
        await pruneCopies(context);
      }
    },
  });

async function refuseStale(
  { db }: Context,
  { key }: RunningOperation,
  { timestamp, isForced }: StoredExport,
): Promise<void> {
  const applied = (await findSpaceGit(db, key))?.applied_timestamp;
  if (applied && timestamp && new Date(timestamp) < applied && !isForced) throw staleTimestamp(applied);
}

const targetOf = ({ key }: RunningOperation, request: StoredExport): SyncTarget => ({
  organizationId: key.organizationId,
  spaceId: key.spaceId,
  ref: request.ref,
  projectDirectory: request.projectDirectory,
  treeUrl: request.treeUrl,
  commitUrl: request.commitUrl,
  direction: 'export',
  initialDirection: 'export',
  onConflict: 'remote',
  isForced: request.isForced,
  isStandalone: request.isStandalone,
  authorId: request.authorId,
  timestamp: request.timestamp ? new Date(request.timestamp) : null,
  writeMessage: () => request.commitMessage,
});
