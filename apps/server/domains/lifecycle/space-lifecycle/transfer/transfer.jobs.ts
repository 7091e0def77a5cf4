import type { Kysely } from 'kysely';
import {
  organizationNotFound,
  organizationSuspended,
  spaceNotFound,
} from '../../../../platform/access/access-errors.ts';
import { BY_OPERATOR, type Cause } from '../../../../platform/access/cause.ts';
import type { DefaultLevel } from '../../../../platform/access/pointers.ts';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import { effectiveLevel } from '../../../../platform/access/space-role.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { isDatabaseAway } from '../../../../platform/db/database-failure.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { ApiError } from '../../../../platform/http/errors.ts';
import { explainFullStorage } from '../../../../platform/http/full-storage.ts';
import { concurrentChange } from '../../../../platform/http/request-errors.ts';
import type { Job, JobBody, JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import { JobTimeout } from '../../../../platform/jobs/run-job.ts';
import { StorageError } from '../../../../platform/storage/storage-error.ts';
import { recordLostGrants } from '../../../access/permissions/record-lost-grants.ts';
import { listAbove, lockOrder } from '../../../content/collections/order.queries.ts';
import { copySpaceReferences } from '../../../content/links/other-spaces/update-space-references.ts';
import { copySearchIndex } from '../../../content/search/update-search-index.ts';
import { enqueueSweep } from '../../../content/sweep/enqueue-sweep.ts';
import { withReachable } from '../../../content/sweep/find-reachable.ts';
import { isAnyDeleted, isAnySuspended } from '../../../identity/organizations/organizations.queries.ts';
import { copyChangeRequests } from '../../../review/change-requests/copy-change-requests.queries.ts';
import { copyComments } from '../../../review/comments/copy-comments.queries.ts';
import { moveNotifications } from '../../../review/notifications/move-notifications.queries.ts';
import { copyContent } from './copy-content.ts';
import {
  countRevisions,
  deleteFromSource,
  failTransfer,
  findHistoryEpoch,
  findTransfer,
  insertInTarget,
  isGitRunning,
  isOnSite,
  type LockedSpaceRow,
  lockSpace,
  type SpaceTransferRow,
} from './transfer.repository.ts';
import {
  gitOperationRunning,
  SPACE_TRANSFER,
  type SpaceTransferPayload,
  spaceOnSite,
  transferFailed,
} from './transfer.service.ts';

/** A job that was interrupted this often is not restarted: it probably crashes the process. */
const MAX_ATTEMPTS = 5;
/** How often it copies content that was added to the space in the meantime. */
const MAX_ROUNDS = 10;

const keepsChanging = () =>
  concurrentChange('The space kept changing during the transfer, so nothing was moved. Try again later.');

/**
 * The job of a transfer: copies the content of the space's revisions, then moves the space in one transaction. Before
 * that transaction the space is at its source, after it at its target; the job can be interrupted and repeated
 * anywhere.
 */
export function createSpaceTransferJob(context: Context) {
  const run: JobBody = async (job: Job, signal: AbortSignal) => {
    const { spaceId, transferId, cause = BY_OPERATOR } = job.payload as SpaceTransferPayload;
    const key = { organizationId: job.organizationId, spaceId };
    const transfer = await findTransfer(context.db, key);
    if (transfer?.transfer_id !== transferId || transfer.state !== 'running') return;
    try {
      if (job.attempt > MAX_ATTEMPTS)
        throw transferFailed(
          `The transfer was interrupted ${MAX_ATTEMPTS} times and will not be tried again.`,
        );
      await transferOnce(context, key, { ...transfer, cause }, signal);
    } catch (error) {
      // Given back to the queue: another worker starts over.
      if (signal.aborted && !(signal.reason instanceof JobTimeout)) throw error;
      // The transfer starts over when the database is back.
      if (isDatabaseAway(error)) throw error;
      const failure = explain(context, signal.aborted ? signal.reason : error);
      if (transferFailed.matches(failure))
        context.log.error({ err: error, ...key, transferId }, 'transfer failed');
      await failTransfer(context.db, { ...key, transferId }, failure);
    }
  };
  const giveUp = async ({ organizationId, payload }: Job): Promise<void> => {
    const { spaceId, transferId } = payload as SpaceTransferPayload;
    const transfer = await findTransfer(context.db, { organizationId, spaceId });
    if (transfer?.transfer_id !== transferId || transfer.state !== 'running') return;
    const failure = transferFailed(
      'The server stopped twice during this transfer, so the transfer will not be tried again. Nothing was moved.',
    );
    await failTransfer(context.db, { organizationId, spaceId, transferId }, failure);
  };
  return { kind: SPACE_TRANSFER, lane: 'long', run, giveUp } as const satisfies JobDefinition;
}

function explain({ config }: Context, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof JobTimeout) {
    return transferFailed(
      `The transfer took longer than ${config.limits.jobSeconds} seconds, the limit for a job. Nothing was moved. If you repeat it soon, it continues with what it has copied.`,
    );
  }
  const full = explainFullStorage(error);
  if (full) return transferFailed(`${full.message} Nothing was moved.`);
  if (error instanceof StorageError)
    return transferFailed('Files could not be copied, so nothing was moved. See the server’s log.');
  return transferFailed('Something went wrong on the server. Nothing was moved.');
}

