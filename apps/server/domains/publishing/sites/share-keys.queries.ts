import { type Kysely, sql, type Transaction } from 'kysely';
import { digestToken } from '../../../platform/access/token.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** Whether this is the key of an active share link of the site. */
export async function isActiveShareKey(
  db: Kysely<DB> | Transaction<DB>,
  { organizationId, siteId }: { organizationId: string; siteId: string },
  shareKey: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from site_share_link where organization_id = ${organizationId} and site_id = ${siteId}
      and digest = ${digestToken(shareKey)} and is_active
      and (expires_at is null or expires_at > ${at})`.execute(db);
  return rows.length > 0;
}
