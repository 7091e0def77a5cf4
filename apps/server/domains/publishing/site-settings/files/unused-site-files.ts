import type { Context } from '../../../../platform/context.ts';
import { enqueueSweep } from '../../../content/sweep/enqueue-sweep.ts';
import { deleteSiteFiles } from '../../../content/uploads/site-files.queries.ts';
import { listUnusedSiteFiles } from './unused-site-files.queries.ts';

/** Between the upload of a file and the customization that names it. */
const GRACE_MS = 24 * 3_600_000;
const BATCH = 500;

/** Deletes the files that no customization of their site names. A sweep of the content deletes their bytes. */
export async function removeUnusedSiteFiles(
  { db, transact, clock }: Pick<Context, 'db' | 'transact' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - GRACE_MS);
  for (let count = BATCH; count === BATCH && !signal.aborted; ) {
    const unused = await listUnusedSiteFiles(db, { before, limit: BATCH });
    count = unused.length;
    if (count === 0) return;
    await transact(async (unit) => {
      await deleteSiteFiles(unit.trx, unused, before);
      for (const organizationId of new Set(unused.map((file) => file.organizationId)))
        await enqueueSweep(unit, { organizationId, runAt: now }, now);
    });
  }
}
