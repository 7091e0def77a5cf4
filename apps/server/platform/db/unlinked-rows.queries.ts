import { sql, type Transaction } from 'kysely';
import { isDistributed } from './distributed-adapter.ts';
import type { DB } from './schema.ts';

/** Tables on the coordinator whose rows belong to a space or site, which is on another machine. */
const OF_SPACES = ['notification', 'space_event', 'space_event_counter'] as const;
const OF_SITES = ['site_entry_code', 'site_address'] as const;

/**
 * On a distributed database, deletes and empties what foreign keys delete and empty elsewhere when a space, a site or a
 * whole organization is deleted: there are none from one machine to another, and none that empties a part of a key.
 */
export async function deleteUnlinkedRows(
  trx: Transaction<DB>,
  { organizationId, spaceId, siteId }: { organizationId: string; spaceId?: string; siteId?: string },
): Promise<void> {
  if (!isDistributed(trx)) return;
  if (spaceId !== undefined)
    await sql`
      update translation_target set space_id = null
      where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(trx);
  const isWhole = spaceId === undefined && siteId === undefined;
  for (const table of isWhole || spaceId !== undefined ? OF_SPACES : [])
    await sql`
      delete from ${sql.table(table)} where organization_id = ${organizationId}
        ${isWhole ? sql`` : sql`and space_id = ${spaceId}`}`.execute(trx);
  if (isWhole) await sql`delete from audit_outbox where organization_id = ${organizationId}`.execute(trx);
  for (const table of isWhole || siteId !== undefined ? OF_SITES : [])
    await sql`
      delete from ${sql.table(table)} where organization_id = ${organizationId}
        ${isWhole ? sql`` : sql`and site_id = ${siteId}`}`.execute(trx);
}

/** Likewise for a team: those whom a provider signs in no longer join it. */
export async function releaseTeam(
  trx: Transaction<DB>,
  { organizationId, teamId }: { organizationId: string; teamId: string },
): Promise<void> {
  if (!isDistributed(trx)) return;
  await sql`
    update saml_provider set default_team_id = null
    where organization_id = ${organizationId} and default_team_id = ${teamId}`.execute(trx);
}
