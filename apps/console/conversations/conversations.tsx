import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Cluster, clustersQuery, type GapFilter } from '../api/conversations.ts';
import type { Organization } from '../api/queries.ts';
import buttons from '../app/button.module.css';
import { EmptyState, View } from '../app/view.tsx';
import { Filters, SelectFilter } from '../forms/filters.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { ClusterView } from './cluster.tsx';
import { ConversationView } from './conversation.tsx';
import { conversationOf } from './conversation-item.ts';
import { GapBadge } from './gap-badge.tsx';
import { Pulse } from './pulse.tsx';
import { ConversationSettings } from './settings.tsx';

/** In the place of an id. */
const SETTINGS = 'settings';

/** What users asked, by topic; one topic; one conversation; or the settings. */
export function Conversations({ owner: organization, itemId }: PartProps<Organization>) {
  if (itemId === undefined) return <ClusterList organization={organization} />;
  if (itemId === SETTINGS) return <ConversationSettings organizationId={organization.id} />;
  const { id: organizationId, permissions } = organization;
  const canEdit = permissions.ingestConversations;
  const conversationId = conversationOf(itemId);
  if (conversationId !== undefined)
    return <ConversationView path={{ organizationId, conversationId }} canEdit={canEdit} />;
  return <ClusterView path={{ organizationId, clusterId: itemId }} canEdit={canEdit} />;
}

function ClusterList({ organization }: { organization: Organization }) {
  const { id: organizationId, permissions } = organization;
  const [gap, setGap] = useState<GapFilter>('all');
  const list = useInfiniteQuery(clustersQuery(organizationId, { gap }));
  const params = { organizationId, part: 'conversations' };
  const count = (of: (cluster: Cluster) => number) => (cluster: Cluster) =>
    of(cluster).toLocaleString(currentLocale());
  return (
    <View
      title={t('partConversations')}
      lead={t('conversationsLead')}
      isWide
      actions={
        permissions.admin && (
          <Link
            to="/o/$organizationId/$part/$itemId"
            params={{ ...params, itemId: SETTINGS }}
            className={buttons.plain ?? ''}
          >
            {t('conversationSettings')}
          </Link>
        )
      }
    >
      <Filters>
        <SelectFilter
          label={t('clustersShown')}
          value={gap}
          onChange={setGap}
          options={[
            ['all', t('clustersAll')],
            ['gaps', t('clustersGaps')],
            ['answered', t('clustersAnswered')],
          ]}
        />
      </Filters>
      <PagedTable
        list={list}
        label={t('partConversations')}
        keyOf={({ id }) => id}
        empty={
          gap === 'all' ? (
            <EmptyState title={t('noClusters')} text={t('noClustersHint')} />
          ) : (
            <EmptyState title={t('noClustersFound')} />
          )
        }
        columns={[
          {
            label: t('recordColumnTopic'),
            cell: ({ id, label }) => (
              <Link to="/o/$organizationId/$part/$itemId" params={{ ...params, itemId: id }}>
                {label}
              </Link>
            ),
          },
          { label: t('recordColumnState'), cell: ({ gap: isGap }) => <GapBadge isGap={isGap} /> },
          { label: t('recordColumnPulse'), cell: ({ weeklyPulse }) => <Pulse values={weeklyPulse} /> },
          { label: t('recordColumnIssues'), isNumber: true, cell: count(({ stats }) => stats.issues) },
          {
            label: t('recordColumnConversations'),
            isNumber: true,
            cell: count(({ stats }) => stats.conversations),
          },
          {
            label: t('recordColumnTasks'),
            isNumber: true,
            cell: count(({ stats }) => stats.tasksBacklog + stats.tasksStarted),
          },
        ]}
      />
    </View>
  );
}
