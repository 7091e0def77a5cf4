import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ContentDifference, changesBetweenQuery } from '../api/history.ts';
import { revisionQuery, spaceQuery } from '../api/queries.ts';
import buttons from '../app/button.module.css';
import { nameOf, useIds } from '../app/current.ts';
import { RouteError } from '../app/route-error.tsx';
import { fullTime } from '../app/time.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './history.module.css';
import { PageComparison } from './page-comparison.tsx';

/** Two revisions of a space compared: one page, or all pages that changed. */
export function Comparison() {
  const { spaceId = '' } = useIds();
  const { from = '', to = '', page: pageId } = useSearch({ strict: false });
  const { data, error } = useQuery(changesBetweenQuery(spaceId, { from, to }));
  const { data: space } = useQuery(spaceQuery(spaceId));
  if (error && !data) return <RouteError error={error} />;
  const pages = data ? groupByPage(data.changes) : undefined;
  const page = pages?.find(({ id }) => id === pageId);
  const title =
    pageId === undefined ? t('comparison') : t('comparisonOf', { title: nameOf(page?.title, t('untitled')) });
  return (
    <View
      title={pages || pageId === undefined ? title : t('loading')}
      viewKey={`${from} ${to} ${pageId}`}
      isWide={pageId !== undefined}
      actions={
        <>
          {pageId !== undefined && (
            <Link
              to="/s/$spaceId/compare"
              params={{ spaceId }}
              search={{ from, to }}
              className={buttons.plain ?? ''}
            >
              {t('allChangedPages')}
            </Link>
          )}
          <Link
            to="/s/$spaceId/revisions"
            params={{ spaceId }}
            search={pageId === undefined ? {} : { of: pageId }}
            className={buttons.plain ?? ''}
          >
            {t('history')}
          </Link>
        </>
      }
    >
      <ul className={styles.versions}>
        <Version label={t('versionBefore')} spaceId={spaceId} revisionId={from} pageId={pageId} />
        <Version label={t('versionAfter')} spaceId={spaceId} revisionId={to} pageId={pageId} />
      </ul>
      {!pages && <Loading label={t('loading')} rows={6} />}
      {pages && pageId !== undefined && (
        <PageComparison
          spaceId={spaceId}
          from={from}
          to={to}
          pageId={pageId}
          mayRestore={space?.permissions.edit === true}
          isCurrent={space?.revision === to}
        />
      )}
      {pages && pageId === undefined && (
        <ChangedPages
          spaceId={spaceId}
          from={from}
          to={to}
          pages={pages}
          others={countOthers(data?.changes)}
        />
      )}
    </View>
  );
}

function Version({
  label,
  spaceId,
  revisionId,
  pageId,
}: {
  label: string;
  spaceId: string;
  revisionId: string;
  pageId: string | undefined;
}) {
  const { data: revision } = useQuery(revisionQuery(spaceId, revisionId));
  const time = revision ? fullTime(revision.createdAt) : '…';
  return (
    <li>
      <strong>{label}</strong>{' '}
      {pageId === undefined ? (
        <Link to="/s/$spaceId/revisions/$revisionId" params={{ spaceId, revisionId }}>
          {time}
        </Link>
      ) : (
        <Link to="/s/$spaceId/revisions/$revisionId/$pageId" params={{ spaceId, revisionId, pageId }}>
          {time}
        </Link>
      )}
    </li>
  );
}

interface ChangedPage {
  id: string;
  title: string;
  kinds: (keyof typeof KINDS)[];
}

const KINDS = {
  page_created: 'pageAdded',
  page_edited: 'pageEdited',
  page_moved: 'pageMoved',
  page_deleted: 'pageRemoved',
} satisfies Partial<Record<ContentDifference['type'], keyof Messages>>;

const isOfPage = (
  change: ContentDifference,
): change is Extract<ContentDifference, { type: keyof typeof KINDS }> => change.type in KINDS;

function groupByPage(changes: readonly ContentDifference[]): ChangedPage[] {
  const pages = new Map<string, ChangedPage>();
  for (const change of changes) {
    if (!isOfPage(change)) continue;
    const { id, title } = change.page;
    const known = pages.get(id);
    if (known) known.kinds.push(change.type);
    else pages.set(id, { id, title, kinds: [change.type] });
  }
  return [...pages.values()];
}

const countOthers = (changes: readonly ContentDifference[] = []): number =>
  changes.filter((change) => !isOfPage(change)).length;

function ChangedPages({
  spaceId,
  from,
  to,
  pages,
  others,
}: {
  spaceId: string;
  from: string;
  to: string;
  pages: readonly ChangedPage[];
  others: number;
}) {
  if (pages.length + others === 0)
    return <EmptyState title={t('versionsAreEqual')} text={t('versionsAreEqualText')} />;
  return (
    <>
      {pages.length > 0 && (
        <ul className={styles.changed} aria-label={t('changedPages')}>
          {pages.map(({ id, title, kinds }) => (
            <li key={id}>
              <Link to="/s/$spaceId/compare" params={{ spaceId }} search={{ from, to, page: id }}>
                {nameOf(title, t('untitled'))}
              </Link>
              <small>{kinds.map((kind) => t(KINDS[kind])).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{t('otherChangesCount', { count: others })}</p>}
    </>
  );
}
