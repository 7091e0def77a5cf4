import { type Kysely, sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';

export interface ClusterToAnswer {
  clusterId: string;
  terms: string[];
}

/** Described clusters for which no page was looked for since a time, the largest first; without a time, never. */
export async function listUnanswered(
  db: Kysely<DB>,
  { organizationId, before, limit }: { organizationId: string; before: Date | undefined; limit: number },
): Promise<ClusterToAnswer[]> {
  const { rows } = await sql<ClusterToAnswer>`
    select cluster_id as "clusterId", terms from issues_cluster
    where organization_id = ${organizationId} and described_issues > 0
      and (answered is null or answered_at < ${before ?? null})
    order by issues desc, number limit ${limit}`.execute(db);
  return rows;
}

export async function storeAnswers(
  trx: Transaction<DB>,
  {
    organizationId,
    answers,
    now,
  }: { organizationId: string; answers: readonly { clusterId: string; isAnswered: boolean }[]; now: Date },
): Promise<void> {
  await sql`
    update issues_cluster c set answered = n."isAnswered", answered_at = ${now}
    from jsonb_to_recordset(${toJsonText(answers)}::text::jsonb) as n("clusterId" uuid, "isAnswered" boolean)
    where c.organization_id = ${organizationId} and c.cluster_id = n."clusterId"`.execute(trx);
}

export async function listOrganizationsWithClusters(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from organization o
    where deleted_at is null and suspended_at is null and exists (
      select 1 from issues_cluster c where c.organization_id = o.organization_id)
    order by organization_id`.execute(db);
  return rows.map(({ id }) => id);
}
