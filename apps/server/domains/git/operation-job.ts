/** Runs the jobs of all Git operations, and makes sure that each operation ends even if its job fails or is killed. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FetchRepositoryOptions } from '@lectern/git/program/fetch-repository';
import { GitError } from '@lectern/git/program/git-error';
import type { RemoteUrl } from '@lectern/git/program/remote-url';
import { pruneRepositoryCache } from '@lectern/git/program/repository-cache';
import type { SshAccess } from '@lectern/git/program/ssh-access';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway } from '../../platform/db/database-failure.ts';
import { ApiError, defineError } from '../../platform/http/errors.ts';
import { explainFullStorage } from '../../platform/http/full-storage.ts';
import { createGuardedNetwork } from '../../platform/http/guarded-fetch.ts';
import type { Job, JobDefinition } from '../../platform/jobs/job-definition.ts';
import type { JobKind } from '../../platform/jobs/job-kinds.ts';
import { JobTimeout } from '../../platform/jobs/run-job.ts';
import { measureImport } from '../../platform/metrics/meters.ts';
import type { GitProgress } from '../content/spaces/spaces.schemas.ts';
import {
  endOperation,
  findOperation,
  findSpaceGit,
  type GitOperationRow,
  type OperationKey,
  updateProgress,
} from './git.repository.ts';
import type { OperationPayload } from './git.service.ts';
import type { StoredOutcome } from './operations/operations.present.ts';
import type { GitChange } from './operations/operations.schemas.ts';

/** A job that was interrupted this often is not restarted: it probably crashes the process. */
const MAX_ATTEMPTS = 5;
/** How often a host that does not answer is contacted, after growing pauses in which other jobs run. */
const MAX_CONTACTS = 4;
const PROGRESS_INTERVAL_MS = 1000;

export const operationEnded = defineError(
  { status: 409, reason: 'operation-ended' },
  'The operation was ended by another process.',
);

export interface RunningOperation {
  key: OperationKey;
  row: GitOperationRow;
  signal: AbortSignal;
  /** Stores the progress, at most once a second within a stage. */
  onProgress(progress: GitProgress): void;
}

export interface OperationJob<Kind extends JobKind> {
  kind: Kind;
  /** The name of the operation in messages. */
  noun: 'import' | 'export' | 'sync';
  /** Runs the operation and ends it. Repeating it after a kill is safe. */
  run(operation: RunningOperation): Promise<void>;
  /** Called after the operation has failed for good. */
  onFailure?(operation: RunningOperation, error: unknown): Promise<void>;
}

export function createOperationJob<Kind extends JobKind>(
  context: Context,
  { kind, noun, run, onFailure }: OperationJob<Kind>,
): JobDefinition & { kind: Kind } {
  const runJob = async (job: Job, signal: AbortSignal): Promise<void> => {
    const key = keyOf(job);
    const row = await findOperation(context.db, key);
    if (row?.state !== 'running') return;
    const fail = (
      state: 'failure' | 'timeout',
      error: string,
      outcome: StoredOutcome = {},
    ): Promise<boolean> => endOperation(context.db, key, { state, error, outcome, at: context.clock() });
    if (job.attempt > MAX_ATTEMPTS) {
      const error = `The ${noun} was interrupted ${MAX_ATTEMPTS} times and will not be tried again.`;
      await fail('failure', error, { reason: 'interrupted' });
      return;
    }
    if (noun !== 'export') await startReaders(context, key);
    const operation = { key, row, signal, onProgress: createProgress(context, key) };
    try {
      await measureImport(kind, () => run(operation));
    } catch (error) {
      if (signal.aborted && !(signal.reason instanceof JobTimeout)) throw error;
      if (signal.aborted) {
        const limit = context.config.limits.jobSeconds;
        await fail(
          'timeout',
          `The ${noun} took longer than ${limit} seconds, the limit for a job. Nothing was changed.`,
          { reason: 'timeout' },
        );
        return;
      }
      if (error instanceof GitError && error.code === 'no-answer' && job.attempt < MAX_CONTACTS) {
        await updateProgress(context.db, key, { stage: 'fetching', phase: error.message });
        throw error;
      }
      // The operation starts over when the database is back.
      if (isDatabaseAway(error)) throw error;
      const { operationId } = key;
      const { state, message, reason } = describeFailure(context, error, { noun, operationId });
      await fail(state, message, { ...(reason === undefined ? {} : { reason }), ...listSkipped(error) });
      await onFailure?.(operation, error);
    }
  };
  const giveUp = async (job: Job): Promise<void> => {
    await endOperation(context.db, keyOf(job), {
      state: 'failure',
      outcome: { reason: 'interrupted' },
      error: `The server stopped twice during this ${noun}, so the ${noun} will not be tried again. Nothing was changed. The operator of the server can find the cause in its log.`,
      at: context.clock(),
    });
  };
  return { kind, lane: 'long', run: runJob, giveUp };
}

