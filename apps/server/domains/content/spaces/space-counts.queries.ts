import { type RawBuilder, sql, type Transaction } from 'kysely';
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

/** The counts of change requests as a statement that selects `total`, `open` and `draft`. */
export type ChangeRequestCounts = RawBuilder<{ total: number; open: number; draft: number }>;

/**
 * Stores counts of the change requests of a space, in the transaction that changed one: the lock on the row of the space
 * makes others who count wait, so that the last of them is right.
 */
export async function updateChangeRequestCounts(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  counts: ChangeRequestCounts,
): Promise<void> {
  await lockForCounting(trx, { organizationId, spaceId });
  await sql`
    update space set change_requests = n.total, change_requests_open = n.open, change_requests_draft = n.draft
    from (${counts}) n
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(trx);
}

/** The same for the number of open comments on the space itself, as a statement that selects it. */
export async function updateCommentCount(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  count: RawBuilder<{ count: number }>,
): Promise<void> {
  await sql`
    update space set comments_open = (${count})
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
