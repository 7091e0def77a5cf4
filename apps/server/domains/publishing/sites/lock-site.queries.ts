import { isId } from '@lectern/std/ids';
import { sql, type Transaction } from 'kysely';
import { siteNotFound } from '../../../platform/access/access-errors.ts';
import type { Followers } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from './structure.queries.ts';

/** Locks a site until the transaction ends: changes of a site happen one after the other. Throws a 404. */
export async function lockSite(trx: Transaction<DB>, { organizationId, siteId }: SiteKey): Promise<void> {
  const { rows } = await sql`
    select 1 from site where organization_id = ${organizationId} and site_id = ${siteId}
    for no key update`.execute(trx);
  if (rows.length === 0) throw siteNotFound();
}

/** Keeps a site of the organization from being deleted until the transaction ends. Returns whether there is one. */
export const keepChosenSite: Followers['siteChosen'] = async ({ trx }, { organizationId, siteId }) => {
  if (!isId(siteId)) return false;
  const { rows } = await sql`
    select 1 from site where organization_id = ${organizationId} and site_id = ${siteId} for key share`.execute(
    trx,
  );
  return rows.length > 0;
};
