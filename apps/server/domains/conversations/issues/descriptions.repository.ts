import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { ClusterDescription, DescribedIssue } from '../clustering/describe-cluster.ts';

export interface DescribedCluster extends ClusterDescription {
  clusterId: string;
}

/** A cluster is described from a sample: its first and its last issues. */
const FIRST_ISSUES = 10;
const LAST_ISSUES = 20;

/** Clusters that are not described as they are now, each with some of its issues. */
export async function listUndescribed(
  db: Database,
  organizationId: string,
  limit: number,
): Promise<{ clusterId: string; issues: DescribedIssue[] }[]> {
  const sample = sql`select issue_id, title, summary from conversation_issue i
    where i.organization_id = ${organizationId} and i.cluster_id = c.cluster_id`;
  const { rows } = await sql<{ clusterId: string; issues: DescribedIssue[] }>`
    select c.cluster_id as "clusterId", s.issues
    from (
      select organization_id, cluster_id, number from issues_cluster
      where organization_id = ${organizationId} and described_issues = 0 and issues > 0
      order by number limit ${limit}) c
    cross join lateral (
      select jsonb_agg(jsonb_build_object('title', title, 'summary', summary) order by issue_id) as issues
      from (
        (${sample} order by issue_id limit ${FIRST_ISSUES})
        union (${sample} order by issue_id desc limit ${LAST_ISSUES})) i) s
    order by c.number`.execute(db);
  return rows;
}

/** A cluster with other words is looked for in the pages again. */
export async function storeDescriptions(
  trx: Transaction<DB>,
  organizationId: string,
  described: readonly DescribedCluster[],
): Promise<void> {
  await sql`
    update issues_cluster c set label = n.label, icon = n.icon, summary = n.summary, described_issues = c.issues,
      terms = array(select jsonb_array_elements_text(n.terms)),
      answered = case when c.terms = array(select jsonb_array_elements_text(n.terms)) then c.answered end,
      answered_at = case when c.terms = array(select jsonb_array_elements_text(n.terms)) then c.answered_at end
    from jsonb_to_recordset(${toJsonText(described)}::text::jsonb) as n("clusterId" uuid, label text, icon text,
      summary text, terms jsonb)
    where c.organization_id = ${organizationId} and c.cluster_id = n."clusterId"`.execute(trx);
}
