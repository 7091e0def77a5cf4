import { type Selectable, sql, type Transaction } from 'kysely';
import {
  type SiteAddressKind,
  type SiteVisibility,
  showVisibility,
} from '../../../platform/access/pointers.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { deleteUnlinkedRows } from '../../../platform/db/unlinked-rows.queries.ts';
import type { SiteKey } from './structure.queries.ts';

export interface NewSite extends SiteKey {
  title: string;
  basename: string;
  visibility: SiteVisibility;
  createdAt: Date;
}

/** Inserts the site with its directory entry; not published, and without spaces. */
export async function insertSite(trx: Transaction<DB>, site: NewSite): Promise<void> {
  const { organizationId: organization_id, siteId: site_id, createdAt } = site;
  await trx.insertInto('site_directory').values({ organization_id, site_id }).execute();
  await trx
    .insertInto('site')
    .values({
      organization_id,
      site_id,
      title: site.title,
      title_folded: foldName(site.title),
      basename: site.basename,
      ...toStoredVisibility(site.visibility),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
}

/** Columns of a site: what the public client does not know is beside the visibility that promises the least. */
function toStoredVisibility(visibility: SiteVisibility): { visibility: string; readers: string | null } {
  const shown = showVisibility(visibility);
  return { visibility: shown, readers: shown === visibility ? null : visibility };
}

/** Gives the site a name that nobody has; whether it did. */
export async function takeAddress(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  { kind, name }: { kind: SiteAddressKind; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into site_address (kind, name, organization_id, site_id)
    values (${kind}, ${name}, ${organizationId}, ${siteId})
    on conflict do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

/** The names among these that are free. */
export async function findFreeName(
  trx: Transaction<DB>,
  kind: SiteAddressKind,
  names: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select n.name from unnest(${names}::text[]) with ordinality as n(name, place)
    where not exists (select 1 from site_address a where a.kind = ${kind} and a.name = n.name)
    order by n.place limit 1`.execute(trx);
  return rows[0]?.name;
}

export interface NewSiteSpace extends SiteKey {
  siteSpaceId: string;
  sectionId: string | null;
  spaceId: string;
  path: string;
  isDefault: boolean;
  position: number;
}

export async function insertSiteSpaces(trx: Transaction<DB>, rows: readonly NewSiteSpace[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('site_space')
    .values(
      rows.map((row) => ({
        organization_id: row.organizationId,
        site_id: row.siteId,
        site_space_id: row.siteSpaceId,
        site_section_id: row.sectionId,
        space_id: row.spaceId,
        path: row.path,
        is_default: row.isDefault,
        position: row.position,
      })),
    )
    .execute();
}

export type SiteChanges = Partial<
  Pick<
    Selectable<DB['site']>,
    | 'title'
    | 'title_folded'
    | 'basename'
    | 'adaptive'
    | 'allows_api_requests'
    | 'allows_own_servers'
    | 'default_level'
    | 'published_at'
    | 'updated_at'
  >
>;

/**
 * Marks the current revisions of the spaces on the site as the first ones that its visitors may read: earlier ones were
 * not published, or are no longer to be read. The site must be locked.
 */
export async function markReadableRevisions(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
): Promise<void> {
  await sql`
    update site_space i set first_revision_id = s.revision_id
    from space s
    where i.organization_id = ${organizationId} and i.site_id = ${siteId}
      and s.organization_id = i.organization_id and s.space_id = i.space_id
      and i.first_revision_id is distinct from s.revision_id`.execute(trx);
}

/** The columns that decide who reads a site. `endsVisits`: whether every cookie and token of its visitors ends now. */
export interface ReaderColumns {
  visibility: SiteVisibility;
  password_hash: string | null;
  password_changed_at: Date | null;
  endsVisits: boolean;
}

export async function updateReaderColumns(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  { endsVisits, visibility, ...columns }: ReaderColumns,
): Promise<void> {
  await trx
    .updateTable('site')
    .set({ ...columns, ...toStoredVisibility(visibility) })
    .$if(endsVisits, (query) => query.set({ visitor_epoch: sql<number>`visitor_epoch + 1` }))
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute();
}

/** Makes these the teams whose members read the site. Returns those that exist. */
export async function replaceReaderTeams(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  teamIds: readonly string[],
): Promise<string[]> {
  await sql`
    delete from site_reader_team where organization_id = ${organizationId} and site_id = ${siteId}
      and team_id <> all(${teamIds}::uuid[])`.execute(trx);
  if (teamIds.length === 0) return [];
  const { rows } = await sql<{ team_id: string }>`
    with chosen as (
      select team_id from team
      where organization_id = ${organizationId} and team_id = any(${teamIds}::uuid[])
      order by team_id for key share
    ), added as (
      insert into site_reader_team (organization_id, site_id, team_id)
      select ${organizationId}, ${siteId}, team_id from chosen on conflict do nothing
    )
    select team_id from chosen`.execute(trx);
  return rows.map(({ team_id }) => team_id);
}

/** Deletes the site with all rows that belong to it. */
export async function deleteSiteRow(
  trx: Transaction<DB>,
  { organizationId: organization_id, siteId: site_id }: SiteKey,
): Promise<void> {
  const key = { organization_id, site_id };
  await trx
    .updateTable('organization')
    .set({ default_content: null })
    .where('organization_id', '=', organization_id)
    .where(sql<boolean>`default_content->>'site' = ${site_id}`)
    .execute();
  await deleteUnlinkedRows(trx, { organizationId: organization_id, siteId: site_id });
  await trx
    .deleteFrom('site')
    .where((eb) => eb.and(key))
    .execute();
  await trx
    .deleteFrom('site_directory')
    .where((eb) => eb.and(key))
    .execute();
}

interface Address {
  kind: SiteAddressKind;
  name: string;
}

export async function releaseAddress(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  { kind, name }: Address,
): Promise<void> {
  await sql`
    delete from site_address where kind = ${kind} and name = ${name}
      and organization_id = ${organizationId} and site_id = ${siteId}`.execute(trx);
}

/** Removes all names of the site, and returns them. */
export async function takeAllAddresses(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
): Promise<Address[]> {
  const { rows } = await sql<Address>`
    delete from site_address where organization_id = ${organizationId} and site_id = ${siteId}
    returning kind, name`.execute(trx);
  return rows;
}
