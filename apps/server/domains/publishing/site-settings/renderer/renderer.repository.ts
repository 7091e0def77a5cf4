import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

export interface RendererRow {
  siteTitle: string;
  url: string | null;
  /** Sealed. */
  secret: Buffer | null;
  calledAt: Date | null;
  /** Why the last call failed. */
  problem: string | null;
}

/** Undefined if the site does not exist. */
export async function findRenderer(
  db: Database,
  { organizationId, siteId }: SiteKey,
  { isLocked = false } = {},
): Promise<RendererRow | undefined> {
  const { rows } = await sql<RendererRow>`
    select title as "siteTitle", renderer_url as url, renderer_secret as secret, renderer_called_at as "calledAt",
      renderer_problem as problem
    from site where organization_id = ${organizationId} and site_id = ${siteId}
    ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** The sites with a renderer among these, and among those that show one of these spaces. */
export async function listChangedSites(
  trx: Transaction<DB>,
  { siteIds, spaceIds }: { siteIds: readonly string[]; spaceIds: readonly string[] },
): Promise<SiteKey[]> {
  const { rows } = await sql<SiteKey>`
    select s.organization_id as "organizationId", s.site_id as "siteId" from site s
    where s.renderer_url is not null and (s.site_id = any(${siteIds}::uuid[]) or exists (
      select 1 from site_space i
      where i.organization_id = s.organization_id and i.site_id = s.site_id
        and i.space_id = any(${spaceIds}::uuid[])))
    order by s.site_id`.execute(trx);
  return rows;
}

/** Whether a site with a renderer shows the space: for a statement that is executed anyway. */
export const isRendered = ({
  organizationId,
  spaceId,
}: SpaceKey): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from site_space i
  join site r on r.organization_id = i.organization_id and r.site_id = i.site_id and r.renderer_url is not null
  where i.organization_id = ${organizationId} and i.space_id = ${spaceId})`;

/** The sites with a renderer that show the space. */
export async function listRenderedSites(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
): Promise<string[]> {
  const { rows } = await sql<{ siteId: string }>`
    select distinct i.site_id as "siteId" from site_space i
    join site r on r.organization_id = i.organization_id and r.site_id = i.site_id and r.renderer_url is not null
    where i.organization_id = ${organizationId} and i.space_id = ${spaceId}
    order by i.site_id`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

export async function listSitesWithRenderer(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<SiteKey[]> {
  const { rows } = await sql<SiteKey>`
    select organization_id as "organizationId", site_id as "siteId" from site
    where organization_id = ${organizationId} and renderer_url is not null
    order by site_id`.execute(trx);
  return rows;
}

export async function listSealedSecrets(db: Database): Promise<(SiteKey & { secret: Buffer })[]> {
  const { rows } = await sql<SiteKey & { secret: Buffer }>`
    select organization_id as "organizationId", site_id as "siteId", renderer_secret as secret from site
    where renderer_url is not null and renderer_secret is not null`.execute(db);
  return rows;
}

/** Leaves a secret alone that was replaced in the meantime. */
export async function replaceSealedSecret(
  db: Database,
  { organizationId, siteId }: SiteKey,
  { secret, sealed }: { secret: Buffer; sealed: Buffer },
): Promise<void> {
  await db
    .updateTable('site')
    .set({ renderer_secret: sealed })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('renderer_secret', '=', secret)
    .execute();
}
