import { type Kysely, type RawBuilder, sql } from 'kysely';
import { findOrganizationOf } from '../../../platform/access/find-organization.queries.ts';
import type { SiteAddress, SitePointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** Sites of a suspended organization are not found. `isRecording`: whether events of readers of a site `s` are recorded. */
export const createLoadSite =
  (isRecording: (organizationId: string) => RawBuilder<boolean>) =>
  async (db: Kysely<DB>, siteId: string): Promise<SitePointer | undefined> => {
    const organizationId = await findOrganizationOf(db, 'site', siteId);
    if (organizationId === undefined) return undefined;
    const { rows } = await sql<SitePointer>`
    select s.organization_id as "organizationId", s.site_id as "siteId", s.title, coalesce(s.readers, s.visibility) as visibility,
      s.default_level as "defaultLevel", s.published_at is not null as "isPublished", s.basename,
      case when s.hostname_verified_at is not null then s.hostname end as hostname, s.adaptive as "isAdaptive",
      s.allows_unsigned_claims as "allowsUnsignedClaims", s.allows_api_requests as "allowsApiRequests",
      s.allows_api_requests and s.allows_own_servers as "allowsOwnServers", s.visitor_epoch as "visitorEpoch",
      ${isRecording(organizationId)} as "isRecording",
      coalesce(s.customization #>> '{contributors,enabled}', 'false') = 'true' as "showsContributors",
      array(select team_id from site_reader_team t
        where t.organization_id = ${organizationId} and t.site_id = s.site_id) as "readerTeamIds",
      array(select space_id from site_space i
        where i.organization_id = ${organizationId} and i.site_id = s.site_id) as "spaceIds"
    from site s
    join organization o on o.organization_id = s.organization_id and o.deleted_at is null
      and o.suspended_at is null
    where s.organization_id = ${organizationId} and s.site_id = ${siteId}`.execute(db);
    return rows[0];
  };

export async function loadSiteAddress(db: Kysely<DB>, key: string): Promise<SiteAddress | undefined> {
  const [kind, name] = key.split(/\/(.*)/s) as [string, string];
  const { rows } = await sql<SiteAddress>`
    select a.organization_id as "organizationId", a.site_id as "siteId" from site_address a
    join organization o on o.organization_id = a.organization_id and o.deleted_at is null
    where a.kind = ${kind} and a.name = ${name}`.execute(db);
  return rows[0];
}
