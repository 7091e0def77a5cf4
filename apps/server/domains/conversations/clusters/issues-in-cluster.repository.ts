import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { ClusterKey } from './clusters.repository.ts';

export type IssueRow = Omit<Selectable<DB['conversation_issue']>, 'features'>;

/** An issue with what is shown of its conversation. */
export type IssueInClusterRow = IssueRow & {
  subject: string | null;
  source: string;
  url: string | null;
  conversation_created_at: Date;
  processed_at: Date | null;
};

const COLUMNS = sql`i.organization_id, i.issue_id, i.conversation_id, i.cluster_id, i.title, i.summary, i.created_at,
  i.ingested_at`;

/** The issues of a cluster, those that came last first. */
export async function listIssueRows(
  db: Kysely<DB>,
  { organizationId, clusterId }: ClusterKey,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageOfRows<IssueInClusterRow, string>> {
  const { rows: counted } = await sql<{ count: number }>`
    select issues as count from issues_cluster
    where organization_id = ${organizationId} and cluster_id = ${clusterId}`.execute(db);
  const { rows } = await sql<IssueInClusterRow>`
    select ${COLUMNS}, c.subject, c.source, c.url, c.created_at as conversation_created_at, c.processed_at
    from conversation_issue i
    join conversation c on c.organization_id = i.organization_id and c.conversation_id = i.conversation_id
    where i.organization_id = ${organizationId} and i.cluster_id = ${clusterId}
      and (${after ?? null}::uuid is null or i.issue_id < ${after ?? null})
    order by i.issue_id desc limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted[0]?.count ?? 0, (row) => row.issue_id);
}

export async function findIssueRow(
  db: Kysely<DB>,
  { organizationId, issueId }: { organizationId: string; issueId: string },
): Promise<IssueRow | undefined> {
  const { rows } = await sql<IssueRow>`
    select ${COLUMNS} from conversation_issue i
    where i.organization_id = ${organizationId} and i.issue_id = ${issueId}`.execute(db);
  return rows[0];
}
