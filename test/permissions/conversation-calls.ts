import { newId } from '@lectern/std/ids';
import { ingestConversations } from '../../apps/server/domains/conversations/conversations.service.ts';
import type { TestApp } from '../app.ts';
import { runJobs } from '../jobs.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const ORGANIZATION = '/v1/orgs/:organizationId';
const CLUSTERS = `${ORGANIZATION}/conversations-clusters`;
const TASKS = `${CLUSTERS}/:clusterId/tasks`;

const SAID = 'How do I download the invoice of last month?';
const conversation = (id: string) => ({
  id,
  source: 'email',
  parts: [{ type: 'message' as const, role: 'user' as const, body: SAID }],
});

/** Names a conversation, its issue, and the cluster of that with a task. */
export async function nameConversation(app: TestApp, organizationId: string, token: string): Promise<Named> {
  await ingestConversations(app.context, organizationId, [conversation('kept')]);
  await runJobs(app);
  const { db } = app.context;
  const issue = await db
    .selectFrom('conversation_issue')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const url = `/v1/orgs/${organizationId}/conversations-clusters/${issue.cluster_id}/tasks`;
  const task = (await app.request('POST', url, { token, body: { title: 'Kept' } })).json();
  return {
    conversationId: issue.conversation_id,
    issueId: issue.issue_id,
    clusterId: issue.cluster_id,
    taskId: task.id,
  };
}

const someTask = async ({ app, own }: Setup): Promise<Named> => {
  const url = TASKS.replace(':organizationId', app.organizationId).replace(
    ':clusterId',
    own.clusterId as string,
  );
  return { taskId: (await app.request('POST', url, { body: { title: 'A task' } })).json().id };
};

/** The conversation that is deleted by its source and id; the same again, if it is there still. Returns its own id. */
export async function ingestDeletable(app: TestApp, organizationId: string): Promise<string> {
  await ingestConversations(app.context, organizationId, [conversation('deleted')]);
  const row = await app.context.db
    .selectFrom('conversation')
    .select('conversation_id')
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', 'deleted')
    .executeTakeFirstOrThrow();
  return row.conversation_id;
}

/** Its id is not read: another caller may delete it meanwhile, which answers the same. */
const someConversation = async ({ app }: Setup): Promise<Named> => {
  await ingestConversations(app.context, app.organizationId, [conversation('deleted')]);
  return {};
};

export const CONVERSATION_CALLS: Record<string, Call> = {
  [`POST ${ORGANIZATION}/conversations`]: { status: 204, body: () => conversation(newId()) },
  [`DELETE ${ORGANIZATION}/conversations`]: {
    status: 204,
    query: 'source=email&id=deleted',
    name: someConversation,
  },
  [`GET ${ORGANIZATION}/conversations/:conversationId`]: { status: 200 },
  [`GET ${ORGANIZATION}/conversations-issues/:issueId`]: { status: 200 },
  [`GET ${ORGANIZATION}/conversations-settings`]: { status: 200 },
  [`PATCH ${ORGANIZATION}/conversations-settings`]: { status: 200, body: () => ({ retentionDays: null }) },
  [`GET ${CLUSTERS}`]: { status: 200 },
  [`GET ${CLUSTERS}/:clusterId`]: { status: 200 },
  [`GET ${CLUSTERS}/:clusterId/issues`]: { status: 200 },
  [`GET ${CLUSTERS}/:clusterId/pages`]: { status: 200 },
  [`GET ${TASKS}`]: { status: 200 },
  [`POST ${TASKS}`]: {
    status: 201,
    body: () => ({ title: 'A task' }),
    undo: async ({ app }) => {
      await app.context.db.deleteFrom('conversation_task').where('title', '=', 'A task').execute();
      await app.context.db.updateTable('issues_cluster').set({ tasks_backlog: 1 }).execute();
    },
  },
  [`GET ${TASKS}/:taskId`]: { status: 200 },
  [`PATCH ${TASKS}/:taskId`]: { status: 200, body: () => ({ state: 'started' }) },
  [`DELETE ${TASKS}/:taskId`]: { status: 204, name: someTask },
};

const READS = 'read: edit of organization';
const WRITES = 'write: create of organization';
const SETTINGS = 'admin: admin of organization';

export const CONVERSATION_EXPECTATIONS: Record<string, Expectation> = {
  [`POST ${ORGANIZATION}/conversations`]: WRITES,
  [`DELETE ${ORGANIZATION}/conversations`]: WRITES,
  [`GET ${ORGANIZATION}/conversations/:conversationId`]: READS,
  [`GET ${ORGANIZATION}/conversations-issues/:issueId`]: READS,
  [`GET ${ORGANIZATION}/conversations-settings`]: SETTINGS,
  [`PATCH ${ORGANIZATION}/conversations-settings`]: SETTINGS,
  [`GET ${CLUSTERS}`]: READS,
  [`GET ${CLUSTERS}/:clusterId`]: READS,
  [`GET ${CLUSTERS}/:clusterId/issues`]: READS,
  [`GET ${CLUSTERS}/:clusterId/pages`]: READS,
  [`GET ${TASKS}`]: READS,
  [`POST ${TASKS}`]: WRITES,
  [`GET ${TASKS}/:taskId`]: READS,
  [`PATCH ${TASKS}/:taskId`]: WRITES,
  [`DELETE ${TASKS}/:taskId`]: WRITES,
};
