import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { SiteFileKey } from '../../../content/uploads/site-files.queries.ts';

/** Lists files that no customization of their site names: the address of a file contains its id. */
export async function listUnusedSiteFiles(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<SiteFileKey[]> {
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
    order by f.created_at limit ${limit}`.execute(db);
  return rows;
}
