import { sql, type Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** Until the transaction ends, others that lock the same things of the organization wait. */
export async function lockInOrganization(
  trx: Transaction<DB>,
  { organizationId, things }: { organizationId: string; things: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${things}:${organizationId}`}, 0))`.execute(trx);
}
