import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { CLUSTER_ORDERS } from './clusters.schemas.ts';

export interface ClusterKey {
  organizationId: string;
  clusterId: string;
}

export type ClusterRow = Omit<Selectable<DB['issues_cluster']>, 'features'> & {
  sources: Record<string, number>;
  /** The issues of recent weeks, by the day on which they begin: `2030-01-07`. */
  weeks: Record<string, number>;
};

type ClusterOrder = (typeof CLUSTER_ORDERS)[number];
/** The value by which the list is ordered, and the id. */
export type ClusterPosition = [value: string, clusterId: string];

const ORDERS: Record<ClusterOrder, RawBuilder<unknown>> = {
  updatedAt: sql`extract(epoch from c.updated_at)`,
  issues: sql`c.issues`,
  conversations: sql`c.conversations`,
  tasksTotal: sql`c.tasks_backlog + c.tasks_started + c.tasks_completed + c.tasks_cancelled`,
  tasksBacklog: sql`c.tasks_backlog`,
  tasksStarted: sql`c.tasks_started`,
};

/** Everything of a cluster but its features, with the sums of its weeks since `since`. */
const columns = (organizationId: string, since: Date): RawBuilder<unknown> => sql`
  c.organization_id, c.cluster_id, c.number, c.label, c.icon, c.summary, c.terms, c.issues, c.conversations,
  c.tasks_backlog, c.tasks_started, c.tasks_completed, c.tasks_cancelled, c.described_issues, c.answered,
  c.answered_at, c.created_at, c.updated_at,
  coalesce((
    select jsonb_object_agg(source, n) from (
      select source, sum(issues) as n from issues_cluster_week w
      where w.organization_id = ${organizationId} and w.cluster_id = c.cluster_id group by source) s), '{}') as sources,
  coalesce((
    select jsonb_object_agg(week, n) from (
      select week, sum(issues) as n from issues_cluster_week w
      where w.organization_id = ${organizationId} and w.cluster_id = c.cluster_id and week >= ${since}::date
      group by week) s), '{}') as weeks`;

export interface ClusterList {
  organizationId: string;
  order: 'asc' | 'desc';
  orderBy: ClusterOrder;
  status: 'pending' | 'analysing' | undefined;
  gap: boolean | undefined;
  after: ClusterPosition | undefined;
  limit: number;
  /** The Monday of the first week that is shown. */
  since: Date;
}

export async function listClusterRows(
  db: Database,
  list: ClusterList,
): Promise<PageOfRows<ClusterRow, ClusterPosition>> {
  const { after, limit, since } = list;
  const filter = filterOf(list);
  const value = ORDERS[list.orderBy];
  const isAscending = list.order === 'asc';
  const later = after
    ? sql`and (${value}, c.cluster_id) ${isAscending ? sql`>` : sql`<`} (${after[0]}::numeric, ${after[1]}::uuid)`
    : sql``;
  const direction = isAscending ? sql`asc` : sql`desc`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from issues_cluster c where ${filter}`.execute(db);
  const { rows } = await sql<ClusterRow & { value: string }>`
    select ${columns(list.organizationId, since)}, c.value::text as value
    from (
      select c.*, ${value} as value from issues_cluster c where ${filter} ${later}
      order by value ${direction}, c.cluster_id ${direction} limit ${limit + 1}) c
    order by c.value ${direction}, c.cluster_id ${direction}`.execute(db);
  return cutPage(rows, limit, counted[0]?.count ?? 0, (row) => [row.value, row.cluster_id]);
}

function filterOf({ organizationId, status, gap }: ClusterList): RawBuilder<unknown> {
  const conditions = [sql`c.organization_id = ${organizationId}`];
  if (status === 'pending') conditions.push(sql`c.described_issues = 0 and c.issues > 0`);
  if (status === 'analysing') conditions.push(sql`c.described_issues > 0 and c.answered is null`);
  if (gap !== undefined) conditions.push(sql`c.answered = ${!gap}`);
  return sql.join(conditions, sql` and `);
}

export async function findClusterRow(
  db: Database,
  { organizationId, clusterId }: ClusterKey,
  since: Date,
): Promise<ClusterRow | undefined> {
  const { rows } = await sql<ClusterRow>`
    select ${columns(organizationId, since)} from issues_cluster c
    where c.organization_id = ${organizationId} and c.cluster_id = ${clusterId}`.execute(db);
  return rows[0];
}
