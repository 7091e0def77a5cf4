import type { Context } from '../../../platform/context.ts';
import { mayDeleteFiles } from '../../../platform/db/held-files.queries.ts';
import type { JobBody, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { isPastRetention } from '../../content/spaces/retention.ts';
import { openEvents } from '../../insights/open-events.ts';
import { removeArchives } from '../organization-archive/archives.service.ts';
import { deleteSpaceRows } from '../space-lifecycle/purge/purge.queries.ts';
import { findDeletedAt } from './deleted-organizations.repository.ts';
import { ORGANIZATION_PURGE, repeatOrganizationPurge } from './enqueue-organization-purge.ts';
import {
  deleteCollections,
  deleteOrganizationRow,
  deleteSomeRows,
  deleteSomeTokens,
  deleteWaitingJobs,
  LARGE_TABLES,
  listSomeSpaces,
} from './purge.repository.ts';

/** A running backup copies the files that were there when it began. */
const BACKUP_PAUSE_MS = 10 * 60 * 1000;

/**
 * Deletes a deleted organization for good, in many small transactions. It has been unreachable for seven days, so
 * nothing is added anymore; if interrupted anywhere, the job continues with the rest, because the organization's own
 * row is deleted last.
 */
export function createOrganizationPurgeJob(context: Context) {
  const run: JobBody = async ({ organizationId, jobId }, signal) => {
    const { db, clock, blobs, log } = context;
    const deletedAt = await findDeletedAt(db, organizationId);
    if (!deletedAt || !isPastRetention(deletedAt, clock())) return;
    await deleteWaitingJobs(db, { organizationId, except: jobId });
    await deleteSpaces(context, organizationId, signal);
    await deleteCollections(db, organizationId);
    await repeat(signal, () => deleteSomeTokens(db, organizationId));
    await repeat(signal, () => openEvents(context).deleteSomeOf(organizationId));
    for (const table of LARGE_TABLES) await repeat(signal, () => deleteSomeRows(db, table, organizationId));
    // Files are deleted after the rows that name them. A writer commits a row before it stores bytes, so no row can
    // appear for these anymore.
    const isDone = await db.transaction().execute(async (trx) => {
      if (!(await mayDeleteFiles(trx))) return false;
      await removeArchives(context, organizationId, signal);
      await blobs.deleteAll(organizationId, signal);
      return true;
    });
    if (!isDone) {
      log.info(
        { organizationId },
        'the files of an organization are removed after the backup that is running',
      );
      const runAt = new Date(clock().getTime() + BACKUP_PAUSE_MS);
      await context.transact((unit) => repeatOrganizationPurge(unit, organizationId, runAt));
      return;
    }
    await context.transact(async ({ trx, announce }) => {
      await deleteWaitingJobs(trx, { organizationId, except: jobId });
      await deleteOrganizationRow(trx, organizationId);
      announce({ kind: 'organization', organizationId });
    });
    log.info({ organizationId, deletedAt }, 'organization permanently removed');
  };
  return {
    kind: ORGANIZATION_PURGE,
    lane: 'upkeep',
    run,
    whileSuspended: true,
  } as const satisfies JobDefinition;
}

async function deleteSpaces(
  { db, transact }: Context,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  await repeat(signal, async () => {
    const spaceIds = await listSomeSpaces(db, organizationId);
    for (const spaceId of spaceIds) {
      signal.throwIfAborted();
      await transact(({ trx }) => deleteSpaceRows(trx, { organizationId, spaceId }));
    }
    return spaceIds.length > 0;
  });
}

/** Repeats a step until it reports that nothing is left. */
async function repeat(signal: AbortSignal, step: () => Promise<boolean>): Promise<void> {
  do signal.throwIfAborted();
  while (await step());
}
