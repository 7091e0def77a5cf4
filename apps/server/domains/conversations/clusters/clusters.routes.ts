import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { SHARED_SEARCH_SCHEMAS } from '../../content/search/search.schemas.ts';
import type { SearchParts } from '../../content/search/search-parts.ts';
import { findClusterPages } from '../answers/find-cluster-pages.ts';
import { ConversationSchema, OrganizationParams } from '../conversations.schemas.ts';
import { presentCluster, presentIssue, presentIssueInCluster } from './clusters.present.ts';
import { type ClusterPosition, listClusterRows } from './clusters.repository.ts';
import {
  ClusterPagesQuery,
  ClusterPagesSchema,
  ClusterParams,
  ConversationIssueSchema,
  ConversationsIssuesClusterSchema,
  IssueInCluster,
  IssueParams,
  ListClustersQuery,
  ListIssuesQuery,
} from './clusters.schemas.ts';
import { clusterNotFound, getCluster } from './get-cluster.ts';
import { findIssueRow, listIssueRows } from './issues-in-cluster.repository.ts';
import { lastMondays } from './weeks.ts';

const issueNotFound = defineNotFound('conversation-issue-not-found', 'issue');
const tags = ['Conversations'];
const CLUSTERS = '/v1/orgs/:organizationId/conversations-clusters';

export const conversationClusterRoutes =
  (context: Context, search: SearchParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { clock, config, cursors, db, readQuota } = context;
    for (const schema of [
      ConversationSchema,
      ConversationIssueSchema,
      ConversationsIssuesClusterSchema,
      ...SHARED_SEARCH_SCHEMAS,
    ])
      app.addSchema(schema);
    const Cluster = refTo(ConversationsIssuesClusterSchema);

    app.route({
      method: 'GET',
      url: CLUSTERS,
      config: { access: 'organization:read-conversations' },
      schema: {
        operationId: 'listConversationsIssuesClusters',
        tags,
        summary: 'List the clusters of issues',
        description: 'With `gap=true`, lists only clusters that no page answers.',
        params: OrganizationParams,
        querystring: ListClustersQuery,
        response: { 200: listOf(Cluster) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { order = 'desc', orderBy = 'updatedAt', status, gap } = request.query;
        const list = openList<ClusterPosition>(
          cursors,
          `clusters:${organizationId}:${order}:${orderBy}:${status}:${gap}`,
          request.query,
        );
        const now = clock();
        const rows = await listClusterRows(db, {
          organizationId,
          order,
          orderBy,
          status,
          gap,
          ...list.asked,
          since: lastMondays(now)[0] as Date,
        });
        const shown = { baseUrl: config.baseUrl, now };
        return list.present(rows, (row) => presentCluster(row, shown));
      },
    });

    app.route({
      method: 'GET',
      url: `${CLUSTERS}/:clusterId`,
      config: { access: 'organization:read-conversations', errors: [clusterNotFound] },
      schema: {
        operationId: 'getConversationsIssuesCluster',
        tags,
        summary: 'Get a cluster of issues',
        params: ClusterParams,
        response: { 200: Cluster },
      },
      handler: async (request) => {
        const now = clock();
        const row = await getCluster(db, request.params, now);
        return presentCluster(row, { baseUrl: config.baseUrl, now });
      },
    });

    app.route({
      method: 'GET',
      url: `${CLUSTERS}/:clusterId/issues`,
      config: { access: 'organization:read-conversations', errors: [clusterNotFound] },
      schema: {
        operationId: 'listConversationsIssuesInCluster',
        tags,
        summary: 'List the issues in a cluster',
        description: 'Lists the issues with their conversations, newest first.',
        params: ClusterParams,
        querystring: ListIssuesQuery,
        response: { 200: listOf(IssueInCluster) },
      },
      handler: async (request) => {
        const { clusterId } = await getKey(request.params);
        const list = openList<string>(cursors, `cluster-issues:${clusterId}`, request.query);
        const rows = await listIssueRows(db, request.params, list.asked);
        return list.present(rows, (row) => presentIssueInCluster(row, config.baseUrl));
      },
    });

    app.route({
      method: 'GET',
      url: `${CLUSTERS}/:clusterId/pages`,
      config: { access: 'organization:read-conversations', errors: [clusterNotFound, readQuotaExceeded] },
      schema: {
        operationId: 'listConversationsClusterPages',
        tags,
        summary: 'List the pages related to a cluster',
        description:
          'Lists pages you can read that contain the cluster’s terms, grouped by space, best match first.',
        params: ClusterParams,
        querystring: ClusterPagesQuery,
        response: { 200: ClusterPagesSchema },
      },
      handler: async (request) => {
        const { terms } = await getCluster(db, request.params, clock());
        const { organizationId } = request.params;
        const caller = { organizationId, ...grantedTo(request) };
        const { limit = 10 } = request.query;
        const items = await readQuota.measure(request, () =>
          findClusterPages(search, caller, { terms, limit }),
        );
        return { items };
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/conversations-issues/:issueId',
      config: { access: 'organization:read-conversations', errors: [issueNotFound] },
      schema: {
        operationId: 'getConversationsIssue',
        tags,
        summary: 'Get an issue',
        params: IssueParams,
        response: { 200: refTo(ConversationIssueSchema) },
      },
      handler: async (request) => {
        const row = isId(request.params.issueId) ? await findIssueRow(db, request.params) : undefined;
        if (!row) throw issueNotFound();
        return presentIssue(row, config.baseUrl);
      },
    });

    const getKey = async (key: { organizationId: string; clusterId: string }) => {
      await getCluster(db, key, clock());
      return key;
    };
  };
