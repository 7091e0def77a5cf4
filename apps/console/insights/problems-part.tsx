import { ApiError } from '@lectern/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { explain } from '../api/explain.ts';
import { queries, type Site } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { createRedirect, readDestination } from '../site-look/redirects.ts';
import { showNumber } from './charts.tsx';
import styles from './insights.module.css';
import { type InsightsScope, PageLink, ResultPart, Rows } from './result-part.tsx';
import { type Result, resultQuery } from './results.ts';

type MissingPage = Result<'missing-pages'>['items'][number];

export function ProblemsPart(scope: InsightsScope & { owner: Site }) {
  return (
    <>
      <ResultPart scope={scope} name="missing-pages" title={t('insightsMissing')}>
        {({ items }) => (
          <Rows
            label={t('insightsMissing')}
            rows={items}
            columns={[
              {
                label: t('insightsAddress'),
                cell: ({ source, url }) => <code className={styles.wrap}>{source ?? url}</code>,
              },
              { label: t('insightsViews'), count: ({ pageViews }) => pageViews },
              { label: t('insightsReferrers'), cell: ({ referrers }) => <Referrers referrers={referrers} /> },
              {
                label: t('insightsRedirect'),
                cell: (item) => <RedirectCell scope={scope} item={item} site={scope.owner} />,
              },
            ]}
          />
        )}
      </ResultPart>
      <BrokenLinks {...scope} />
    </>
  );
}

function Referrers({ referrers }: Pick<MissingPage, 'referrers'>) {
  if (referrers.length === 0) return t('insightsNone');
  return (
    <ul className={styles.list}>
      {referrers.map(({ referrer, pageViews }) => (
        <li key={referrer} className={styles.wrap}>
          {referrer} <small className={styles.soft}>{showNumber(pageViews)}</small>
        </li>
      ))}
    </ul>
  );
}

/** One click where there is a suggestion: the field has its path. */
function RedirectCell({ scope, item, site }: { scope: InsightsScope; item: MissingPage; site: Site }) {
  const { source, redirect, suggestion } = item;
  const [problem, setProblem] = useState<string>();
  if (redirect !== null) return t('insightsRedirected', { target: redirect });
  if (source === null || !scope.isEditable) return null;
  const base = site.urls.published === undefined ? '/' : new URL(site.urls.published).pathname;
  const suggested = suggestion?.path.startsWith(base)
    ? suggestion.path.slice(base.length - 1)
    : suggestion?.path;
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('destination') ?? '');
    try {
      await createRedirect(scope.site, { source, destination: readDestination(typed) });
      showToast(t('insightsRedirectSaved', { source }));
      await queries.invalidateQueries({
        queryKey: resultQuery(scope.site, 'missing-pages', {}).queryKey.slice(0, -1),
      });
    } catch (error) {
      setProblem(explain(error));
    }
  };
  return (
    <form className={styles.redirect} onSubmit={(event) => void send(event)}>
      <input
        name="destination"
        required
        aria-label={t('insightsRedirectTo', { source })}
        aria-invalid={problem === undefined ? undefined : true}
        defaultValue={suggested}
        maxLength={2048}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" aria-label={`${t('insightsRedirectSave')}: ${source}`}>
        {t('insightsRedirectSave')}
      </Button>
      {problem !== undefined && <small role="alert">{problem}</small>}
    </form>
  );
}

/** Servers can be set up not to check links. */
function BrokenLinks(scope: InsightsScope) {
  const { error } = useQuery(resultQuery(scope.site, 'broken-links', scope.question));
  if (error instanceof ApiError && error.reason === 'link-checks-off')
    return (
      <Section title={t('insightsBroken')}>
        <p className={styles.soft}>{t('insightsBrokenOff')}</p>
      </Section>
    );
  return (
    <ResultPart scope={scope} name="broken-links" title={t('insightsBroken')}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.soft}>{t('insightsBrokenNone')}</p>
        ) : (
          <Rows
            label={t('insightsBroken')}
            rows={items}
            columns={[
              { label: t('insightsAddress'), cell: ({ url }) => <code className={styles.wrap}>{url}</code> },
              { label: t('insightsClicks'), count: ({ clicks }) => clicks },
              {
                label: t('insightsOnPages'),
                cell: ({ pages }) => (
                  <ul className={styles.list}>
                    {pages.map((page) => (
                      <li key={`${page.space} ${page.id} ${page.path}`}>
                        <PageLink page={page} />
                      </li>
                    ))}
                  </ul>
                ),
              },
              { label: t('insightsReason'), cell: ({ reason }) => reason },
              { label: t('insightsChecked'), cell: ({ checkedAt }) => <Time at={checkedAt} /> },
            ]}
          />
        )
      }
    </ResultPart>
  );
}
