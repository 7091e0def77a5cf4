import { sql } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { enqueueSweep } from '../../../content/sweep/enqueue-sweep.ts';
import { deleteSiteFiles, type SiteFileKey } from '../../../content/uploads/site-files.queries.ts';

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
    const unused = await listUnused(db, before);
    count = unused.length;
    if (count === 0) return;
    await transact(async (unit) => {
      await deleteSiteFiles(unit.trx, unused);
      for (const organizationId of new Set(unused.map((file) => file.organizationId)))
        await enqueueSweep(unit, { organizationId, runAt: now }, now);
    });
  }
}

/** The address of a file contains its id. */
async function listUnused(db: Database, before: Date): Promise<SiteFileKey[]> {
  const { rows } = await sql<SiteFileKey>`
    select f.organization_id as "organizationId", f.site_id as "siteId", f.site_file_id as "siteFileId"
    from site_file f join site s using (organization_id, site_id)
    where f.created_at < ${before}
      and position(f.site_file_id::text in s.customization::text) = 0
      and not exists (
        select 1 from site_space i
        where i.organization_id = f.organization_id and i.site_id = f.site_id
          and position(f.site_file_id::text in i.customization::text) > 0
      )
    order by f.created_at limit ${BATCH}`.execute(db);
  return rows;
}
