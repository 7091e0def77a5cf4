import { newId } from '@lectern/std/ids';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { deleteWaitingJobs, enqueueJob, runWaitingJobSooner } from '../../../platform/jobs/queue.ts';
import { type ConnectionRow, findConnection } from '../connection/connection.repository.ts';
import { endRunningSyncs, insertOperation } from '../git.repository.ts';
import type { SYNC_TRIGGERS } from '../operations/operations.schemas.ts';

/** The kind of the job that syncs. */
export const GIT_SYNC = 'git-sync' as const;

interface GitSyncPayload {
  spaceId: string;
  operationId: string;
}

type SyncTrigger = (typeof SYNC_TRIGGERS)[number];

/** The request for a sync, stored with its operation. The repository and credentials are those of the connection. */
export interface StoredSync {
  trigger: SyncTrigger;
  authorId: string | null;
  /** The time of the event behind it, in ISO 8601. */
  timestamp?: string;
  isForced: boolean;
}

export interface SyncRequest {
  trigger: SyncTrigger;
  authorId: string | null;
  timestamp?: Date | undefined;
  isForced?: boolean;
  now: Date;
}

/** Whether the connection follows the side that changed. */
function isFollowed({ direction }: ConnectionRow, trigger: SyncTrigger): boolean {
  if (trigger === 'content') return direction !== 'import';
  return direction !== 'export' || (trigger !== 'webhook' && trigger !== 'poll');
}

const jobKeyOf = ({ spaceId }: SpaceKey) => ({ kind: GIT_SYNC, concurrencyKey: `git:${spaceId}` });

/**
 * Requests a sync of a connected space, which can start when the caller's transaction has committed. If a sync is
 * waiting already, no other is added, unless this one must follow a rewritten history. Returns the id of the operation;
 * undefined if the space is not connected, or if its connection is paused or does not follow the side that changed.
 */
export async function requestSync(
  unit: UnitOfWork,
  { organizationId, spaceId }: SpaceKey,
  { trigger, authorId, timestamp, isForced = false, now }: SyncRequest,
): Promise<string | undefined> {
  const key = { organizationId, spaceId };
  // The lock keeps two simultaneous requests from both finding that no sync is waiting.
  const connection = await findConnection(unit.trx, key, { lock: true });
  if (!connection || connection.paused_at || !isFollowed(connection, trigger)) return undefined;
  const jobKey = jobKeyOf(key);
  if (!isForced) {
    // A poll is not urgent: it must not cut short the pause after a failed contact with the host.
    const runAt = trigger === 'poll' ? undefined : now;
    const waiting = (await runWaitingJobSooner(unit, { ...jobKey, runAt })) as GitSyncPayload | undefined;
    if (waiting) return waiting.operationId;
  }
  const operationId = newId();
  const request: StoredSync = {
    trigger,
    authorId,
    ...(timestamp ? { timestamp: timestamp.toISOString() } : {}),
    isForced,
  };
  await insertOperation(unit.trx, {
    ...key,
    operationId,
    direction: 'sync',
    request,
    // A sync uses the credentials of the connection.
    credentials: null,
    startedAt: now,
  });
  const payload: GitSyncPayload = { spaceId, operationId };
  await enqueueJob(unit, { organizationId, ...jobKey, payload }, now);
  return operationId;
}

/** Ends the waiting and running syncs because their repository has changed: a running one fails at its next step. */
export async function cancelSyncs(
  unit: UnitOfWork,
  key: SpaceKey,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await deleteWaitingJobs(unit, jobKeyOf(key));
  await endRunningSyncs(unit.trx, key, { error: reason, at: now });
}
