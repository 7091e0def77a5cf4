import { cutText } from '@lectern/std/cut-text';
import type { Context } from '../../../platform/context.ts';
import { createWatchedJob, type JobFailure, type JobWatch } from '../../../platform/jobs/watched-job.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { GitProgress } from '../../content/spaces/spaces.schemas.ts';
import { repositoryName } from '../git.service.ts';
import { describeFailure, pruneCopies, remoteOptions } from '../operation-job.ts';
import { connectionAddress, connectionTarget } from '../sync/connection-target.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import { syncedSpace } from '../sync/synced-space.ts';
import { openTracedRepository } from '../traced-repository.ts';
import { toResult } from './git-preview.present.ts';
import {
  endPreview,
  findPreview,
  type PreviewEnd,
  type PreviewKey,
  type PreviewRow,
  updatePreviewProgress,
} from './git-preview.repository.ts';
import {
  GIT_PREVIEW,
  type PreviewedConnection,
  type PreviewPayload,
  previewEnded,
  type StoredPreview,
} from './git-preview.service.ts';
import { previewSync } from './preview-sync.ts';

const MAX_MESSAGE_LENGTH = 1000;

/** The job behind a preview. An interrupted one starts over: it changes nothing. */
export const createGitPreviewJob = (parts: EditingParts) => {
  const { context } = parts;
  const { db, clock } = context;
  return createWatchedJob<typeof GIT_PREVIEW, PreviewKey, PreviewRow, GitProgress>(context, {
    kind: GIT_PREVIEW,
    lane: 'imports',
    keyOf: ({ organizationId, payload }) => {
      const { spaceId, previewId } = payload as PreviewPayload;
      return { organizationId, spaceId, previewId };
    },
    findUnfinished: async (key) => {
      const row = await findPreview(db, key);
      return row?.state === 'running' ? row : undefined;
    },
    update: (key, { progress }) => updatePreviewProgress(db, key, progress),
    work: (key, row, watch) => previewOnce(parts, key, row, watch),
    fail: async (key, failure) => {
      await endPreview(db, key, { ...explainEnd(context, key, failure), at: clock() });
    },
    createCancellation: previewEnded,
  });
};

async function previewOnce(
  parts: EditingParts,
  key: PreviewKey,
  row: PreviewRow,
  { signal, onProgress }: JobWatch<GitProgress>,
): Promise<void> {
  const { context } = parts;
  const { connection, authorId } = row.request as StoredPreview;
  // Most files are new to the space: the threads that read them start while the repository is fetched.
  void context.threads.start('job');
  onProgress({ stage: 'fetching' });
  const address = connectionAddress(context, { ...connection, credentials: row.credentials });
  const repository = await openTracedRepository(remoteOptions(context, { key, signal, onProgress }, address));
  try {
    const target = targetOf(parts, key, connection, authorId);
    const found = await previewSync(parts, repository, target, { signal, onProgress });
    const result = toResult(found);
    await endPreview(context.db, key, { state: 'success', result, at: context.clock() });
  } finally {
    await repository.close();
    await pruneCopies(context);
  }
}

function targetOf(
  parts: EditingParts,
  key: PreviewKey,
  connection: PreviewedConnection,
  authorId: string | null,
): SyncTarget {
  const { url, ref, project_directory, tree_url, commit_url, web_url } = connection;
  const place = { url, ref, project_directory, tree_url, commit_url, web_url };
  return {
    ...connectionTarget(key, connection, { isForced: false, authorId }),
    line: syncedSpace(
      parts,
      { ...keyOf(key), projectDirectory: project_directory },
      { ...place, repo_name: repositoryName(url), provider: null },
    ),
    timestamp: null,
  };
}

/** A failure of the repository is the result of the preview. */
function explainEnd(
  context: Context,
  { previewId }: PreviewKey,
  failure: JobFailure,
): Omit<PreviewEnd, 'at'> {
  switch (failure.kind) {
    case 'interrupted':
      return {
        state: 'failure',
        reason: 'interrupted',
        error: `The preview was interrupted ${failure.times} times and will not be tried again.`,
      };
    case 'timed-out':
      return {
        state: 'timeout',
        reason: 'timeout',
        error: `The preview took longer than ${failure.seconds} seconds, the limit for a job.`,
      };
    case 'error': {
      const { state, reason, message } = describeFailure(context, failure.error, {
        noun: 'preview',
        operationId: previewId,
      });
      return { state, reason, error: cutText(message, MAX_MESSAGE_LENGTH) };
    }
  }
}
