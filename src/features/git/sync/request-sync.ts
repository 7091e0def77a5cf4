import type { SpaceKey } from '../../../access/space-key.ts';
import type { UnitOfWork } from '../../../access/transaction.ts';
import { newId } from '../../../http/ids.ts';
import { deleteWaitingJobs, enqueueJob, hastenWaitingJob } from '../../../jobs/queue.ts';
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

/** What a sync was asked for, stored with its operation. Where to sync, and with which credentials, says the connection. */
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
 * Requests a sync of a connected space, from the commit of the caller's transaction on. A sync that waits already does
 * the work of this one, unless this one must follow a rewritten history. Returns the id of the operation; undefined if
 * the space is not connected, or if its connection is paused or does not follow the side that changed.
 */
export async function requestSync(
  unit: UnitOfWork,
  { organizationId, spaceId }: SpaceKey,
  { trigger, authorId, timestamp, isForced = false, now }: SyncRequest,
): Promise<string | undefined> {
  const key = { organizationId, spaceId };
  // Two requests at once must not both find that none is waiting.
  const connection = await findConnection(unit.trx, key, { lock: true });
  if (!connection || connection.paused_at || !isFollowed(connection, trigger)) return undefined;
  const jobKey = jobKeyOf(key);
  if (!isForced) {
    // Nobody waits for a poll: it must not contact a host that is spared after a failure.
    const runAt = trigger === 'poll' ? undefined : now;
    const waiting = (await hastenWaitingJob(unit, { ...jobKey, runAt })) as GitSyncPayload | undefined;
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
    // A sync uses those of the connection.
    credentials: null,
    startedAt: now,
  });
  const payload: GitSyncPayload = { spaceId, operationId };
  await enqueueJob(unit, { organizationId, ...jobKey, payload }, now);
  return operationId;
}

/** Ends the syncs that wait or run, because what they sync with has changed: one that runs fails when it wants to commit. */
export async function cancelSyncs(
  unit: UnitOfWork,
  key: SpaceKey,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await deleteWaitingJobs(unit, jobKeyOf(key));
  await endRunningSyncs(unit.trx, key, { error: reason, at: now });
}
