import { type Kysely, sql } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../sites/structure.queries.ts';

/** How often a redirect was followed since this was written last. */
export interface RedirectUses extends SiteKey {
  redirectId: string;
  uses: number;
  lastUsedAt: Date;
}

/** One statement for all; a redirect that was deleted meanwhile is left out. */
export async function addRedirectUses(db: Kysely<DB>, counted: readonly RedirectUses[]): Promise<void> {
  const rows = counted.map(({ organizationId, siteId, redirectId, uses, lastUsedAt }) => ({
    organization_id: organizationId,
    site_id: siteId,
    site_redirect_id: redirectId,
    uses,
    last_used_at: lastUsedAt,
  }));
  // In the same order everywhere, so that processes that write the same redirects cannot deadlock.
  await sql`
    insert into site_redirect_use as total (organization_id, site_id, site_redirect_id, uses, last_used_at)
    select u.organization_id, u.site_id, u.site_redirect_id, u.uses, u.last_used_at
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as u(organization_id uuid, site_id uuid,
      site_redirect_id uuid, uses bigint, last_used_at timestamptz)
    join site_redirect using (organization_id, site_id, site_redirect_id)
    order by 1, 2, 3
    on conflict (organization_id, site_id, site_redirect_id) do update set uses = total.uses + excluded.uses,
      last_used_at = greatest(total.last_used_at, excluded.last_used_at)`.execute(db);
}
