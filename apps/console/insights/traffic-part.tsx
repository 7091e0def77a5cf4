import { SelectField } from '../forms/fields.tsx';
import { Section } from '../forms/section.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import { BarChart, Figures, LineChart, showNumber } from './charts.tsx';
import styles from './insights.module.css';
import { BREAKDOWNS, type Breakdown, readBreakdown } from './insights-filter.tsx';
import { ChartTable, type InsightsScope, ResultPart } from './result-part.tsx';

const HOUR_MS = 3_600_000;
/** Visits can lack these properties. The others exist, but are not always known. */
const OPTIONAL = new Set<string>(['section', 'variant', 'referrer', 'campaign', 'claim']);

interface Visits {
  pageViews: number;
  visitors: number;
  sessions: number;
}

const countColumns = () => [
  { label: t('insightsViews'), count: (row: Visits) => row.pageViews },
  { label: t('insightsVisitors'), count: (row: Visits) => row.visitors },
  { label: t('insightsSessions'), count: (row: Visits) => row.sessions },
];

/** Names the points in time of a series as the clocks in the time zone of the organization show them. */
function createLabels(times: readonly string[]): (at: string) => string {
  const [first, second] = times;
  const isHourly = first && second && Date.parse(second) - Date.parse(first) === HOUR_MS;
  const format = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(isHourly ? { hour: '2-digit', minute: '2-digit' } : {}),
  });
  // Without its offset, a time is what the clocks show: browsers need not know the time zone.
  return (at) => format.format(new Date(`${at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`));
}

export function TrafficPart(scope: InsightsScope) {
  const by = readBreakdown(scope.filters);
  const needsClaim = by === 'claim' && scope.question.claim === undefined;
  return (
    <>
      <ResultPart scope={scope} name="traffic">
        {({ totals, items, timeZone }) => {
          const labelOf = createLabels(items.map(({ at }) => at));
          const labels = items.map(({ at }) => labelOf(at));
          return (
            <>
              <Figures
                figures={[
                  [t('insightsViews'), totals.pageViews],
                  [t('insightsVisitors'), totals.visitors],
                  [t('insightsSessions'), totals.sessions],
                ]}
              />
              <LineChart
                title={t('insightsChart')}
                description={t('insightsChartText', {
                  views: showNumber(totals.pageViews),
                  visitors: showNumber(totals.visitors),
                  from: labels[0] ?? '',
                  to: labels.at(-1) ?? '',
                })}
                labels={labels}
                series={[
                  { name: t('insightsViews'), values: items.map(({ pageViews }) => pageViews) },
                  { name: t('insightsVisitors'), values: items.map(({ visitors }) => visitors) },
                ]}
              />
              <ChartTable
                label={t('insightsChart')}
                rows={items}
                columns={[
                  { label: t('insightsTime', { zone: timeZone }), cell: ({ at }) => labelOf(at) },
                  ...countColumns(),
                ]}
              />
            </>
          );
        }}
      </ResultPart>
      <BreakdownChoice by={by} onChange={(next) => scope.change({ by: next === 'referrer' ? '' : next })} />
      {needsClaim ? (
        <p className={styles.soft}>{t('insightsNeedsClaim')}</p>
      ) : (
        <ResultPart scope={scope} name="breakdown" title={t(`insightsBy-${by}`)} query={{ by }}>
          {({ items }) => {
            const nameOf = (title: string): string =>
              title === '' ? t(OPTIONAL.has(by) ? 'insightsNone' : 'insightsUnknown') : title;
            if (items.length === 0) return <p className={styles.soft}>{t('insightsEmpty')}</p>;
            return (
              <>
                <BarChart
                  title={t('insightsViews')}
                  bars={items.map(({ title, pageViews }) => ({ label: nameOf(title), value: pageViews }))}
                />
                <ChartTable
                  label={t(`insightsBy-${by}`)}
                  rows={items}
                  columns={[
                    { label: t('insightsValue'), cell: ({ title }) => nameOf(title) },
                    ...countColumns(),
                  ]}
                />
              </>
            );
          }}
        </ResultPart>
      )}
    </>
  );
}

const BreakdownChoice = ({ by, onChange }: { by: Breakdown; onChange(by: Breakdown): void }) => (
  <div className={styles.filter}>
    <SelectField
      name="by"
      label={t('insightsBy')}
      value={by}
      options={BREAKDOWNS.map((name) => [name, t(`insightsBy-${name}`)])}
      onChange={({ target }) => onChange(target.value as Breakdown)}
    />
  </div>
);

export function AgentsPart(scope: InsightsScope) {
  const nameAgent = (agent: string | null): string => {
    if (agent === null) return t('insightsAgent-people');
    return agent === 'unknown' ? t('insightsAgent-unknown') : agent;
  };
  return (
    <ResultPart scope={scope} name="agents">
      {({ totals, items }) => (
        <>
          <Figures
            figures={[
              [t('insightsPeople'), totals.people],
              [t('insightsBots'), totals.agents],
            ]}
          />
          <Section title={t('insightsByReader')}>
            {items.length === 0 ? (
              <p className={styles.soft}>{t('insightsEmpty')}</p>
            ) : (
              <>
                <BarChart
                  title={t('insightsByReader')}
                  bars={items.map(({ agent, requests }) => ({ label: nameAgent(agent), value: requests }))}
                />
                <ChartTable
                  label={t('insightsByReader')}
                  rows={items}
                  columns={[
                    { label: t('insightsReader'), cell: ({ agent }) => nameAgent(agent) },
                    { label: t('insightsRequests'), count: ({ requests }) => requests },
                    { label: t('insightsViews'), count: ({ pageViews }) => pageViews },
                    { label: t('insightsMarkdown'), count: ({ markdownRequests }) => markdownRequests },
                    { label: t('insightsLlms'), count: ({ llmsRequests }) => llmsRequests },
                    { label: t('insightsMcp'), count: ({ mcpRequests }) => mcpRequests },
                  ]}
                />
              </>
            )}
          </Section>
        </>
      )}
    </ResultPart>
  );
}
