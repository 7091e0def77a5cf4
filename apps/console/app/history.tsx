import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { historyQuery, pagesQuery, type RevisionSummary, spaceQuery } from '../api/queries.ts';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { findPage } from '../tree/pages.ts';
import buttons from './button.module.css';
import { Button } from './button.tsx';
import { nameOf, useIds } from './current.ts';
import styles from './history.module.css';
import { askRestore } from './restore-revision.ts';
import { RouteError } from './route-error.tsx';
import { fullTime, sayDay, timeOfDay } from './time.tsx';
import { EmptyState, Loading, View } from './view.tsx';

/** The history of a space or of one page. */
export function History() {
  const { spaceId = '' } = useIds();
  const { of } = useSearch({ strict: false });
  const { data: space } = useQuery(spaceQuery(spaceId));
  const { data: tree } = useQuery({ ...pagesQuery(spaceId), enabled: of !== undefined });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyQuery(spaceId, of),
  );
  if (error && !data) return <RouteError error={error} />;
  const page = of !== undefined && tree ? findPage(tree.pages, of)?.page : undefined;
  const name = page ? nameOf(page.title, t('untitled')) : undefined;
  const revisions = data?.pages.flatMap(({ items }) => items);
  return (
    <View
      title={name === undefined ? t('history') : t('historyOf', { title: name })}
      viewKey={`${spaceId} ${of}`}
      lead={t(of === undefined ? 'historyLead' : 'pageHistoryLead')}
      actions={of !== undefined && <WholeHistory spaceId={spaceId} />}
    >
      {!revisions && <Loading label={t('loading')} rows={6} />}
      {revisions?.length === 0 && <EmptyState title={t('noHistory')} />}
      {revisions && (
        <Days
          revisions={revisions}
          row={(revision, isFirst) => (
            <RevisionRow
              revision={revision}
              spaceId={spaceId}
              pageId={of}
              isCurrent={isFirst && revision.id === (of === undefined ? space?.revision : revisions[0]?.id)}
              mayRestore={space?.permissions.edit === true}
            />
          )}
        />
      )}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {t('olderVersions')}
        </Button>
      )}
    </View>
  );
}

const WholeHistory = ({ spaceId }: { spaceId: string }) => (
  <Link to="/s/$spaceId/revisions" params={{ spaceId }} className={buttons.plain ?? ''}>
    {t('historyOfSpace')}
  </Link>
);

function Days({
  revisions,
  row,
}: {
  revisions: RevisionSummary[];
  row: (revision: RevisionSummary, isFirst: boolean) => ReactNode;
}) {
  const days = new Map<string, RevisionSummary[]>();
  for (const revision of revisions) {
    const day = sayDay(revision.createdAt);
    days.set(day, [...(days.get(day) ?? []), revision]);
  }
  return [...days].map(([day, list]) => (
    <section key={day} className={styles.day}>
      <h2>{day}</h2>
      <ol>
        {list.map((revision) => (
          <Fragment key={revision.id}>{row(revision, revision === revisions[0])}</Fragment>
        ))}
      </ol>
    </section>
  ));
}

const DEEDS: Record<string, keyof Messages> = {
  edits: 'didEdit',
  merge: 'didMerge',
  rollback: 'didRestore',
  import: 'didImport',
};

function RevisionRow({
  revision: { id, type, createdAt, startedAt, createdBy, message, changes, parents },
  spaceId,
  pageId,
  isCurrent,
  mayRestore,
}: {
  revision: RevisionSummary;
  spaceId: string;
  pageId: string | undefined;
  isCurrent: boolean;
  mayRestore: boolean;
}) {
  const navigate = useNavigate();
  const who = createdBy?.displayName || t('somebody');
  const when =
    startedAt === undefined ? timeOfDay(createdAt) : `${timeOfDay(startedAt)} – ${timeOfDay(createdAt)}`;
  const content = (
    <>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {when}
      </time>
      <span className={styles.deed}>
        {t(parents.length === 0 ? 'didCreate' : (DEEDS[type] ?? 'didEdit'), { name: who })}
      </span>
    </>
  );
  const className = styles.link ?? '';
  return (
    <li className={styles.revision}>
      <span className={styles.avatar} aria-hidden="true">
        {[...who][0]?.toUpperCase()}
      </span>
      <div className={styles.what}>
        {pageId === undefined ? (
          <Link
            to="/s/$spaceId/revisions/$revisionId"
            params={{ spaceId, revisionId: id }}
            className={className}
          >
            {content}
          </Link>
        ) : (
          <Link
            to="/s/$spaceId/revisions/$revisionId/$pageId"
            params={{ spaceId, revisionId: id, pageId }}
            className={className}
          >
            {content}
          </Link>
        )}
        {message !== undefined && <p>{message}</p>}
        {message === undefined && changes > 0 && pageId === undefined && (
          <p>{t('changesCount', { count: changes })}</p>
        )}
      </div>
      {isCurrent && <span className={styles.current}>{t('currentVersion')}</span>}
      {!isCurrent && mayRestore && (
        <Button
          look="quiet"
          className={styles.restore ?? ''}
          aria-label={t('restoreVersionOf', { time: fullTime(createdAt) })}
          onClick={() =>
            askRestore({ spaceId, revisionId: id, pageId, createdAt }, (to) => void navigate({ to }))
          }
        >
          {t('restore')}
        </Button>
      )}
    </li>
  );
}
