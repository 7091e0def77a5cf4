import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import {
  insufficientRole,
  organizationNotFound,
  organizationSuspended,
  spaceNotFound,
} from '../../../../platform/access/access-errors.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import { findOrganizationOf } from '../../../../platform/access/find-organization.queries.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import { findStanding, findSuspended } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { ApiError, defineError } from '../../../../platform/http/errors.ts';
import { enqueueJob } from '../../../../platform/jobs/queue.ts';
import type { ShownSpaceRow } from '../../../content/spaces/spaces.queries.ts';
import { getShownSpace } from '../../../content/spaces/spaces.service.ts';
import {
  findTransfer,
  hasJob,
  insertTransfer,
  isGitRunning,
  isOnSite,
  lockSpace,
  type SpaceTransferRow,
} from './transfer.repository.ts';

/** The kind of the job that transfers a space. */
export const SPACE_TRANSFER = 'space-transfer' as const;

export interface SpaceTransferPayload {
  spaceId: string;
  transferId: string;
  /** Absent from a job of an earlier release. */
  cause?: Cause;
}

const notAdministrator = (): ApiError =>
  insufficientRole('admin', 'in the organization that you transfer the space to');
export const transferRunning = defineError(
  { status: 409, reason: 'transfer-running' },
  'The space is already being transferred to another organization.',
);
export const alreadyThere = defineError(
  { status: 409, reason: 'already-in-organization' },
  'The space already belongs to this organization.',
);
/** The cause is on the server, and its log has the details. */
export const transferFailed = defineError(
  { status: 500, reason: 'transfer-failed' },
  (message: string) => message,
);
export const spaceOnSite = defineError(
  { status: 412, reason: 'space-on-site' },
  'The space is on a site of its organization. Take it off its sites, then transfer it.',
);
export const gitOperationRunning = defineError(
  { status: 409, reason: 'git-operation-running' },
  'A Git operation is running on the space. Transfer the space when it has ended.',
);

/** The limits of the interval at which the end of a transfer is polled. */
const MIN_POLL_INTERVAL_MS = 20;
const MAX_POLL_INTERVAL_MS = 500;

/**
 * Transfers the space and waits for it, no longer than a request may wait. Returns the space in its state then. A
 * repeated request joins a running transfer, and is a 409 once the space has arrived.
 */
export async function transferSpace(
  context: Context,
  { actor, cause }: { actor: Actor; cause: Cause },
  space: SpacePointer,
  targetId: string,
  signal: AbortSignal,
): Promise<ShownSpaceRow> {
  const { organizationId, spaceId } = space;
  await requireAdministrator(context, actor, targetId);
  if (targetId === organizationId) throw alreadyThere();
  await requestTransfer(context, cause, { organizationId, spaceId }, targetId);
  await waitForTransfer(context, { organizationId, spaceId }, signal);
  const now = await findOrganizationOf(context.db, 'space', spaceId);
  if (!now) throw spaceNotFound();
  return getShownSpace(context, { organizationId: now, spaceId });
}

/** A service account belongs to one organization, so that it finds no other. */
async function requireAdministrator(
  { pointers }: Pick<Context, 'pointers'>,
  actor: Actor,
  organizationId: string,
): Promise<void> {
  const organization = await pointers.organizations.find(organizationId);
  const standing = organization && (await findStanding(pointers, actor, organizationId));
  const suspended = organization && (await findSuspended(pointers, actor, organizationId));
  if (suspended) throw organizationSuspended(suspended.reason);
  if (!standing) throw organizationNotFound();
  if (!isAtLeast(standing.role, 'admin')) throw notAdministrator();
}

/** Records the transfer as running and enqueues its job, unless it runs already. */
async function requestTransfer(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  key: SpaceKey,
  targetId: string,
): Promise<void> {
  await transact(async (unit) => {
    const space = await lockSpace(unit.trx, key);
    if (!space || space.deleted_at) throw spaceNotFound();
    const running = await findTransfer(unit.trx, key);
    // The queue gave up a job that could not even record its failure.
    if (running?.state === 'running' && (await hasJob(unit.trx, running))) {
      if (running.target_id === targetId) return;
      throw transferRunning();
    }
    if (await isOnSite(unit.trx, key)) throw spaceOnSite();
    if (await isGitRunning(unit.trx, key)) throw gitOperationRunning();
    const now = clock();
    const payload: SpaceTransferPayload = { spaceId: key.spaceId, transferId: newId(), cause };
    const { transferId } = payload;
    await insertTransfer(unit.trx, { ...key, transferId, targetId, startedAt: now });
    const { organizationId } = key;
    await enqueueJob(unit, { organizationId, kind: SPACE_TRANSFER, payload }, now);
  });
}

/**
 * Waits until the transfer has ended, the time limit has passed, or `signal` reports that the client is gone. Throws
 * the failure of the transfer.
 */
async function waitForTransfer(
  { db, config }: Pick<Context, 'db' | 'config'>,
  key: SpaceKey,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + config.limits.waitSeconds * 1000;
  for (
    let pause = MIN_POLL_INTERVAL_MS;
    performance.now() < end && !signal.aborted;
    pause = Math.min(2 * pause, MAX_POLL_INTERVAL_MS)
  ) {
    // The row goes with the space when it leaves.
    const transfer = await findTransfer(db, key);
    if (!transfer) return;
    if (transfer.state === 'failed') throw failureOf(transfer);
    await sleep(Math.min(pause, Math.max(0, end - performance.now())));
  }
}

/** The failure that the job recorded. One of an earlier release has no reason. */
function failureOf({ error_status: status, error_reason: reason, error }: SpaceTransferRow): ApiError {
  const message = error ?? 'The transfer failed.';
  return status === null || reason === null
    ? transferFailed(message)
    : new ApiError({ status, reason }, { message });
}
