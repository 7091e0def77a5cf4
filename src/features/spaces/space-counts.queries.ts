import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../access/space-key.ts';
import type { DB } from '../../db/schema.ts';

/** Gives the next change request of a live space its number. Undefined if the space is gone. */
export async function takeChangeRequestNumber(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update space set last_change_request = last_change_request + 1
    where organization_id = ${organizationId} and space_id = ${spaceId} and deleted_at is null
    returning last_change_request as number`.execute(trx);
  return rows[0]?.number;
}

/**
 * Counts the change requests of a space again, in the transaction that changed one: the lock on the row of the space
 * makes others who count wait, so that the last of them is right.
 */
export async function countChangeRequests(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  await sql`
    select 1 from space where organization_id = ${organizationId} and space_id = ${spaceId} for no key update`.execute(
    trx,
  );
  await sql`
    update space set change_requests = n.total, change_requests_open = n.open, change_requests_draft = n.draft
    from (
      select count(*) as total, count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'draft') as draft
      from change_request where organization_id = ${organizationId} and space_id = ${spaceId}) n
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(trx);
}
