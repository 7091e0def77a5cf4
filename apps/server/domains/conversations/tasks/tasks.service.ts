import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import type { ClusterKey } from '../clusters/clusters.repository.ts';
import { clusterNotFound } from '../clusters/get-cluster.ts';
import { deleteEmptyClusters } from '../issues/store-placed.repository.ts';
import {
  countTasks,
  deleteTaskRow,
  findTaskRow,
  insertTask,
  lockCluster,
  type TaskKey,
  type TaskRow,
  updateTaskRow,
} from './tasks.repository.ts';
import type { CreateTaskBody, UpdateTaskBody } from './tasks.schemas.ts';

const MAX_TASKS = 100;

export const taskNotFound = defineNotFound('conversation-task-not-found', 'task');
export const tooManyTasks = defineError(
  { status: 409, reason: 'too-many-conversation-tasks' },
  () => `A cluster can have at most ${MAX_TASKS} tasks. Delete one first.`,
);

export async function createTask(
  { transact, clock }: Context,
  { key, actor }: { key: ClusterKey; actor: Actor },
  { title, description, state = 'backlog' }: Static<typeof CreateTaskBody>,
): Promise<TaskRow> {
  const now = clock();
  const row: TaskRow = {
    organization_id: key.organizationId,
    cluster_id: key.clusterId,
    task_id: newId(),
    title,
    description: description ?? null,
    state,
    created_by: actor.kind === 'user' ? actor.userId : null,
    created_at: now,
    updated_at: now,
  };
  await transact(async ({ trx }) => {
    if ((await lockWithTasks(trx, key)) >= MAX_TASKS) throw tooManyTasks();
    await insertTask(trx, row);
    await countTasks(trx, key);
  });
  return row;
}

export async function getTask(db: Context['db'], key: TaskKey): Promise<TaskRow> {
  const row = isId(key.clusterId) && isId(key.taskId) ? await findTaskRow(db, key) : undefined;
  if (!row) throw taskNotFound();
  return row;
}

export async function updateTask(
  { transact, clock }: Context,
  key: TaskKey,
  body: Static<typeof UpdateTaskBody>,
): Promise<TaskRow> {
  return transact(async ({ trx }) => {
    const before = await lockTask(trx, key);
    const row: TaskRow = {
      ...before,
      title: body.title ?? before.title,
      description: body.description === undefined ? before.description : body.description,
      state: body.state ?? before.state,
      updated_at: clock(),
    };
    await updateTaskRow(trx, key, row);
    await countTasks(trx, key);
    return row;
  });
}

/** The last task of a cluster without issues takes the cluster with it. */
export async function deleteTask({ transact }: Context, key: TaskKey): Promise<void> {
  await transact(async ({ trx }) => {
    await lockTask(trx, key);
    await deleteTaskRow(trx, key);
    await countTasks(trx, key);
    await deleteEmptyClusters(trx, key.organizationId);
  });
}

async function lockTask(trx: Transaction<DB>, key: TaskKey): Promise<TaskRow> {
  const isPossible = isId(key.clusterId) && isId(key.taskId);
  if (!isPossible || (await lockCluster(trx, key)) === undefined) throw taskNotFound();
  const row = await findTaskRow(trx, key);
  if (!row) throw taskNotFound();
  return row;
}

async function lockWithTasks(trx: Transaction<DB>, key: ClusterKey): Promise<number> {
  const count = isId(key.clusterId) ? await lockCluster(trx, key) : undefined;
  if (count === undefined) throw clusterNotFound();
  return count;
}
