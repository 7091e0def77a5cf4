import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { clusterLocation } from '../clusters/clusters.present.ts';
import { ClusterParams } from '../clusters/clusters.schemas.ts';
import { clusterNotFound, getCluster } from '../clusters/get-cluster.ts';
import { listTaskRows, type TaskRow } from './tasks.repository.ts';
import {
  ConversationTaskSchema,
  CreateTaskBody,
  ListTasksQuery,
  TaskParams,
  UpdateTaskBody,
} from './tasks.schemas.ts';
import { createTask, deleteTask, getTask, taskNotFound, tooManyTasks, updateTask } from './tasks.service.ts';

const NOT_AUDITED = { none: 'It plans work on content, and changes neither people nor access.' } as const;
const tags = ['Conversations'];
const TASKS = '/v1/orgs/:organizationId/conversations-clusters/:clusterId/tasks';

/** Tasks about the issues of a cluster. */
export const conversationTaskRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { clock, config, cursors, db } = context;
    app.addSchema(ConversationTaskSchema);
    const Task = refTo(ConversationTaskSchema);

    app.route({
      method: 'GET',
      url: TASKS,
      config: { access: 'organization:read-conversations', errors: [clusterNotFound] },
      schema: {
        operationId: 'listConversationTasks',
        tags,
        summary: 'List the tasks of a cluster',
        description: 'Oldest first.',
        params: ClusterParams,
        querystring: ListTasksQuery,
        response: { 200: listOf(Task) },
      },
      handler: async (request) => {
        await getCluster(db, request.params, clock());
        const { state } = request.query;
        const list = openList<string>(
          cursors,
          `conversation-tasks:${request.params.clusterId}:${state}`,
          request.query,
        );
        const rows = await listTaskRows(db, request.params, { state, ...list.asked });
        return list.present(rows, (row) => presentTask(row, config.baseUrl));
      },
    });

    app.route({
      method: 'POST',
      url: TASKS,
      config: {
        access: 'organization:write-conversations',
        audit: NOT_AUDITED,
        errors: [clusterNotFound, tooManyTasks],
      },
      schema: {
        operationId: 'createConversationTask',
        tags,
        summary: 'Create a task of a cluster',
        params: ClusterParams,
        body: CreateTaskBody,
        response: { 201: Task },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const row = await createTask(context, { key: request.params, actor }, request.body);
        const task = presentTask(row, config.baseUrl);
        reply.code(201).header('location', task.urls.location);
        return task;
      },
    });

    app.route({
      method: 'GET',
      url: `${TASKS}/:taskId`,
      config: { access: 'organization:read-conversations', errors: [taskNotFound] },
      schema: {
        operationId: 'getConversationTask',
        tags,
        summary: 'Get a task',
        params: TaskParams,
        response: { 200: Task },
      },
      handler: async (request) => presentTask(await getTask(db, request.params), config.baseUrl),
    });

    app.route({
      method: 'PATCH',
      url: `${TASKS}/:taskId`,
      config: { access: 'organization:write-conversations', audit: NOT_AUDITED, errors: [taskNotFound] },
      schema: {
        operationId: 'updateConversationTask',
        tags,
        summary: 'Update a task',
        description: 'Absent fields keep their values.',
        params: TaskParams,
        body: UpdateTaskBody,
        response: { 200: Task },
      },
      handler: async (request) =>
        presentTask(await updateTask(context, request.params, request.body), config.baseUrl),
    });

    app.route({
      method: 'DELETE',
      url: `${TASKS}/:taskId`,
      config: { access: 'organization:write-conversations', audit: NOT_AUDITED, errors: [taskNotFound] },
      schema: {
        operationId: 'deleteConversationTask',
        tags,
        summary: 'Delete a task',
        description: 'If the cluster has no issues and no other tasks, it is deleted as well.',
        params: TaskParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteTask(context, request.params);
        return sendNothing(reply, 204);
      },
    });
  };

function presentTask(row: TaskRow, baseUrl: string): Static<typeof ConversationTaskSchema> {
  const key = { organizationId: row.organization_id, clusterId: row.cluster_id };
  return {
    object: 'conversation-task',
    id: row.task_id,
    cluster: row.cluster_id,
    title: row.title,
    ...(row.description === null ? {} : { description: row.description }),
    state: row.state,
    ...(row.created_by === null ? {} : { createdBy: row.created_by }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: `${clusterLocation(key, baseUrl)}/tasks/${row.task_id}` },
  };
}
