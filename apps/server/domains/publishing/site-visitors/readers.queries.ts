import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../sites/structure.queries.ts';

/** The data that decides who may read a site, apart from its row. */
export interface ReadersRow {
  /** The active share links, also those that have expired, by the digests of their keys in hexadecimal. `until`: null for ever. */
  shareLinks: Record<string, { id: string; until: string | null }>;
  /** The digests of the keys of share links that are no longer active, in hexadecimal. */
  endedShareKeys: string[];
  /** Argon2's text. */
  passwordHash: string | null;
  /** Sealed. */
  authKey: Buffer | null;
  authOldKey: Buffer | null;
  authOldKeyUntil: Date | null;
  /** The number of `authKey`; that of `authOldKey` is the one before. */
  authKeyNumber: number;
  fallbackUrl: string | null;
  logoutUrl: string | null;
}

export async function findReaders(
  db: Kysely<DB>,
  { organizationId, siteId }: SiteKey,
): Promise<ReadersRow | undefined> {
  const { rows } = await sql<ReadersRow>`
    select s.auth_key as "authKey", s.auth_old_key as "authOldKey", s.auth_old_key_until as "authOldKeyUntil",
      s.auth_key_number as "authKeyNumber",
      s.password_hash as "passwordHash",
      array(select encode(digest, 'hex') from site_share_link l
        where l.organization_id = ${organizationId} and l.site_id = s.site_id and not l.is_active) as "endedShareKeys",
      s.auth_fallback_url as "fallbackUrl", s.auth_logout_url as "logoutUrl",
      (select coalesce(
          json_object_agg(encode(digest, 'hex'), json_build_object('id', share_link_id, 'until', expires_at)), '{}')
        from site_share_link l
        where l.organization_id = ${organizationId} and l.site_id = s.site_id and l.is_active) as "shareLinks"
    from site s where s.organization_id = ${organizationId} and s.site_id = ${siteId}`.execute(db);
  return rows[0];
}
