import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

export type ShareLinkRow = Selectable<DB['site_share_link']>;

export interface ShareLinkKey extends SiteKey {
  shareLinkId: string;
}

const ofSite = ({ organizationId, siteId }: SiteKey) =>
  sql<boolean>`organization_id = ${organizationId} and site_id = ${siteId}`;

/** The links of a site, oldest first: they are few. */
export const listShareLinkRows = (db: Kysely<DB>, site: SiteKey): Promise<ShareLinkRow[]> =>
  db.selectFrom('site_share_link').selectAll().where(ofSite(site)).orderBy('share_link_id').execute();

export async function countShareLinks(trx: Transaction<DB>, site: SiteKey): Promise<number> {
  const { count } = await trx
    .selectFrom('site_share_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ofSite(site))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertShareLink = (trx: Transaction<DB>, row: ShareLinkRow): Promise<ShareLinkRow> =>
  trx.insertInto('site_share_link').values(row).returningAll().executeTakeFirstOrThrow();

/** The row after the change; undefined if there is no such link of this site. */
export const updateShareLinkRow = (
  trx: Transaction<DB>,
  key: ShareLinkKey,
  changes: Partial<Pick<ShareLinkRow, 'name' | 'is_active' | 'expires_at'>>,
): Promise<ShareLinkRow | undefined> =>
  trx
    .updateTable('site_share_link')
    // An update without changes is not a statement.
    .set({ share_link_id: key.shareLinkId, ...changes })
    .where(ofSite(key))
    .where('share_link_id', '=', key.shareLinkId)
    .returningAll()
    .executeTakeFirst();

export const deleteShareLinkRow = (
  trx: Transaction<DB>,
  key: ShareLinkKey,
): Promise<ShareLinkRow | undefined> =>
  trx
    .deleteFrom('site_share_link')
    .where(ofSite(key))
    .where('share_link_id', '=', key.shareLinkId)
    .returningAll()
    .executeTakeFirst();
