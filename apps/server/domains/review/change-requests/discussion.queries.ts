import { sql, type Transaction } from 'kysely';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  type ChangeRequestKey,
  type ChangeRequestRow,
  countContribution,
  lockChangeRequest,
} from './change-requests.repository.ts';
import { countActivity } from './seen/seen.queries.ts';

/** The fields of a change request that comment events contain. */
export interface DiscussedChangeRequest {
  id: string;
  number: number;
  subject: string;
  status: string;
}

export const toDiscussed = (row: ChangeRequestRow): DiscussedChangeRequest => ({
  id: row.change_request_id,
  number: row.number,
  subject: row.subject,
  status: row.status,
});

/**
 * Makes others who change the change request or its comments wait until the transaction ends. Undefined if there is
 * none.
 */
export async function lockDiscussion(
  unit: UnitOfWork,
  key: ChangeRequestKey,
): Promise<DiscussedChangeRequest | undefined> {
  const row = await lockChangeRequest(unit, key);
  return row && toDiscussed(row);
}

/** Counts the open comments again, in the transaction that changed one and holds the lock. */
export async function countDiscussion(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
): Promise<void> {
  await sql`
    update change_request set comments_open = (
      select count(*) from comment where organization_id = ${organizationId} and space_id = ${spaceId}
        and change_request_id = ${changeRequestId} and resolved_at is null)
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and change_request_id = ${changeRequestId}`.execute(trx);
}

/** Counts one more comment of an author. */
export async function countCommenter(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  { authorId, at }: { authorId: string; at: Date },
): Promise<void> {
  await countContribution(trx, key, { authorId, action: 'comment', at });
  await countActivity(trx, key, authorId);
}
