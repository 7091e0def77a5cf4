import type { Static } from 'typebox';
import { dayOf } from '../../../platform/http/times.ts';
import { presentConversation } from '../conversations.present.ts';
import type { ClusterKey, ClusterRow } from './clusters.repository.ts';
import type {
  ConversationIssueSchema,
  ConversationsIssuesClusterSchema,
  IssueInCluster,
} from './clusters.schemas.ts';
import type { IssueInClusterRow, IssueRow } from './issues-in-cluster.repository.ts';
import { lastMondays } from './weeks.ts';

export const clusterLocation = ({ organizationId, clusterId }: ClusterKey, baseUrl: string): string =>
  `${baseUrl}/v1/orgs/${organizationId}/conversations-clusters/${clusterId}`;

export function presentCluster(
  row: ClusterRow,
  { baseUrl, now }: { baseUrl: string; now: Date },
): Static<typeof ConversationsIssuesClusterSchema> {
  const tasks = [row.tasks_backlog, row.tasks_started, row.tasks_completed, row.tasks_cancelled];
  const key = { organizationId: row.organization_id, clusterId: row.cluster_id };
  return {
    object: 'issues-cluster',
    id: row.cluster_id,
    label: row.label,
    icon: row.icon,
    summary: row.summary,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    weeklyPulse: lastMondays(now).map((monday) => row.weeks[dayOf(monday)] ?? 0),
    sources: row.sources,
    stats: {
      issues: row.issues,
      conversations: row.conversations,
      tasksTotal: tasks.reduce((sum, count) => sum + count, 0),
      tasksBacklog: row.tasks_backlog,
      tasksStarted: row.tasks_started,
      tasksCompleted: row.tasks_completed,
      tasksCancelled: row.tasks_cancelled,
    },
    ...(row.answered === null ? {} : { gap: !row.answered }),
    urls: { location: clusterLocation(key, baseUrl), app: `${baseUrl}/app/o/${row.organization_id}` },
  };
}

export const presentIssue = (row: IssueRow, baseUrl: string): Static<typeof ConversationIssueSchema> => ({
  object: 'conversation-issue',
  id: row.issue_id,
  title: row.title,
  summary: row.summary,
  createdAt: row.created_at.toISOString(),
  ingestedAt: row.ingested_at.toISOString(),
  conversation: row.conversation_id,
  cluster: row.cluster_id,
  urls: { location: `${baseUrl}/v1/orgs/${row.organization_id}/conversations-issues/${row.issue_id}` },
});

export const presentIssueInCluster = (
  row: IssueInClusterRow,
  baseUrl: string,
): Static<typeof IssueInCluster> => ({
  issue: presentIssue(row, baseUrl),
  conversation: presentConversation({ ...row, created_at: row.conversation_created_at }, baseUrl),
});
