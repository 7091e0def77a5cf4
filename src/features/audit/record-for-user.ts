import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { listActiveOrganizationIds } from './events.repository.ts';
import { type NewEvent, recordEvents } from './record-event.ts';

/**
 * Records what concerns somebody wherever they may act: in every organization that they belong to, or in the one alone
 * that it is about (`onlyIn`).
 */
export async function recordForUser(
  trx: Transaction<DB>,
  { userId, onlyIn }: { userId: string; onlyIn: string | undefined },
  event: Omit<NewEvent, 'organizationId'>,
): Promise<void> {
  const organizationIds = onlyIn === undefined ? await listActiveOrganizationIds(trx, userId) : [onlyIn];
  await recordEvents(
    trx,
    organizationIds.map((organizationId) => ({ ...event, organizationId })),
  );
}
