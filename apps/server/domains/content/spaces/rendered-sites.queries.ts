import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

/**
 * Whether a site with a renderer shows the space: for a statement that is executed anyway, so that an edit of any other
 * space pays no query.
 */
export const isRendered = ({
  organizationId,
  spaceId,
}: SpaceKey): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from site_space i
  join site r on r.organization_id = i.organization_id and r.site_id = i.site_id and r.renderer_url is not null
  where i.organization_id = ${organizationId} and i.space_id = ${spaceId})`;

/** The sites with a renderer that show the space. */
export async function listRenderedSites(
  db: Kysely<DB> | Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<string[]> {
  const { rows } = await sql<{ siteId: string }>`
    select distinct i.site_id as "siteId" from site_space i
    join site r on r.organization_id = i.organization_id and r.site_id = i.site_id and r.renderer_url is not null
    where i.organization_id = ${organizationId} and i.space_id = ${spaceId}
    order by i.site_id`.execute(db);
  return rows.map(({ siteId }) => siteId);
}
