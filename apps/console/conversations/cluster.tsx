import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type ClusterKey,
  clusterIssuesQuery,
  clusterPagesQuery,
  clusterQuery,
} from '../api/conversations.ts';
import { explain } from '../api/explain.ts';
import buttons from '../app/button.module.css';
import { LoadingView } from '../app/loading-view.tsx';
import { Time } from '../app/time.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { itemOf } from './conversation-item.ts';
import styles from './conversations.module.css';
import { GapBadge } from './gap-badge.tsx';
import { Tasks } from './tasks.tsx';

/** One topic: its issues, the pages about it, and what the team does. */
export function ClusterView({ path, canEdit }: { path: ClusterKey; canEdit: boolean }) {
  const { data: cluster, error } = useQuery(clusterQuery(path));
  if (!cluster) return <LoadingView error={error} viewKey={path.clusterId} />;
  return (
    <View
      title={cluster.label}
      viewKey={path.clusterId}
      lead={
        <>
          <GapBadge isGap={cluster.gap} /> {cluster.summary}
        </>
      }
      isWide
    >
      <Pages path={path} />
      <Tasks path={path} canEdit={canEdit} />
      <Issues path={path} />
    </View>
  );
}

function Pages({ path }: { path: ClusterKey }) {
  const { data, error } = useQuery(clusterPagesQuery(path));
  return (
    <Section title={t('clusterPages')}>
      {error && !data ? (
        <p role="alert">{explain(error)}</p>
      ) : !data ? (
        <Loading label={t('loading')} rows={2} />
      ) : data.items.length === 0 ? (
        <p className={styles.soft}>{t('noClusterPages')}</p>
      ) : (
        <ul className={styles.pages}>
          {data.items.flatMap((space) =>
            space.pages.map((page) => (
              <li key={page.id}>
                <Link to="/s/$spaceId/$pageId" params={{ spaceId: space.id, pageId: page.id }}>
                  {page.title}
                </Link>{' '}
                <span className={styles.soft}>{space.title}</span>
              </li>
            )),
          )}
        </ul>
      )}
    </Section>
  );
}

function Issues({ path }: { path: ClusterKey }) {
  const list = useInfiniteQuery(clusterIssuesQuery(path));
  const { organizationId } = path;
  return (
    <Section title={t('clusterIssues')}>
      <PagedTable
        list={list}
        label={t('clusterIssues')}
        keyOf={({ issue }) => issue.id}
        empty={<EmptyState title={t('noIssues')} />}
        columns={[
          {
            label: t('recordColumnIssue'),
            cell: ({ issue }) => (
              <span className={styles.issue}>
                {issue.title}
                <small>{issue.summary}</small>
              </span>
            ),
          },
          { label: t('recordColumnWhen'), cell: ({ issue }) => <Time at={issue.createdAt} /> },
          {
            label: '',
            cell: ({ issue, conversation }) => (
              <Link
                to="/o/$organizationId/$part/$itemId"
                params={{ organizationId, part: 'conversations', itemId: itemOf(conversation.id) }}
                className={buttons.plain ?? ''}
                aria-label={`${t('openConversation')}: ${issue.title}`}
              >
                {t('openConversation')}
              </Link>
            ),
          },
        ]}
      />
    </Section>
  );
}
