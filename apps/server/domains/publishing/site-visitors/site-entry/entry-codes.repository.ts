import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

export interface NewEntryCode extends SiteKey {
  digest: Buffer;
  sessionId: string;
  host: string;
  browserDigest: Buffer;
  expiresAt: Date;
}

/** How many codes that nobody redeemed are removed at a time. */
const MAX_REMOVED = 100;

/** Stores a code, and removes some that have expired. */
export async function insertEntryCode(db: Kysely<DB>, code: NewEntryCode, now: Date): Promise<void> {
  await sql`
    with expired as (
      select digest from site_entry_code where expires_at <= ${now} limit ${MAX_REMOVED} for update skip locked
    ), removed as (
      delete from site_entry_code where digest in (select digest from expired)
    )
    insert into site_entry_code (digest, organization_id, site_id, session_id, host, browser_digest, expires_at)
    select ${code.digest}, ${code.organizationId}::uuid, ${code.siteId}::uuid, session_id, ${code.host},
      ${code.browserDigest}, ${code.expiresAt}
    from user_session where session_id = ${code.sessionId}`.execute(db);
}

/** Removes a code, and returns what it was for. Of several attempts with one code, only the first finds it. */
export async function takeEntryCode(
  db: Kysely<DB>,
  digest: Buffer,
): Promise<Omit<NewEntryCode, 'digest'> | undefined> {
  const { rows } = await sql<Omit<NewEntryCode, 'digest'>>`
    delete from site_entry_code where digest = ${digest}
    returning organization_id as "organizationId", site_id as "siteId", session_id as "sessionId", host,
      browser_digest as "browserDigest", expires_at as "expiresAt"`.execute(db);
  return rows[0];
}
