import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { unseal } from '../../access/keys.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import type { UnitOfWork } from '../../access/transaction.ts';
import { cutText } from '../../content/documents/limits.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import { isDatabaseAway } from '../../db/database-failure.ts';
import { ApiError, defineError } from '../../http/errors.ts';
import { explainFullStorage } from '../../http/full-storage.ts';
import type { Job, JobBody, JobDefinition } from '../../jobs/job-definition.ts';
import { JobTimeout } from '../../jobs/worker.ts';
import { contentChanged } from '../revisions/space-line.ts';
import type { GitOutcome, GitProgress, GitReport } from '../spaces/spaces.schemas.ts';
import { findConnection } from './connection/connection.repository.ts';
import { openSshAccess } from './connection/credentials.ts';
import {
  endOperation,
  findOperation,
  findSpaceGit,
  type GitOperationRow,
  type OperationKey,
  rememberImport,
  updateProgress,
} from './git.repository.ts';
import {
  GIT_IMPORT,
  type GitImportPayload,
  operationKey,
  type StoredImport,
  staleTimestamp,
} from './git.service.ts';
import { openGitSource } from './import/git-source.ts';
import { type ImportOutcome, runImport } from './import/run-import.ts';
import { GitError } from './program/git-error.ts';
import { type Credentials, isSshUrl } from './program/remote-url.ts';
import { pruneRepositoryCache } from './program/repository-cache.ts';
import type { SshAccess } from './program/ssh-access.ts';

/** A job that was interrupted this often is not restarted: it probably crashes the process. */
const MAX_ATTEMPTS = 5;
/** How often a host that does not answer is contacted, after growing pauses in which other jobs run. */
const MAX_CONTACTS = 4;
const PROGRESS_INTERVAL_MS = 1000;
/** More entries than a person reads; the total count is kept. */
const MAX_REPORT_ENTRIES = 1000;
/** Messages quote what they are about, which may be a line of any length. */
const MAX_REPORT_MESSAGE_LENGTH = 1000;
/** How often an import restarts because the space was edited while it ran. */
const MAX_TURNS = 5;

const spaceDeleted = defineError(
  { status: 404, reason: 'space-not-found' },
  'The space was deleted during the import.',
);
const importEnded = defineError(
  { status: 409, reason: 'import-ended' },
  'The import was ended by another process.',
);

/** The job behind `git/import`. Repeating it after a kill is safe: the operation ends in the commit of the revision. */
export function createGitImportJob(context: Context, store: ContentStore) {
  const run: JobBody = async (job: Job, signal: AbortSignal) => {
    const payload = job.payload as GitImportPayload;
    const key = operationKey(
      { organizationId: job.organizationId, spaceId: payload.spaceId },
      payload.operationId,
    );
    const operation = await findOperation(context.db, key);
    if (operation?.state !== 'running') return;
    if (job.attempt > MAX_ATTEMPTS) {
      return fail(
        context,
        key,
        'failure',
        `The import was interrupted ${MAX_ATTEMPTS} times and is given up.`,
      );
    }
    try {
      await importOnce(context, store, key, operation, signal);
    } catch (error) {
      if (signal.aborted && !(signal.reason instanceof JobTimeout)) throw error;
      if (signal.aborted) {
        const limit = context.config.limits.jobSeconds;
        return fail(
          context,
          key,
          'timeout',
          `The import took longer than ${limit} seconds, the limit for a job. Nothing was changed.`,
        );
      }
      if (error instanceof GitError && error.code === 'no-answer' && job.attempt < MAX_CONTACTS) {
        await updateProgress(context.db, key, { stage: 'fetching', phase: error.message });
        throw error;
      }
      // The import starts over when the database is back.
      if (isDatabaseAway(error)) throw error;
      const full = explainFullStorage(error);
      if (full) return fail(context, key, 'failure', full.message);
      if (error instanceof GitError || error instanceof ApiError)
        return fail(context, key, isTimeout(error) ? 'timeout' : 'failure', error.message);
      context.log.error({ err: error, operationId: key.operationId }, 'git import failed');
      return fail(
        context,
        key,
        'failure',
        `Something went wrong on the server. The operation ${key.operationId} names it in the server’s log.`,
      );
    }
  };
  const giveUp = async ({ organizationId, payload }: Job): Promise<void> => {
    const { spaceId, operationId } = payload as GitImportPayload;
    await fail(
      context,
      operationKey({ organizationId, spaceId }, operationId),
      'failure',
      'The server stopped twice during this import, so the import is not tried again. Nothing was changed. The operator of the server can find the reason in its log.',
    );
  };
  return { kind: GIT_IMPORT, lane: 'long', run, giveUp } as const satisfies JobDefinition;
}

const isTimeout = (error: Error): boolean =>
  error instanceof GitError && (error.code === 'timeout' || error.code === 'no-answer');

