import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type NewEvent, recordEvents } from './record-event.ts';

/** Records an event about a user in every organization that they belong to, or only in the one given as `onlyIn`. */
export async function recordForUser(
  trx: Transaction<DB>,
  { userId, onlyIn }: { userId: string; onlyIn: string | undefined },
  event: Omit<NewEvent, 'organizationId'>,
): Promise<void> {
  const organizationIds = onlyIn === undefined ? await listOrganizationsOf(trx, userId) : [onlyIn];
  await recordEvents(
    trx,
    organizationIds.map((organizationId) => ({ ...event, organizationId })),
  );
}

async function listOrganizationsOf(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select m.organization_id from member m
    join organization o on o.organization_id = m.organization_id and o.deleted_at is null
    where m.user_id = ${userId} and not m.disabled order by m.organization_id`.execute(trx);
  return rows.map((row) => row.organization_id);
}