async function transferOnce(
  context: Context,
  key: SpaceKey,
  transfer: CausedTransfer,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId: from } = key;
  const progress = { node: 0, document: 0, blob: 0 };
  await withReachable(context.sessionDb, key, async (reachable) => {
    for (let turn = 1; turn <= MAX_ROUNDS; turn += 1) {
      // Read first: if revisions are dissolved afterwards, their number alone would not show it.
      const historyEpoch = await findHistoryEpoch(reachable.session, key);
      const copied = { revisions: await reachable.addRevisions(signal), historyEpoch };
      await copyContent(context, { reachable, progress, signal, from, to: transfer.target_id });
      signal.throwIfAborted();
      if (await moveSpace(context, key, transfer, { copied, session: reachable.session })) return;
    }
    throw keepsChanging();
  });
}

type CausedTransfer = SpaceTransferRow & { cause: Cause };

/** The state of the copy: the number of revisions, and the time since which none was dissolved. */
interface Copied {
  revisions: number;
  historyEpoch: number | undefined;
}

/** Returns false if the space has other revisions than those that were copied. */
async function moveSpace(
  { transact, clock, log }: Context,
  key: SpaceKey,
  transfer: CausedTransfer,
  { copied, session }: { copied: Copied; session: Kysely<DB> },
): Promise<boolean> {
  const { target_id: targetId, transfer_id: transferId } = transfer;
  return transact(async (unit) => {
    const { trx, announce } = unit;
    await lockOrder(trx, targetId);
    if (await isAnyDeleted(trx, [key.organizationId, targetId])) throw organizationNotFound();
    if (await isAnySuspended(trx, [targetId])) throw organizationSuspended();
    const space = await lockSpace(trx, key);
    const current = await findTransfer(trx, key);
    // Another run of this job was faster.
    if (!space || current?.transfer_id !== transferId) return true;
    if (space.deleted_at) throw spaceNotFound();
    if (await isOnSite(trx, key)) throw spaceOnSite();
    if (await isGitRunning(trx, key)) throw gitOperationRunning();
    if (space.history_epoch !== copied.historyEpoch) return false;
    if ((await countRevisions(trx, key)) !== copied.revisions) return false;

    const at = clock();
    const move = { ...key, targetId, defaultLevel: await findDefaultLevel(unit, space), at };
    const to = { organizationId: targetId, spaceId: key.spaceId, revisionId: space.revision_id };
    await insertInTarget(trx, move);
    await copyChangeRequests(trx, key, targetId);
    await copyComments(trx, key, targetId);
    await moveNotifications(trx, key, targetId);
    await copySearchIndex(trx, { from: key, to });
    await copySpaceReferences(trx, { from: key, to });
    const place = {
      kind: 'space' as const,
      organizationId: key.organizationId,
      id: key.spaceId,
      title: space.title,
    };
    await recordLostGrants(trx, { place, cause: transfer.cause, movesTo: targetId, at });
    await deleteFromSource(trx, move);
    await enqueueSweep(unit, { organizationId: key.organizationId, runAt: at }, at);
    // For all spaces of the organization: cached roles of its members may include grants on this space, should it
    // return.
    announce({ kind: 'organization', organizationId: key.organizationId });
    log.info({ ...key, targetId }, 'space transferred');
    return true;
  }, session);
}

/** The level stays, even if it was inherited from a collection: a transfer must not admit those whom it kept out. */
async function findDefaultLevel({ trx }: UnitOfWork, space: LockedSpaceRow): Promise<DefaultLevel> {
  const above = await listAbove(trx, { organizationId: space.organization_id, parentId: space.parent_id });
  return effectiveLevel({ defaultLevel: space.default_level as DefaultLevel, above });
}