async function importOnce(
  context: Context,
  store: ContentStore,
  key: OperationKey,
  operation: GitOperationRow,
  signal: AbortSignal,
): Promise<void> {
  const { config, db, pointers } = context;
  const request = operation.request as unknown as StoredImport;
  const credentials = readCredentials(context, operation);
  const ssh = isSshUrl(request.url) ? await findSshAccess(context, key) : undefined;
  const cacheDir = join(config.dataDir, 'repositories');
  let reportedAt = 0;
  let reportedStage: GitProgress['stage'];
  const onProgress = (progress: GitProgress): void => {
    // A stage is reported when it begins, however soon after the one before.
    if (progress.stage === reportedStage && Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = Date.now();
    reportedStage = progress.stage;
    updateProgress(db, key, progress).catch((error: unknown) =>
      context.log.debug({ err: error }, 'could not save the progress'),
    );
  };
  const source = await openGitSource({
    cacheDir,
    cacheKey: createHash('sha256')
      .update(JSON.stringify([key.organizationId, request.cacheId, credentials ?? ssh ?? null]))
      .digest('hex'),
    url: withCredentials(request.url, credentials),
    ssh,
    // The imports of several spaces from one repository, requested together, need one fetch.
    since: operation.started_at,
    clock: context.clock,
    ref: request.ref,
    allowPrivateNetworks: config.allowPrivateNetworks,
    limits: {
      maxBytes: config.limits.importBytes,
      timeoutMs: config.limits.jobSeconds * 1000,
      answerMs: config.limits.gitAnswerSeconds * 1000,
    },
    signal,
    onProgress: ({ phase, percent, receivedBytes }) =>
      onProgress({ stage: 'fetching', phase, percent, receivedBytes }),
  });
  try {
    for (let turn = 1; ; turn += 1) {
      const space = await pointers.spaces.find(key.spaceId);
      if (!space || space.deletedAt) throw spaceDeleted();
      const known = await findSpaceGit(db, key);
      try {
        await runImport(context, store, importRequest(space, request, known?.imported_oid ?? null), {
          source,
          signal,
          onProgress,
          onCommit: (unit, outcome) =>
            endImport(context, key, operation, request, source.commit?.oid, unit, outcome),
        });
        break;
      } catch (error) {
        // The content was edited while the import ran: start over from the current revision.
        if (!contentChanged.matches(error) || turn >= MAX_TURNS) throw error;
        pointers.spaces.invalidate(key.spaceId);
        const moved = await pointers.spaces.find(key.spaceId);
        if (moved?.revisionId === space.revisionId) throw error;
      }
    }
  } finally {
    await source.close();
    await pruneRepositoryCache({ cacheDir, maxBytes: config.limits.repositoryCacheBytes });
  }
}

/** Runs in the transaction that commits the revision: ends the operation and stores the commit. */
async function endImport(
  { clock }: Context,
  key: OperationKey,
  operation: GitOperationRow,
  request: StoredImport,
  commit: string | undefined,
  { trx }: UnitOfWork,
  outcome: ImportOutcome,
): Promise<void> {
  const git = await findSpaceGit(trx, key, { lock: true });
  const timestamp = request.timestamp ? new Date(request.timestamp) : null;
  const applied = git?.applied_timestamp;
  if (applied && timestamp && timestamp < applied && !request.isForced) throw staleTimestamp(applied);
  const endedAt = clock();
  const isEnded = await endOperation(trx, key, {
    state: 'success',
    outcome: presentOutcome(outcome, commit, operation.started_at, endedAt),
    at: endedAt,
  });
  if (!isEnded) throw importEnded();
  if (request.isStandalone) return;
  await rememberImport(trx, key, {
    oid: commit ?? null,
    revisionId: outcome.revision,
    timestamp,
    at: endedAt,
  });
}

const importRequest = (space: SpacePointer, request: StoredImport, importedOid: string | null) => ({
  space,
  projectDirectory: request.projectDirectory,
  treeUrl: request.treeUrl,
  commitUrl: request.commitUrl,
  ref: request.ref,
  importedOid,
  isForced: request.isForced,
  isStandalone: request.isStandalone,
  authorId: request.authorId,
});

function presentOutcome(
  outcome: ImportOutcome,
  commit: string | undefined,
  startedAt: Date,
  endedAt: Date,
): GitOutcome & { report: GitReport } {
  return {
    revision: outcome.revision,
    ...(commit ? { commit } : {}),
    isUnchanged: outcome.isUnchanged,
    seconds: (endedAt.getTime() - startedAt.getTime()) / 1000,
    counts: outcome.counts,
    report: outcome.report
      .slice(0, MAX_REPORT_ENTRIES)
      .map((entry) => ({ ...entry, message: cutText(entry.message, MAX_REPORT_MESSAGE_LENGTH) })),
    reportTotal: outcome.report.length,
  };
}

async function fail(
  context: Context,
  key: OperationKey,
  state: 'failure' | 'timeout',
  error: string,
): Promise<void> {
  await endOperation(context.db, key, { state, error, at: context.clock() });
}

/** A URL cannot hold a private key: it is the one of the connection. */
async function findSshAccess({ db, keyRing }: Context, key: OperationKey): Promise<SshAccess | undefined> {
  const connection = await findConnection(db, key);
  return connection && openSshAccess(keyRing, connection);
}

function readCredentials(context: Context, operation: GitOperationRow): Credentials | undefined {
  if (!operation.credentials) return undefined;
  return JSON.parse(unseal(context.keyRing.keys('credentials'), operation.credentials)) as Credentials;
}

function withCredentials(url: string, credentials: Credentials | undefined): string {
  if (!credentials) return url;
  const address = new URL(url);
  address.username = encodeURIComponent(credentials.username);
  address.password = encodeURIComponent(credentials.password);
  return address.href;
}
