import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** Which of these people are members of the organization. */
export async function findMembersAmong(
  trx: Transaction<DB>,
  organizationId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    select user_id from member where organization_id = ${organizationId} and user_id = any(${userIds}::uuid[])`.execute(
    trx,
  );
  return rows.map((row) => row.user_id);
}
