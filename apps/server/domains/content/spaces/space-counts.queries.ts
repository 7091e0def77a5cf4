import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

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
  await lockForCounting(trx, { organizationId, spaceId });
  await sql`
    update space set change_requests = n.total, change_requests_open = n.open, change_requests_draft = n.draft
    from (
      select count(*) as total, count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'draft') as draft
      from change_request where organization_id = ${organizationId} and space_id = ${spaceId}) n
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(trx);
}

/** The same for open comments on the space itself. */
export async function countSpaceComments(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  await sql`
    update space set comments_open = (
      select count(*) from comment where organization_id = ${organizationId} and space_id = ${spaceId}
        and change_request_id is null and resolved_at is null)
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(trx);
}

/**
 * Keeps a live space from being transferred or removed until the transaction ends. Returns false if there is none. Must
 * be taken before locks on what is in the space.
 */
export async function holdSpace(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<boolean> {
  const { rows } = await sql<{ isLive: boolean }>`
    select deleted_at is null as "isLive" from space
    where organization_id = ${organizationId} and space_id = ${spaceId} for key share`.execute(trx);
  return rows[0]?.isLive === true;
}

/** Makes others who count wait until the transaction ends. Returns false if there is no such live space. */
export async function lockForCounting(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<boolean> {
  const { rows } = await sql<{ isLive: boolean }>`
    select deleted_at is null as "isLive" from space
    where organization_id = ${organizationId} and space_id = ${spaceId} for no key update`.execute(trx);
  return rows[0]?.isLive === true;
}
