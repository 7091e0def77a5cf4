import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** Adds conversations, as they are stored now, to the sums of clusters by source and week. */
export const addSums = (
  trx: Transaction<DB>,
  organizationId: string,
  conversationIds: readonly string[],
): Promise<void> => changeSums(trx, organizationId, conversationIds, sql`1`);

/** Subtracts conversations from the sums, before their issues are changed or deleted. */
export async function subtractSums(
  trx: Transaction<DB>,
  organizationId: string,
  conversationIds: readonly string[],
): Promise<void> {
  await changeSums(trx, organizationId, conversationIds, sql`-1`);
  await sql`delete from issues_cluster_week where organization_id = ${organizationId} and issues <= 0`.execute(
    trx,
  );
}

async function changeSums(
  trx: Transaction<DB>,
  organizationId: string,
  conversationIds: readonly string[],
  sign: RawBuilder<unknown>,
): Promise<void> {
  const theirs = sql`i.organization_id = ${organizationId} and i.conversation_id = any(${conversationIds}::uuid[])`;
  await sql`
    insert into issues_cluster_week (organization_id, cluster_id, source, week, issues)
    select i.organization_id, i.cluster_id, c.source, date_trunc('week', i.created_at at time zone 'UTC')::date,
      ${sign}::int * count(*)
    from conversation_issue i
    join conversation c on c.organization_id = i.organization_id and c.conversation_id = i.conversation_id
    where ${theirs} group by 1, 2, 3, 4
    on conflict (organization_id, cluster_id, source, week)
      do update set issues = issues_cluster_week.issues + excluded.issues`.execute(trx);
  await sql`
    update issues_cluster set conversations = issues_cluster.conversations + ${sign}::int * s.conversations
    from (select i.cluster_id, count(distinct i.conversation_id)::int as conversations
      from conversation_issue i where ${theirs} group by i.cluster_id) s
    where issues_cluster.organization_id = ${organizationId} and issues_cluster.cluster_id = s.cluster_id`.execute(
    trx,
  );
}
