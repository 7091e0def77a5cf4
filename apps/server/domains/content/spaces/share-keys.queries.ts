import { sql } from 'kysely';
import { digestToken } from '../../../platform/access/token.ts';
import type { Database } from './spaces.queries.ts';

/** Whether this is the key of an active share link of the site. */
export async function isActiveShareKey(
  db: Database,
  { organizationId, siteId }: { organizationId: string; siteId: string },
  shareKey: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from site_share_link where organization_id = ${organizationId} and site_id = ${siteId}
      and digest = ${digestToken(shareKey)} and is_active`.execute(db);
  return rows.length > 0;
}
