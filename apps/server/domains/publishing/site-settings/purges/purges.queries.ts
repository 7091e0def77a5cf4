import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

/**
 * The sites among these, and the published ones that show one of these spaces or belong to one of these organizations, in
 * one order. Found by directories, because the instance may have very many sites.
 */
export async function listPurgedSites(
  trx: Transaction<DB>,
  {
    siteIds = [],
    spaceIds = [],
    organizationIds = [],
  }: { siteIds?: readonly string[]; spaceIds?: readonly string[]; organizationIds?: readonly string[] },
): Promise<SiteKey[]> {
  const { rows } = await sql<SiteKey>`
    with found as (
      select organization_id, site_id from site_directory where site_id = any(${siteIds}::uuid[])
      union
      select i.organization_id, i.site_id from space_directory d
      join site_space i on i.organization_id = d.organization_id and i.space_id = d.space_id
      where d.space_id = any(${spaceIds}::uuid[])
      union
      select organization_id, site_id from site where organization_id = any(${organizationIds}::uuid[])
    )
    select s.organization_id as "organizationId", s.site_id as "siteId" from found
    join site s on s.organization_id = found.organization_id and s.site_id = found.site_id
    where s.published_at is not null or s.site_id = any(${siteIds}::uuid[])
    order by s.site_id`.execute(trx);
  return rows;
}
