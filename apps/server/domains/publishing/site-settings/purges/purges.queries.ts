import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

/** The sites among these, those that show one of these spaces, and all of these organizations, in one order. */
export async function listPurgedSites(
  trx: Transaction<DB>,
  given: { siteIds: readonly string[]; spaceIds: readonly string[]; organizationIds: readonly string[] },
): Promise<SiteKey[]> {
  const { rows } = await sql<SiteKey>`
    select s.organization_id as "organizationId", s.site_id as "siteId" from site s
    where s.site_id = any(${given.siteIds}::uuid[])
      or (s.published_at is not null and (
        s.organization_id = any(${given.organizationIds}::uuid[])
        or exists (
          select 1 from site_space i
          where i.organization_id = s.organization_id and i.site_id = s.site_id
            and i.space_id = any(${given.spaceIds}::uuid[]))))
    order by s.site_id`.execute(trx);
  return rows;
}

/** The published sites that show the space. */
export async function listSitesOfSpace(
  trx: Transaction<DB>,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<SiteKey[]> {
  const { rows } = await sql<SiteKey>`
    select distinct s.organization_id as "organizationId", s.site_id as "siteId" from site_space i
    join site s on s.organization_id = i.organization_id and s.site_id = i.site_id and s.published_at is not null
    where i.organization_id = ${organizationId} and i.space_id = ${spaceId}
    order by s.site_id`.execute(trx);
  return rows;
}
