import { Time } from '../app/time.tsx';
import { t } from '../messages/messages.ts';
import { Figures, showNumber } from './charts.tsx';
import styles from './insights.module.css';
import { type InsightsScope, PageLink, ResultPart, Rows } from './result-part.tsx';
import type { Result } from './results.ts';

const RATINGS = { bad: 'insightsBad', ok: 'insightsOk', good: 'insightsGood' } as const;

export function PagesPart(scope: InsightsScope) {
  const ends = (label: string, items: Result<'entry-pages'>['items']) => (
    <Rows
      label={label}
      rows={items}
      columns={[
        { label: t('insightsPage'), cell: ({ page }) => <PageLink page={page} /> },
        { label: t('insightsSessions'), count: ({ sessions }) => sessions },
      ]}
    />
  );
  return (
    <>
      <ResultPart scope={scope} name="top-pages" title={t('insightsTopPages')}>
        {({ items }) => (
          <Rows
            label={t('insightsTopPages')}
            rows={items}
            columns={[
              { label: t('insightsPage'), cell: ({ page }) => <PageLink page={page} /> },
              { label: t('insightsViews'), count: ({ pageViews }) => pageViews },
              { label: t('insightsVisitors'), count: ({ visitors }) => visitors },
              { label: t('insightsSessions'), count: ({ sessions }) => sessions },
            ]}
          />
        )}
      </ResultPart>
      <ResultPart scope={scope} name="entry-pages" title={t('insightsEntries')}>
        {({ items }) => ends(t('insightsEntries'), items)}
      </ResultPart>
      <ResultPart scope={scope} name="exit-pages" title={t('insightsExits')}>
        {({ items }) => ends(t('insightsExits'), items)}
      </ResultPart>
      <ResultPart scope={scope} name="feedback" title={t('insightsRated')}>
        {({ items }) => (
          <Rows
            label={t('insightsRated')}
            rows={items}
            columns={[
              { label: t('insightsPage'), cell: ({ page }) => <PageLink page={page} /> },
              { label: t('insightsBad'), count: ({ bad }) => bad },
              { label: t('insightsOk'), count: ({ ok }) => ok },
              { label: t('insightsGood'), count: ({ good }) => good },
              { label: t('insightsComments'), cell: ({ comments }) => <Comments comments={comments} /> },
            ]}
          />
        )}
      </ResultPart>
      <ResultPart scope={scope} name="unread-pages" title={t('insightsUnread')}>
        {({ totals, items }) => (
          <>
            <p className={styles.soft}>
              {t('insightsUnreadText', {
                unread: showNumber(totals.unread),
                pages: showNumber(totals.pages),
              })}
            </p>
            {items.length > 0 && (
              <Rows
                label={t('insightsUnread')}
                rows={items}
                columns={[
                  { label: t('insightsPage'), cell: ({ page }) => <PageLink page={page} /> },
                  {
                    label: t('insightsChanged'),
                    cell: ({ updatedAt }) => updatedAt !== null && <Time at={updatedAt} />,
                  },
                ]}
              />
            )}
          </>
        )}
      </ResultPart>
    </>
  );
}

const Comments = ({ comments }: { comments: Result<'feedback'>['items'][number]['comments'] }) => (
  <ul className={styles.list}>
    {comments.map(({ at, rating, comment }) => (
      <li key={`${at} ${comment}`} className={styles.wrap}>
        {comment}{' '}
        <small className={styles.soft}>
          {t(RATINGS[rating as keyof typeof RATINGS])}, <Time at={at} />
        </small>
      </li>
    ))}
  </ul>
);

export function SearchesPart(scope: InsightsScope) {
  const table = (label: string, items: Result<'searches'>['items']) => (
    <Rows
      label={label}
      rows={items}
      columns={[
        { label: t('insightsQuery'), cell: ({ query }) => query },
        { label: t('insightsSearches'), count: ({ searches }) => searches },
        { label: t('insightsSessions'), count: ({ sessions }) => sessions },
        { label: t('insightsWithoutResult'), count: ({ withoutResult }) => withoutResult },
        { label: t('insightsWithoutClick'), count: ({ withoutClick }) => withoutClick },
      ]}
    />
  );
  return (
    <>
      <ResultPart scope={scope} name="searches" title={t('insightsSearchesTop')}>
        {({ totals, items }) => (
          <>
            <Figures
              figures={[
                [t('insightsSearches'), totals.searches],
                [t('insightsQueries'), totals.queries],
                [t('insightsWithoutResult'), totals.withoutResult],
                [t('insightsWithoutClick'), totals.withoutClick],
              ]}
            />
            {table(t('insightsSearchesTop'), items)}
          </>
        )}
      </ResultPart>
      <ResultPart
        scope={scope}
        name="searches"
        title={t('insightsSearchesNoResult')}
        query={{ only: 'without-result' }}
      >
        {({ items }) => table(t('insightsSearchesNoResult'), items)}
      </ResultPart>
      <ResultPart
        scope={scope}
        name="searches"
        title={t('insightsSearchesNoClick')}
        query={{ only: 'without-click' }}
      >
        {({ items }) => table(t('insightsSearchesNoClick'), items)}
      </ResultPart>
    </>
  );
}
