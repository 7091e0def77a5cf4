import { GitError } from '@lectern/git/program/git-error';
import { openRemoteRepository, type RemoteRepository } from '@lectern/git/program/remote-repository';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { explainFullStorage } from '../../../platform/http/full-storage.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import type { CheckGitRepositoryBody } from '../connection/connection.schemas.ts';
import { draftConnection } from '../connection/connection.service.ts';
import { pruneCopies, remoteOptions } from '../operation-job.ts';
import { connectionAddress } from '../sync/connection-target.ts';
import type { GitCheckSchema } from './git-check.schemas.ts';

/** Somebody waits for the response. */
const CHECK_MS = 15_000;

/** Any branch: only the repository is looked at. */
const SOME_BRANCH = 'refs/heads/main';

type Check = Static<typeof GitCheckSchema>;

/** Signs in to a repository, lists its branches, and finds out whether it may be pushed to. Changes nothing. */
export async function checkRepository(
  context: Context,
  cause: Cause,
  space: SpaceKey,
  body: Static<typeof CheckGitRepositoryBody>,
): Promise<Check> {
  const connection = await draftConnection(context, cause, space, { ...body, ref: SOME_BRANCH });
  const nothing = { object: 'git-check' as const, branches: [], canWrite: false };
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    const { branches, refusal } = await lookAt(context, connection, signal);
    return {
      ...nothing,
      state: 'success',
      branches,
      canWrite: refusal === undefined,
      ...(refusal ? { writeReason: refusal.code, writeError: refusal.message } : {}),
    };
  } catch (error) {
    return { ...nothing, state: 'failure', ...explainRefusal(error, signal) };
  }
}

async function lookAt(
  context: Context,
  connection: ConnectionRow,
  signal: AbortSignal,
): Promise<{ branches: Check['branches']; refusal: GitError | undefined }> {
  const options = remoteOptions(
    context,
    { key: { organizationId: connection.organization_id }, signal, onProgress: () => {} },
    connectionAddress(context, connection),
  );
  const limits = { ...options.limits, timeoutMs: CHECK_MS, answerMs: CHECK_MS };
  const repository = await openRemoteRepository({ ...options, limits });
  try {
    const branches = [...(await repository.listBranches())].map(([ref, commit]) => ({ ref, commit }));
    branches.sort((one, other) => (one.ref < other.ref ? -1 : 1));
    return { branches, refusal: await findRefusal(repository) };
  } finally {
    await repository.close();
    await pruneCopies(context);
  }
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

/** A refusal of the repository is the result. Everything else is a failure of the service. */
function explainRefusal(error: unknown, signal: AbortSignal): { reason: string; error: string } {
  if (signal.aborted)
    return {
      reason: 'no-answer',
      error: `The host did not answer within ${CHECK_MS / 1000} seconds. Check the address, and try again later.`,
    };
  const full = explainFullStorage(error);
  if (full) throw full;
  if (error instanceof GitError) return { reason: error.code, error: error.message };
  throw error;
}
