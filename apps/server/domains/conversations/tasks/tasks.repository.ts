import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { ClusterKey } from '../clusters/clusters.repository.ts';
import type { TaskState } from './tasks.schemas.ts';

export type TaskRow = Omit<Selectable<DB['conversation_task']>, 'state'> & { state: TaskState };

export interface TaskKey extends ClusterKey {
  taskId: string;
}

/** Oldest first. */
export async function listTaskRows(
  db: Database,
  { organizationId, clusterId }: ClusterKey,
  { state, after, limit }: { state: TaskState | undefined; after: string | undefined; limit: number },
): Promise<PageOfRows<TaskRow, string>> {
  const filter = sql`organization_id = ${organizationId} and cluster_id = ${clusterId}
    and (${state ?? null}::text is null or state = ${state ?? null})`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_task where ${filter}`.execute(db);
  const { rows } = await sql<TaskRow>`
    select * from conversation_task
    where ${filter} and (${after ?? null}::uuid is null or task_id > ${after ?? null})
    order by task_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted[0]?.count ?? 0, (row) => row.task_id);
}

export async function findTaskRow(db: Database, key: TaskKey): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`select * from conversation_task where ${isTask(key)}`.execute(db);
  return rows[0];
}

/** Locks the cluster, whose counts change with its tasks. Returns how many it has; undefined if there is no cluster. */
export async function lockCluster(
  trx: Transaction<DB>,
  { organizationId, clusterId }: ClusterKey,
): Promise<number | undefined> {
  const { rows } = await sql<{ tasks: number }>`
    select tasks_backlog + tasks_started + tasks_completed + tasks_cancelled as tasks from issues_cluster
    where organization_id = ${organizationId} and cluster_id = ${clusterId} for update`.execute(trx);
  return rows[0]?.tasks;
}

export async function insertTask(trx: Transaction<DB>, row: TaskRow): Promise<void> {
  await trx.insertInto('conversation_task').values(row).execute();
}

export async function updateTaskRow(trx: Transaction<DB>, key: TaskKey, row: TaskRow): Promise<void> {
  await sql`
    update conversation_task set title = ${row.title}, description = ${row.description}, state = ${row.state},
      updated_at = ${row.updated_at}
    where ${isTask(key)}`.execute(trx);
}

export async function deleteTaskRow(trx: Transaction<DB>, key: TaskKey): Promise<void> {
  await sql`delete from conversation_task where ${isTask(key)}`.execute(trx);
}

/** Counts the tasks of a cluster again: they are few. */
export async function countTasks(
  trx: Transaction<DB>,
  { organizationId, clusterId }: ClusterKey,
): Promise<void> {
  const having = (state: TaskState) => sql`count(*) filter (where state = ${state})::int`;
  await sql`
    update issues_cluster c set tasks_backlog = t.backlog, tasks_started = t.started,
      tasks_completed = t.completed, tasks_cancelled = t.cancelled
    from (
      select ${having('backlog')} as backlog, ${having('started')} as started, ${having('completed')} as completed,
        ${having('cancelled')} as cancelled
      from conversation_task where organization_id = ${organizationId} and cluster_id = ${clusterId}) t
    where c.organization_id = ${organizationId} and c.cluster_id = ${clusterId}`.execute(trx);
}

const isTask = ({ organizationId, clusterId, taskId }: TaskKey) =>
  sql`organization_id = ${organizationId} and cluster_id = ${clusterId} and task_id = ${taskId}`;
