import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { MemberKey } from '../../identity/members/members.queries.ts';
import { deleteTickets } from '../../identity/users/tickets.queries.ts';

/** Deletes the invitation. Returns whether it existed. */
export async function deleteInvitation(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<boolean> {
  return deleteTickets(trx, { userId, organizationId, purposes: ['invitation'] });
}

/** Locks all organizations that the user belongs to, and this one, against changes of members; in one order. */
export async function lockOrganizationsOf(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from member where user_id = ${userId}`.execute(trx);
  const organizationIds = [organizationId, ...rows.map((row) => row.organization_id)];
  await sql`
    select 1 from organization where organization_id = any(${organizationIds}::uuid[])
    order by organization_id for no key update`.execute(trx);
}
