import { Type } from 'typebox';
import { Id, ListQuery, mapOf, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { SearchedSpaceSchema } from '../../content/search/search.schemas.ts';
import { ConversationSchema } from '../conversations.schemas.ts';

export const WEEKS = 13;

const Count = Type.Integer({ minimum: 0 });

export const ConversationsIssuesClusterSchema = Type.Object(
  {
    object: Type.Literal('issues-cluster'),
    id: Id,
    label: Type.String({
      description: 'The terms that distinguish the cluster, in the language of its issues.',
    }),
    icon: Type.String({ maxLength: 50, description: 'The name of a Font Awesome icon.' }),
    summary: Type.String({
      description: 'The most typical issues. Empty until the issues have been compared.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    weeklyPulse: Type.Array(Type.Number(), {
      minItems: WEEKS,
      maxItems: WEEKS,
      description:
        'The number of issues that started in each of the last 13 weeks. Weeks begin on Monday (UTC).',
    }),
    sources: mapOf(Count, { description: 'The number of issues from each source.' }),
    stats: Type.Object({
      issues: Count,
      conversations: Count,
      tasksTotal: Count,
      tasksBacklog: Count,
      tasksStarted: Count,
      tasksCompleted: Count,
      tasksCancelled: Count,
    }),
    gap: Type.Optional(
      Type.Boolean({
        description:
          'Whether no page of the organization answers the issues of the cluster. Absent until Lectern has searched for pages.',
      }),
    ),
    urls: Type.Object({ location: Url, app: Url }),
  },
  { $id: 'ConversationsIssuesCluster' },
);

export const ConversationIssueSchema = Type.Object(
  {
    object: Type.Literal('conversation-issue'),
    id: Id,
    title: Type.String(),
    summary: Type.String(),
    createdAt: Timestamp,
    ingestedAt: Timestamp,
    conversation: Id,
    cluster: Type.Optional(Id),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'ConversationIssue' },
);

export const IssueInCluster = Type.Object({
  issue: refTo(ConversationIssueSchema),
  conversation: refTo(ConversationSchema),
});

export const ClusterParams = Type.Object({ organizationId: Id, clusterId: Id });
export const IssueParams = Type.Object({ organizationId: Id, issueId: Id });

export const CLUSTER_ORDERS = [
  'updatedAt',
  'issues',
  'conversations',
  'tasksTotal',
  'tasksBacklog',
  'tasksStarted',
] as const;

export const ListClustersQuery = Type.Object({
  ...ListQuery,
  order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
  orderBy: Type.Optional(Type.Enum([...CLUSTER_ORDERS], { default: 'updatedAt' })),
  status: Type.Optional(
    Type.Enum(['pending', 'analysing'], {
      description:
        '`pending`: the issues have changed since they were last compared. `analysing`: Lectern is searching for pages that answer them.',
    }),
  ),
  gap: Type.Optional(
    Type.Boolean({
      description:
        'Lists only clusters without a page that answers them (true), or only those with one (false).',
    }),
  ),
});

export const ListIssuesQuery = Type.Object(ListQuery);

export const ClusterPagesQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
});

export const ClusterPagesSchema = Type.Object({
  items: Type.Array(refTo(SearchedSpaceSchema)),
});
