import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { pagedQuery } from './paged-query.ts';

export type Cluster = Schemas['ConversationsIssuesCluster'];
export type Conversation = Schemas['ConversationDetails'];
export type Task = Schemas['ConversationTask'];
export type TaskState = Task['state'];

/** A cluster as addresses name it. */
export interface ClusterKey {
  organizationId: string;
  clusterId: string;
}

export interface ConversationKey {
  organizationId: string;
  conversationId: string;
}

export type GapFilter = 'all' | 'gaps' | 'answered';

export const clustersQuery = (organizationId: string, { gap }: { gap: GapFilter }) =>
  pagedQuery(['organization', organizationId, 'clusters', gap], (cursor) =>
    api.get('/v1/orgs/{organizationId}/conversations-clusters', {
      path: { organizationId },
      query: { limit: 50, orderBy: 'issues', ...(gap === 'all' ? {} : { gap: gap === 'gaps' }), ...cursor },
    }),
  );

const CLUSTER = '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}';

export const clusterQuery = (path: ClusterKey) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'cluster', path.clusterId],
    queryFn: () => api.get(CLUSTER, { path }),
  });

export const clusterIssuesQuery = (path: ClusterKey) =>
  pagedQuery(['organization', path.organizationId, 'cluster', path.clusterId, 'issues'], (cursor) =>
    api.get(`${CLUSTER}/issues`, { path, query: { limit: 20, ...cursor } }),
  );

export const clusterPagesQuery = (path: ClusterKey) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'cluster', path.clusterId, 'pages'],
    queryFn: () => api.get(`${CLUSTER}/pages`, { path, query: { limit: 10 } }),
  });

export const clusterTasksQuery = (path: ClusterKey) =>
  pagedQuery(['organization', path.organizationId, 'cluster', path.clusterId, 'tasks'], (cursor) =>
    api.get(`${CLUSTER}/tasks`, { path, query: { limit: 50, ...cursor } }),
  );

export const conversationQuery = (path: ConversationKey) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'conversation', path.conversationId],
    queryFn: () => api.get('/v1/orgs/{organizationId}/conversations/{conversationId}', { path }),
  });

export const conversationSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'conversation-settings'],
    queryFn: () => api.get('/v1/orgs/{organizationId}/conversations-settings', { path: { organizationId } }),
  });
