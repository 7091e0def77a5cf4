import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { historyQuery, pagesQuery, spaceQuery } from '../api/queries.ts';
import buttons from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { nameOf, useIds } from '../app/current.ts';
import { RouteError } from '../app/route-error.tsx';
import { sayDay } from '../app/time.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { findPage } from '../tree/pages.ts';
import styles from './history.module.css';
import { SessionRow } from './session-row.tsx';
import { groupSessions, type Session } from './sessions.ts';

/** The history of a space or of one page. */
export function History() {
  const { spaceId = '' } = useIds();
  const { of } = useSearch({ strict: false });
  const { data: space } = useQuery(spaceQuery(spaceId));
  const { data: tree } = useQuery({ ...pagesQuery(spaceId), enabled: of !== undefined });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyQuery(spaceId, of),
  );
  /** The revisions to compare, at most two. */
  const [chosen, choose] = useState<readonly string[]>([]);
  if (error && !data) return <RouteError error={error} />;
  const page = of !== undefined && tree ? findPage(tree.pages, of)?.page : undefined;
  const name = page ? nameOf(page.title, t('untitled')) : undefined;
  const revisions = data?.pages.flatMap(({ items }) => items);
  const toggle = (id: string): void =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2));
  const currentId = of === undefined ? space?.revision : revisions?.[0]?.id;
  return (
    <View
      title={name === undefined ? t('history') : t('historyOf', { title: name })}
      viewKey={`${spaceId} ${of}`}
      lead={t(of === undefined ? 'historyLead' : 'pageHistoryLead')}
      actions={of !== undefined && <WholeHistory spaceId={spaceId} />}
    >
      {!revisions && <Loading label={t('loading')} rows={6} />}
      {revisions?.length === 0 && !hasNextPage && <EmptyState title={t('noHistory')} />}
      {revisions && (
        <Days
          sessions={groupSessions(revisions)}
          row={(session) => (
            <SessionRow
              session={session}
              spaceId={spaceId}
              pageId={of}
              isCurrent={session.revision.id === currentId}
              mayRestore={space?.permissions.edit === true}
              isChosen={(id) => chosen.includes(id)}
              onToggle={toggle}
            />
          )}
        />
      )}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {t('olderVersions')}
        </Button>
      )}
      {revisions && chosen.length > 0 && (
        <CompareBar
          spaceId={spaceId}
          pageId={of}
          // In the order of the list, the newest first.
          chosen={revisions.map(({ id }) => id).filter((id) => chosen.includes(id))}
          onCancel={() => choose([])}
        />
      )}
    </View>
  );
}

const WholeHistory = ({ spaceId }: { spaceId: string }) => (
  <Link to="/s/$spaceId/revisions" params={{ spaceId }} className={buttons.plain ?? ''}>
    {t('historyOfSpace')}
  </Link>
);

function CompareBar({
  spaceId,
  pageId,
  chosen: [to = '', from],
  onCancel,
}: {
  spaceId: string;
  pageId: string | undefined;
  chosen: readonly string[];
  onCancel: () => void;
}) {
  const navigate = useNavigate();
  return (
    <section className={styles.compare} aria-label={t('compareVersions')}>
      <p role="status">{t(from === undefined ? 'chooseSecond' : 'twoChosen')}</p>
      <div>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button
          look="primary"
          disabled={from === undefined}
          onClick={() =>
            from !== undefined &&
            void navigate({
              to: '/s/$spaceId/compare',
              params: { spaceId },
              search: { from, to, ...(pageId === undefined ? {} : { page: pageId }) },
            })
          }
        >
          {t('compareVersions')}
        </Button>
      </div>
    </section>
  );
}

function Days({ sessions, row }: { sessions: readonly Session[]; row: (session: Session) => ReactNode }) {
  const days = new Map<string, Session[]>();
  for (const session of sessions) {
    const day = sayDay(session.revision.createdAt);
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return [...days].map(([day, list]) => (
    <section key={day} className={styles.day}>
      <h2>{day}</h2>
      <ol>
        {list.map((session) => (
          <Fragment key={session.revision.id}>{row(session)}</Fragment>
        ))}
      </ol>
    </section>
  ));
}
