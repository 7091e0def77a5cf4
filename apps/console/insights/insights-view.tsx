import { ApiError } from '@lectern/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Site } from '../api/queries.ts';
import { NotFound } from '../app/not-found.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { useSiteKey } from '../sites/site-queries.ts';
import styles from './insights.module.css';
import { InsightsFilter, readQuestion, useFilters } from './insights-filter.tsx';
import { InsightsSettings, insightsSettingsQuery } from './insights-settings.tsx';
import { PagesPart, SearchesPart } from './pages-part.tsx';
import { ProblemsPart } from './problems-part.tsx';
import type { InsightsScope } from './result-part.tsx';
import { AgentsPart, TrafficPart } from './traffic-part.tsx';

type DrawPart = (scope: InsightsScope, owner: Site) => ReactNode;

/** The parts by their names in the address; the first one has none. */
const PARTS = {
  '': { label: 'insightsTraffic', draw: (scope) => <TrafficPart {...scope} /> },
  pages: { label: 'insightsPages', draw: (scope) => <PagesPart {...scope} /> },
  searches: { label: 'insightsSearches', draw: (scope) => <SearchesPart {...scope} /> },
  problems: {
    label: 'insightsProblems',
    draw: (scope, owner) => <ProblemsPart {...scope} owner={owner} />,
  },
  agents: { label: 'insightsAgents', draw: (scope) => <AgentsPart {...scope} /> },
  settings: {
    label: 'insightsSettings',
    draw: ({ site, question }, owner) => <InsightsSettings site={site} question={question} owner={owner} />,
  },
} as const satisfies Record<string, { label: string; draw: DrawPart }>;

/** What readers of a site do. */
export function InsightsView({ owner, itemId = '' }: PartProps<Site>) {
  const site = useSiteKey();
  const [filters, change] = useFilters();
  const { data: settings, error } = useQuery(insightsSettingsQuery(site));
  if (!(itemId in PARTS)) return <NotFound />;
  if (error instanceof ApiError && error.status === 403)
    return (
      <View title={t('insights')}>
        <EmptyState title={t('partRefused')} text={t('insightsRefused')} />
      </View>
    );
  const part = PARTS[itemId as keyof typeof PARTS];
  const scope: InsightsScope = {
    site,
    question: readQuestion(filters),
    filters,
    isEditable: owner.permissions.edit,
    change,
  };
  return (
    <View title={t('insights')} viewKey={owner.id}>
      <Parts current={itemId} {...site} />
      {settings?.recording === false && itemId !== 'settings' && (
        <p className={styles.note}>{t('insightsRecordingOff')}</p>
      )}
      {itemId !== 'settings' && <InsightsFilter site={site} part={itemId} />}
      <div className={styles.part}>{part.draw(scope, owner)}</div>
    </View>
  );
}

/** The links between the parts keep the filters. */
function Parts({
  current,
  organizationId,
  siteId,
}: {
  current: string;
  organizationId: string;
  siteId: string;
}) {
  return (
    <nav aria-label={t('insightsParts')}>
      <ul className={styles.tabs}>
        {Object.entries(PARTS).map(([name, { label }]) => {
          const common = {
            search: true as never,
            activeOptions: { exact: true, includeSearch: false },
            'aria-current': name === current ? ('page' as const) : undefined,
          };
          return (
            <li key={name}>
              {name === '' ? (
                <Link
                  to="/o/$organizationId/sites/$siteId/$part"
                  params={{ organizationId, siteId, part: 'insights' }}
                  {...common}
                >
                  {t(label)}
                </Link>
              ) : (
                <Link
                  to="/o/$organizationId/sites/$siteId/$part/$itemId"
                  params={{ organizationId, siteId, part: 'insights', itemId: name }}
                  {...common}
                >
                  {t(label)}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
