import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { violates } from '../../../platform/db/violations.ts';
import type { SiteKey } from '../sites/structure.queries.ts';
import { sourceTaken } from './redirect-errors.ts';
import { isWildcardSource, type RedirectDestination, type RedirectRule } from './redirect-rule.ts';

/** A redirect with the fields for managing it. */
export interface StoredRedirect extends RedirectRule {
  createdAt: Date;
  updatedAt: Date;
}

export type RedirectRow = Selectable<DB['site_redirect']>;

export const toRedirect = (row: RedirectRow): StoredRedirect => ({
  redirectId: row.site_redirect_id,
  source: row.source,
  isDraft: row.is_draft,
  capturesWildcard: row.captures_wildcard,
  isPermanent: row.is_permanent,
  destination: row.destination as RedirectDestination,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = ({ organizationId, siteId }: SiteKey, redirect: StoredRedirect) => ({
  organization_id: organizationId,
  site_id: siteId,
  site_redirect_id: redirect.redirectId,
  source: redirect.source,
  is_wildcard: isWildcardSource(redirect.source),
  captures_wildcard: redirect.capturesWildcard,
  is_draft: redirect.isDraft,
  is_permanent: redirect.isPermanent,
  destination: redirect.destination,
  created_at: redirect.createdAt,
  updated_at: redirect.updatedAt,
});

export const ofSite = ({ organizationId, siteId }: SiteKey) =>
  sql`organization_id = ${organizationId} and site_id = ${siteId}`;

/** Inserts a redirect or replaces the one of the same id. Throws a 409 if another one has the source. */
export async function writeRedirect(
  trx: Transaction<DB>,
  site: SiteKey,
  redirect: StoredRedirect,
): Promise<void> {
  try {
    await writeRedirects(trx, site, { deleted: [], written: [redirect] });
  } catch (error) {
    if (violates(error, 'site_redirect_source_unique')) throw sourceTaken();
    throw error;
  }
}

/** Returns whether the redirect existed. */
export async function deleteRedirect(
  trx: Transaction<DB>,
  site: SiteKey,
  redirectId: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from site_redirect where ${ofSite(site)} and site_redirect_id = ${redirectId} returning 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function findRedirectById(
  db: Database,
  site: SiteKey,
  redirectId: string,
): Promise<StoredRedirect | undefined> {
  const { rows } = await sql<RedirectRow>`
    select * from site_redirect where ${ofSite(site)} and site_redirect_id = ${redirectId}`.execute(db);
  return rows[0] && toRedirect(rows[0]);
}

/** Finds the redirects with these sources, in no order; drafts only if `withDrafts`. */
export async function findRedirects(
  db: Database,
  site: SiteKey,
  { sources, withDrafts }: { sources: readonly string[]; withDrafts: boolean },
): Promise<StoredRedirect[]> {
  const { rows } = await sql<RedirectRow>`
    select * from site_redirect
    where ${ofSite(site)} and source = any(${sources}::text[]) ${withDrafts ? sql`` : sql`and not is_draft`}`.execute(
    db,
  );
  return rows.map(toRedirect);
}

/** The facts from which the sources that may match a path are computed. */
export interface RedirectLengths {
  /** The number of redirects of the site. */
  count: number;
  /** The lengths of the wildcards, without their stars. */
  wildcards: readonly number[];
}

export async function findLengths(db: Database, site: SiteKey): Promise<RedirectLengths> {
  const { rows } = await sql<RedirectLengths>`
    select (select count(*)::int from site_redirect where ${ofSite(site)}) as count,
      array(select distinct length(source) - 1 from site_redirect where ${ofSite(site)} and is_wildcard)
        as wildcards`.execute(db);
  return rows[0] ?? { count: 0, wildcards: [] };
}

/** Reads all redirects of a site, ordered by source, in batches. */
export async function* readAllRedirects(db: Database, site: SiteKey): AsyncGenerator<StoredRedirect[]> {
  let after: [source: string, isDraft: boolean] = ['', true];
  for (;;) {
    const { rows } = await sql<RedirectRow>`
      select * from site_redirect
      where ${ofSite(site)} and (source, is_draft) > (${after[0]}, ${after[1]})
      order by source, is_draft limit ${PIECE}`.execute(db);
    if (rows.length > 0) yield rows.map(toRedirect);
    const last = rows.at(-1);
    if (!last || rows.length < PIECE) return;
    after = [last.source, last.is_draft];
  }
}

const PIECE = 1000;

export interface RedirectChanges {
  deleted: readonly string[];
  /** New ones, and those that replace the ones of the same id. */
  written: readonly StoredRedirect[];
}

/** Writes many redirects at once. */
export async function writeRedirects(
  trx: Transaction<DB>,
  site: SiteKey,
  { deleted, written }: RedirectChanges,
): Promise<void> {
  if (deleted.length > 0)
    await sql`delete from site_redirect where ${ofSite(site)}
      and site_redirect_id = any(${deleted}::uuid[])`.execute(trx);
  for (let start = 0; start < written.length; start += PIECE) {
    const rows = written.slice(start, start + PIECE).map((redirect) => toRow(site, redirect));
    // With named columns: during an upgrade, the table may have more of them than this version knows.
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
    await sql`
      insert into site_redirect (${columns})
      select ${columns} from jsonb_populate_recordset(null::site_redirect, ${toJsonText(rows)}::text::jsonb)
      on conflict (organization_id, site_id, site_redirect_id) do update set
        source = excluded.source, is_wildcard = excluded.is_wildcard,
        captures_wildcard = excluded.captures_wildcard, is_draft = excluded.is_draft,
        is_permanent = excluded.is_permanent, destination = excluded.destination,
        updated_at = excluded.updated_at`.execute(trx);
  }
}
