import { type RawBuilder, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { SiteVisibility } from '../../../platform/access/pointers.ts';
import { type Caller, siteRoles } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { SiteKey } from './structure.queries.ts';

/** Sets columns of a site. Returns whether it exists. */
export async function updateSiteRow(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  changes: UpdateObject<DB, 'site'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('site')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The fields of a site that may be presented, without secrets. */
export type SiteRow = Pick<
  Selectable<DB['site']>,
  | 'organization_id'
  | 'site_id'
  | 'title'
  | 'visibility'
  | 'default_level'
  | 'basename'
  | 'hostname'
  | 'hostname_verified_at'
  | 'published_at'
  | 'adaptive'
  | 'allows_api_requests'
  | 'allows_own_servers'
  | 'password_changed_at'
  | 'created_at'
> & {
  visibility: SiteVisibility;
  /** The teams whose members read it, if its visibility is `teams`. */
  reader_team_ids: string[];
  /** Without those of deleted spaces. */
  site_spaces: number;
};

const columnsOf = (
  organizationId: string,
) => sql`i.organization_id, i.site_id, i.title, coalesce(i.readers, i.visibility) as visibility, i.default_level, i.basename, i.hostname,
  i.hostname_verified_at, i.published_at, i.adaptive, i.allows_api_requests, i.allows_own_servers, i.password_changed_at, i.created_at,
  array(select r.team_id from site_reader_team r
    where r.organization_id = ${organizationId} and r.site_id = i.site_id order by r.team_id) as reader_team_ids, (
    select count(*)::int from site_space x
    join space p on p.organization_id = x.organization_id and p.space_id = x.space_id and p.deleted_at is null
    where x.organization_id = ${organizationId} and x.site_id = i.site_id) as site_spaces`;

export async function findSiteRow(
  db: Database,
  { organizationId, siteId }: SiteKey,
): Promise<SiteRow | undefined> {
  const { rows } = await sql<SiteRow>`
    select ${columnsOf(organizationId)} from site i
    where i.organization_id = ${organizationId} and i.site_id = ${siteId}`.execute(db);
  return rows[0];
}

export interface SiteFilter {
  spaceId: string | undefined;
  title: string | undefined;
  isPublished: boolean | undefined;
}

/** The sites that the caller may read, the oldest first. `after`: the last one of the page before. */
export async function listSiteRows(
  db: Database,
  caller: Caller,
  list: SiteFilter & { after: string | undefined; limit: number },
): Promise<PageOfRows<SiteRow & { role: Role }, string>> {
  const { spaceId, title, isPublished, after, limit } = list;
  const { organizationId } = caller;
  const matching = sql`
    site i join ${siteRoles(caller)} own on own.site_id = i.site_id
    where i.organization_id = ${organizationId}
      ${title === undefined ? sql`` : sql`and position(${foldName(title)} in i.title_folded) > 0`}
      ${isPublished === undefined ? sql`` : sql`and (i.published_at is not null) = ${isPublished}`}
      ${
        spaceId === undefined
          ? sql``
          : sql`and i.site_id in (select x.site_id from site_space x
              where x.organization_id = ${organizationId} and x.space_id = ${spaceId})`
      }`;
  const counted = await sql<{ count: number }>`select count(*) as count from ${matching}`.execute(db);
  const { rows } = await sql<SiteRow & { role: Role }>`
    select ${columnsOf(organizationId)}, own.role from ${matching} ${after === undefined ? sql`` : sql`and i.site_id > ${after}`}
    order by i.site_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, Number(counted.rows[0]?.count ?? 0), (row) => row.site_id);
}

/** The first revisions of a space that visitors of a site may read; none if they may read only the current one. */
export async function listFirstReadable(
  db: Database,
  { organizationId, siteId }: SiteKey,
  spaceId: string,
): Promise<string[]> {
  const { rows } = await sql<{ first_revision_id: string | null }>`
    select first_revision_id from site_space
    where organization_id = ${organizationId} and site_id = ${siteId} and space_id = ${spaceId}`.execute(db);
  return rows.flatMap(({ first_revision_id }) => first_revision_id ?? []);
}

/**
 * Whether the space of a row `c` is on the site: for a statement that is executed anyway. For callers who may not see the
 * site, it has no spaces.
 */
export const isSpaceOnSite = (caller: Caller, siteId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from site_space t
  join ${siteRoles(caller)} own_site on own_site.site_id = t.site_id
  where t.organization_id = c.organization_id and t.space_id = c.space_id and t.site_id = ${siteId})`;
