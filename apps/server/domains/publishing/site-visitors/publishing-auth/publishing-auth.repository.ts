import { type Kysely, sql, type Transaction } from 'kysely';
import { siteNotFound } from '../../../../platform/access/access-errors.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

export interface PublishingAuthRow {
  title: string;
  /** Sealed; null until it is first needed. */
  auth_key: Buffer | null;
  auth_old_key: Buffer | null;
  auth_old_key_until: Date | null;
  auth_fallback_url: string | null;
  auth_logout_url: string | null;
}

const COLUMNS = [
  'title',
  'auth_key',
  'auth_old_key',
  'auth_old_key_until',
  'auth_fallback_url',
  'auth_logout_url',
] as const;

const ofSite = ({ organizationId, siteId }: SiteKey) =>
  sql<boolean>`organization_id = ${organizationId} and site_id = ${siteId}`;

export async function getPublishingAuthRow(
  db: Kysely<DB> | Transaction<DB>,
  site: SiteKey,
): Promise<PublishingAuthRow> {
  const row = await db.selectFrom('site').select(COLUMNS).where(ofSite(site)).executeTakeFirst();
  if (!row) throw siteNotFound();
  return row;
}

/** `endsVisitors`: whether every cookie and token that visitors have ends now. */
export async function updatePublishingAuthRow(
  trx: Transaction<DB>,
  site: SiteKey,
  {
    endsVisitors,
    ...changes
  }: Partial<Omit<PublishingAuthRow, 'title'>> & { endsVisitors?: boolean; updated_at: Date },
): Promise<PublishingAuthRow> {
  return trx
    .updateTable('site')
    .set(changes)
    .$if(changes.auth_old_key !== undefined, (query) =>
      query.set({ auth_key_number: sql<number>`auth_key_number + 1` }),
    )
    .$if(endsVisitors === true, (query) => query.set({ visitor_epoch: sql<number>`visitor_epoch + 1` }))
    .where(ofSite(site))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