/** The first import reads every file, so it starts the threads for that while the repository is fetched. */
async function startReaders({ db, threads }: Context, key: OperationKey): Promise<void> {
  const known = await findSpaceGit(db, key);
  if (!known?.imported_oid) void threads.start('job');
}

function keyOf({ organizationId, payload }: Job): OperationKey {
  const { spaceId, operationId } = payload as OperationPayload;
  return { organizationId, spaceId, operationId };
}

interface Failure {
  state: 'failure' | 'timeout';
  /** A stable name; absent for a fault of the service. */
  reason?: string;
  message: string;
}

/** A failure as people and programs are told of it; what is not known goes to the log of the server. */
export function describeFailure(
  { log }: Pick<Context, 'log'>,
  error: unknown,
  { noun, operationId }: { noun: string; operationId: string },
): Failure {
  const full = explainFullStorage(error);
  if (full) return { state: 'failure', reason: full.reason, message: full.message };
  if (error instanceof GitError || error instanceof ApiError)
    return {
      state: isTimeout(error) ? 'timeout' : 'failure',
      reason: error instanceof GitError ? error.code : error.reason,
      message: error.message,
    };
  log.error({ err: error, operationId }, `git ${noun} failed`);
  return {
    state: 'failure',
    message: `Something went wrong on the server. The operation ID ${operationId} identifies the entry in the server’s log.`,
  };
}

/** The files that a failure is about. */
function listSkipped(error: unknown): StoredOutcome {
  if (!(error instanceof ApiError)) return {};
  const changes = error.details?.map(
    ({ path, message }): GitChange => ({ change: 'skipped', side: 'repository', path, reason: message }),
  );
  return changes ? { changes, changesTotal: changes.length } : {};
}

const isTimeout = (error: Error): boolean =>
  error instanceof GitError && (error.code === 'timeout' || error.code === 'no-answer');

function createProgress({ db, log }: Context, key: OperationKey): (progress: GitProgress) => void {
  let reportedAt = 0;
  let reportedStage: GitProgress['stage'];
  return (progress) => {
    // The beginning of a stage is always reported, however short the previous one was.
    if (progress.stage === reportedStage && Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = Date.now();
    reportedStage = progress.stage;
    updateProgress(db, key, progress).catch((error: unknown) =>
      log.debug({ err: error }, 'could not save the progress'),
    );
  };
}

/** A repository, and how to sign in there. */
export interface RemoteAddress {
  /** Operations with different ids do not share a copy of the repository. */
  cacheId: string;
  remote: RemoteUrl;
  ssh: SshAccess | undefined;
}

/** The options with which an operation fetches a repository. */
export function remoteOptions(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  {
    key,
    signal,
    onProgress,
  }: Pick<RunningOperation, 'signal' | 'onProgress'> & { key: Pick<OperationKey, 'organizationId'> },
  { cacheId, remote, ssh }: RemoteAddress,
): Omit<FetchRepositoryOptions, 'ref' | 'since'> {
  const { limits } = config;
  return {
    cacheDir: cacheDirOf(config),
    cacheKey: createHash('sha256')
      .update(JSON.stringify([key.organizationId, cacheId, remote.credentials ?? ssh ?? null]))
      .digest('hex'),
    remote,
    ssh,
    clock,
    network: createGuardedNetwork({ allowPrivate: config.allowPrivateNetworks }),
    limits: {
      maxBytes: limits.importBytes,
      timeoutMs: limits.jobSeconds * 1000,
      answerMs: limits.gitAnswerSeconds * 1000,
    },
    signal,
    onProgress: ({ phase, percent, receivedBytes }) =>
      onProgress({ stage: 'fetching', phase, percent, receivedBytes }),
  };
}

const cacheDirOf = ({ dataDir }: Context['config']): string => join(dataDir, 'repositories');

/** Frees the disk space that copies of repositories take beyond their limit. */
export async function pruneCopies({ config }: Pick<Context, 'config'>): Promise<void> {
  await pruneRepositoryCache({ cacheDir: cacheDirOf(config), maxBytes: config.limits.repositoryCacheBytes });
}
