import { GitError } from '@lectern/git/program/git-error';
import { openRemoteRepository, type RemoteRepository } from '@lectern/git/program/remote-repository';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { explainFullStorage } from '../../../platform/http/full-storage.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import type { CheckGitRepositoryBody, PutGitConnectionBody } from '../connection/connection.schemas.ts';
import { draftConnection } from '../connection/connection.service.ts';
import { cutReport } from '../git.jobs.ts';
import { repositoryName } from '../git.service.ts';
import { pruneCopies, remoteOptions } from '../operation-job.ts';
import type { GitChange } from '../operations/operations.schemas.ts';
import { connectionAddress, connectionTarget } from '../sync/connection-target.ts';
import { countChanges, listChanges, MAX_CHANGES } from '../sync/end-sync.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import { syncedSpace } from '../sync/synced-space.ts';
import type { GitCheckSchema, GitPreviewSchema } from './git-preview.schemas.ts';
import { previewSync, type SyncPreview } from './preview-sync.ts';

/** Somebody waits for the response, and proxies cut off connections that are silent for a minute. */
const CHECK_MS = 15_000;
const PREVIEW_MS = 55_000;

/** Any branch: only the repository is looked at. */
const SOME_BRANCH = 'refs/heads/main';

type Failure = { state: 'failure'; reason: string; error: string };

/** Signs in to a repository, lists its branches, and finds out whether it may be pushed to. Changes nothing. */
export async function checkRepository(
  { context }: EditingParts,
  cause: Cause,
  space: SpacePointer,
  body: Static<typeof CheckGitRepositoryBody>,
): Promise<Static<typeof GitCheckSchema>> {
  const connection = await draftConnection(context, cause, space, { ...body, ref: SOME_BRANCH });
  const nothing = { object: 'git-check' as const, branches: [], canWrite: false };
  const checked = await tryRemote(context, connection, CHECK_MS, async (repository) => {
    const branches = [...(await repository.listBranches())].map(([ref, commit]) => ({ ref, commit }));
    branches.sort((one, other) => (one.ref < other.ref ? -1 : 1));
    return { branches, refusal: await findRefusal(repository) };
  });
  if ('state' in checked) return { ...nothing, ...checked };
  const { branches, refusal } = checked;
  return {
    ...nothing,
    state: 'success',
    branches,
    canWrite: refusal === undefined,
    ...(refusal ? { writeReason: refusal.code, writeError: refusal.message } : {}),
  };
}

async function findRefusal(repository: RemoteRepository): Promise<GitError | undefined> {
  try {
    await repository.tryPush();
    return undefined;
  } catch (error) {
    if (error instanceof GitError) return error;
    throw error;
  }
}

/** Finds out what the first sync of a connection would change on both sides. Changes neither, and stores no connection. */
export async function previewConnection(
  parts: EditingParts,
  cause: Cause,
  space: SpacePointer,
  body: Static<typeof PutGitConnectionBody>,
): Promise<Static<typeof GitPreviewSchema>> {
  const { context } = parts;
  const connection = await draftConnection(context, cause, space, body);
  const authorId = cause.actor?.kind === 'user' ? cause.actor.userId : null;
  const key = { ...keyOf(space), projectDirectory: connection.project_directory };
  const target: SyncTarget = {
    ...connectionTarget(connection, { isForced: false, authorId }),
    line: syncedSpace(parts, key, placeOf(connection)),
    timestamp: null,
  };
  const found = await tryRemote(context, connection, PREVIEW_MS, (repository, signal) =>
    previewSync(parts, repository, target, signal),
  );
  return 'state' in found ? { ...presentPreview(NOTHING_FOUND), ...found } : presentPreview(found);
}

const placeOf = (row: ConnectionRow) => ({
  url: row.url,
  repo_name: repositoryName(row.url),
  provider: null,
  web_url: row.web_url,
  ref: row.ref,
  project_directory: row.project_directory,
  tree_url: row.tree_url,
  commit_url: row.commit_url,
});

async function tryRemote<Result>(
  context: Context,
  connection: ConnectionRow,
  timeoutMs: number,
  work: (repository: RemoteRepository, signal: AbortSignal) => Promise<Result>,
): Promise<Result | Failure> {
  const signal = AbortSignal.timeout(timeoutMs);
  const key = { organizationId: connection.organization_id, spaceId: connection.space_id, operationId: '' };
  const options = remoteOptions(
    context,
    { key, signal, onProgress: () => {} },
    connectionAddress(context, connection),
  );
  const limits = {
    ...options.limits,
    timeoutMs,
    answerMs: Math.min(options.limits.answerMs ?? timeoutMs, CHECK_MS),
  };
  try {
    const repository = await openRemoteRepository({ ...options, limits });
    try {
      return await work(repository, signal);
    } finally {
      await repository.close();
      await pruneCopies(context);
    }
  } catch (error) {
    return describeFailure(error, { signal, timeoutMs });
  }
}

/** A failure of the repository is the result. Everything else is one of the service. */
function describeFailure(
  error: unknown,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Failure {
  if (signal.aborted)
    return {
      state: 'failure',
      reason: 'timeout',
      error: `This took longer than ${timeoutMs / 1000} seconds. Nothing was changed. A connection has more time for its first sync.`,
    };
  const full = explainFullStorage(error);
  if (full) throw full;
  if (error instanceof GitError) return { state: 'failure', reason: error.code, error: error.message };
  if (error instanceof ApiError) return { state: 'failure', reason: error.reason, error: error.message };
  throw error;
}

type Found = Pick<SyncPreview, 'commit' | 'counts' | 'report' | 'received' | 'sent' | 'conflicts'> &
  Partial<Pick<SyncPreview, 'before' | 'after'>>;

const NOTHING_FOUND: Found = {
  commit: undefined,
  counts: undefined,
  report: [],
  received: [],
  sent: [],
  conflicts: [],
};

function presentPreview(found: Found): Static<typeof GitPreviewSchema> {
  const changes = listChanges(found);
  const nameChange = createNamer(found);
  const on = (side: GitChange['side']) => countChanges(changes.filter((change) => change.side === side));
  return {
    object: 'git-preview',
    state: 'success',
    ...(found.commit === undefined ? {} : { commit: found.commit }),
    ...(found.counts ? { counts: found.counts } : {}),
    changeCounts: { space: on('space'), repository: on('repository') },
    changes: changes.slice(0, MAX_CHANGES).map(nameChange),
    changesTotal: changes.length,
    report: cutReport(found.report),
    reportTotal: found.report.length,
  };
}

/** Adds the titles of pages. Pages that would be created have no ids yet. */
function createNamer({ before, after }: Found): (change: GitChange) => GitChange {
  const titles = new Map<string, string>();
  for (const snapshot of [before, after])
    for (const { entry } of snapshot?.pages.pages() ?? [])
      if (entry.type === 'document' && entry.git) titles.set(entry.git.path, entry.title);
  return (change) => {
    const title = change.title ?? titles.get(change.path);
    return title === undefined ? change : { ...change, title };
  };
}
