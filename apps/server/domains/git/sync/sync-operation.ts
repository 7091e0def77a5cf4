import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { pruneCopies, type RemoteAddress, type RunningOperation, remoteOptions } from '../operation-job.ts';
import { openTracedRepository } from '../traced-repository.ts';
import { endSync, requireRunning } from './end-sync.ts';
import { runSync } from './run-sync.ts';
import type { SyncTarget } from './sync-target.ts';

/** Runs an operation that makes a space and a branch equal, by calling `run`, and ends it with its report. */
export async function syncOperation(
  parts: EditingParts,
  operation: RunningOperation,
  remote: RemoteAddress,
  target: SyncTarget,
  run: typeof runSync = runSync,
): Promise<void> {
  const { context } = parts;
  const { signal, onProgress, key } = operation;
  const repository = await openTracedRepository(remoteOptions(context, operation, remote));
  try {
    const work = { signal, onProgress, onStep: requireRunning(key) };
    await endSync(context, operation, await run(parts, repository, target, work));
  } finally {
    await repository.close();
    await pruneCopies(context);
  }
}
