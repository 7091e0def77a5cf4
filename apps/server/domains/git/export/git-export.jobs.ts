import { type Credentials, remoteOf } from '@lectern/git/program/remote-url';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { openSealed } from '../connection/credentials.ts';
import { findSshAccess } from '../git.jobs.ts';
import { findSpaceGit } from '../git.repository.ts';
import { assertNotStale, GIT_EXPORT, locationOf, type StoredExport } from '../git.service.ts';
import { createOperationJob } from '../operation-job.ts';
import { syncOperation } from '../sync/sync-operation.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import { syncedSpace } from '../sync/synced-space.ts';

/** The job behind `git/export`. */
export const createGitExportJob = (context: Context, parts: EditingParts) =>
  createOperationJob(context, {
    kind: GIT_EXPORT,
    noun: 'export',
    run: async (operation) => {
      const request = operation.row.request as unknown as StoredExport;
      const credentials = openSealed<Credentials>(context.keyRing, operation.row.credentials);
      assertNotStale(await findSpaceGit(context.db, operation.key), request);
      const remote = {
        cacheId: request.cacheId,
        remote: remoteOf(request.url, credentials),
        ssh: await findSshAccess(context, operation.key, request.url),
      };
      await syncOperation(parts, operation, remote, exportTarget(parts, keyOf(operation.key), request));
    },
  });

export const exportTarget = (parts: EditingParts, key: SpaceKey, request: StoredExport): SyncTarget => ({
  line: syncedSpace(parts, { ...key, projectDirectory: request.projectDirectory }, locationOf(request)),
  ...key,
  ref: request.ref,
  projectDirectory: request.projectDirectory,
  treeUrl: request.treeUrl,
  commitUrl: request.commitUrl,
  direction: 'export',
  initialDirection: 'export',
  onConflict: 'remote',
  isForced: request.isForced,
  mayOverwrite: request.isForced,
  isStandalone: request.isStandalone,
  authorId: request.authorId,
  timestamp: request.timestamp ? new Date(request.timestamp) : null,
  writeMessage: () => request.commitMessage,
});
