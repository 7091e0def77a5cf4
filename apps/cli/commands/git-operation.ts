import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../server/app/platform.ts';
import { createGitExportJob } from '../../server/domains/git/export/git-export.jobs.ts';
import { createGitImportJob } from '../../server/domains/git/git.jobs.ts';
import { readOperation, type ShownOperationRow } from '../../server/domains/git/operations/read-operation.ts';
import { createGitSyncJob } from '../../server/domains/git/sync/git-sync.jobs.ts';
import type { SpaceKey } from '../../server/platform/access/space-key.ts';
import { startBackground } from '../service/background.ts';
import { CommandError } from './command-error.ts';
import { createEditingParts } from './editing-parts.ts';

const POLL_MS = 200;

/** Runs Git operations while `work` waits for them: a running service does that itself. */
export async function withGitJobs<Result>(platform: Platform, work: () => Promise<Result>): Promise<Result> {
  if (platform.isJoined) return work();
  const { context } = platform;
  const parts = createEditingParts(context);
  const background = await startBackground(platform, {
    'git-import': createGitImportJob(context, parts),
    'git-export': createGitExportJob(context, parts),
    'git-sync': createGitSyncJob(context, parts),
  });
  try {
    return await work();
  } finally {
    await background.stop();
  }
}

/** Waits until an operation has ended, by default the last one of the space. Throws if it failed. */
export async function waitForOperation(
  { context }: Platform,
  space: SpaceKey,
  operationId?: string,
): Promise<ShownOperationRow> {
  for (;;) {
    const row = await readOperation(context, space, operationId);
    if (!row) throw new CommandError('The operation was lost: the space has no record of it.');
    if (row.state === 'success') return row;
    if (row.state !== 'running') throw new CommandError(row.error ?? 'The operation failed.');
    await sleep(POLL_MS);
  }
}
