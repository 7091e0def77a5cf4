import type { Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { type NewEvent, recordEvents } from '../../core/audit/record-event.ts';
import { listActiveOrganizationIds } from './users.queries.ts';

/** Records an event about a user in every organization that they belong to, or only in the one given as `onlyIn`. */
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
