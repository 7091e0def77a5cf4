import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ChangeRequestKey } from '../change-requests.repository.ts';

const isOf = ({ organizationId, spaceId, changeRequestId }: ChangeRequestKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}`;

/** Schedules the merge, in place of an earlier schedule. */
export async function storeSchedule(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await sql`
    update change_request set scheduled_at = ${at}, scheduled_by = ${by}, schedule_failure = null,
      schedule_failed_at = null
    where ${isOf(key)}`.execute(trx);
}

export async function deleteSchedule(trx: Transaction<DB>, key: ChangeRequestKey): Promise<void> {
  await sql`
    update change_request set scheduled_at = null, scheduled_by = null where ${isOf(key)}`.execute(trx);
}

/** Ends the schedule for this time with a failure. Returns whether there was one. */
export async function failSchedule(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  { scheduledAt, message, at }: { scheduledAt: Date; message: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update change_request set scheduled_at = null, scheduled_by = null, schedule_failure = ${message},
      schedule_failed_at = ${at}
    where ${isOf(key)} and scheduled_at = ${scheduledAt}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
