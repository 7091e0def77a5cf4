import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  type Health,
  type HealthStatus,
  healthQuery,
  type Instance,
  instanceQuery,
} from '../api/instance.ts';
import { Button } from '../app/button.tsx';
import { RouteError } from '../app/route-error.tsx';
import { saySize } from '../app/size.ts';
import { fullTime, Time } from '../app/time.tsx';
import { Loading, View } from '../app/view.tsx';
import { Badge, Facts, Section } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { currentLocale, t } from '../messages/messages.ts';
import styles from './instance.module.css';
import { InstanceMaintenance } from './maintenance.tsx';

const TONES = { ok: 'good', warning: 'warn', failing: 'bad' } as const;
const STATUS_TEXTS: Record<HealthStatus, keyof Messages> = {
  ok: 'healthOk',
  warning: 'healthWarning',
  failing: 'healthFailing',
};
const SUMMARIES: Record<HealthStatus, keyof Messages> = {
  ok: 'instanceOk',
  warning: 'instanceWarning',
  failing: 'instanceFailing',
};

/** The state of the instance: what it runs, and whether everything that it needs is well. */
export function InstanceOverview() {
  const { data: instance, error } = useQuery(instanceQuery);
  const health = useQuery(healthQuery);
  const problem = error ?? health.error;
  if (problem && !(instance && health.data)) return <RouteError error={problem} />;
  return (
    <View title={t('instance')} lead={t('instanceLead')} isWide>
      {!instance || !health.data ? (
        <Loading label={t('loading')} />
      ) : (
        <>
          <Counts
            counts={[
              [t('partUsers'), instance.users, 'users'],
              [t('partOrganizations'), instance.organizations, 'organizations'],
              [t('instanceColumnSpaces'), instance.spaces, undefined],
              [t('instanceColumnSites'), instance.sites, undefined],
            ]}
          />
          <Section
            title={t('healthHeading')}
            text={
              <span className={styles.summary} data-status={health.data.status}>
                {t(SUMMARIES[health.data.status])}
              </span>
            }
            actions={
              <Button icon="replace" disabled={health.isFetching} onClick={() => void health.refetch()}>
                {t('checkHealthAgain')}
              </Button>
            }
          >
            <HealthList health={health.data} />
          </Section>
          <InstanceMaintenance />
          <Section title={t('runningHeading')}>
            <Facts
              facts={[
                [t('runningVersion'), `${instance.version} (${instance.build})`],
                [t('runningSince'), <Time key="since" at={instance.startedAt} />],
                ...(instance.update
                  ? ([[t('runningUpdate'), <UpdateNotice key="update" update={instance.update} />]] as const)
                  : []),
                ['Node.js', instance.node],
                [t('runningAddress'), instance.urls.api],
                [t('runningSites'), instance.urls.sites],
              ]}
            />
          </Section>
        </>
      )}
    </View>
  );
}

const UpdateNotice = ({
  update: { version, security, url },
}: {
  update: NonNullable<Instance['update']>;
}) => (
  <>
    {url === undefined ? (
      version
    ) : (
      <a href={url} rel="noreferrer" target="_blank">
        {version}
      </a>
    )}
    {security ? <Badge tone="warn">{t('runningUpdateSecurity')}</Badge> : null}
  </>
);

const Counts = ({
  counts,
}: {
  counts: readonly (readonly [label: string, count: number, part: string | undefined])[];
}) => (
  <ul className={styles.counts}>
    {counts.map(([label, count, part]) => {
      const content = (
        <>
          <strong>{count.toLocaleString(currentLocale())}</strong>
          <span>{label}</span>
        </>
      );
      return (
        <li key={label}>
          {part === undefined ? (
            <div>{content}</div>
          ) : (
            <Link to="/instance/$part" params={{ part }}>
              {content}
            </Link>
          )}
        </li>
      );
    })}
  </ul>
);

function HealthList({ health }: { health: Health }) {
  const { database, replicas, broker, insights, files, disk, jobs, mail, memory } = health;
  return (
    <ul className={styles.health}>
      <Part label={t('healthDatabase')} status={database.status}>
        {t('healthDatabaseFacts', {
          version: database.version,
          size: saySize(database.bytes),
          used: database.connections,
          max: database.maxConnections,
          milliseconds: database.milliseconds,
        })}
      </Part>
      {replicas.map(({ name, status, problem, lagSeconds = 0 }) => (
        <Part key={name} label={t('healthReplica')} status={status}>
          {name} · {problem ?? t('healthReplicaLag', { seconds: Math.round(lagSeconds) })}
        </Part>
      ))}
      {broker && (
        <Part label={t('healthBroker')} status={broker.status}>
          {t(broker.status === 'ok' ? 'healthBrokerDelivers' : 'healthBrokerAway')}
        </Part>
      )}
      {insights && (
        <Part label={t('healthInsights')} status={insights.status}>
          {insights.error ?? 'ClickHouse'}
        </Part>
      )}
      <Part label={t('healthFiles')} status={files.status}>
        {files.error ?? t(files.storage === 'disk' ? 'filesOnDisk' : 'filesInBucket')}
      </Part>
      {disk && (
        <Part label={t('healthDisk')} status={disk.status}>
          {t('diskFree', { free: saySize(disk.freeBytes), total: saySize(disk.totalBytes) })}
        </Part>
      )}
      <Part label={t('healthJobs')} status={jobs.status} part="jobs">
        {t('healthJobsFacts', { running: jobs.running, waiting: jobs.waiting, failing: jobs.failing })}
        {jobs.failedLately > 0 && <> · {t('jobsFailedLately', { count: jobs.failedLately })}</>}
        {jobs.status !== 'ok' && jobs.failedLately === 0 && jobs.oldestDueAt && (
          <> · {t('jobsLate', { time: fullTime(jobs.oldestDueAt) })}</>
        )}
      </Part>
      <Part label={t('healthMail')} status={mail.configured ? 'ok' : 'off'} part="mail">
        {t(mail.configured ? 'instanceMailOn' : 'instanceMailOff')}
      </Part>
      <Part label={t('healthMemory')} status="ok">
        {t('memoryUsed', { size: saySize(memory.bytes) })}
      </Part>
    </ul>
  );
}

const Part = ({
  label,
  status,
  part,
  children,
}: {
  label: string;
  status: HealthStatus | 'off';
  /** The part of the area that says more. */
  part?: string;
  children: ReactNode;
}) => (
  <li data-status={status}>
    <strong>
      {part === undefined ? (
        label
      ) : (
        <Link to="/instance/$part" params={{ part }}>
          {label}
        </Link>
      )}
    </strong>
    <span>{children}</span>
    {status === 'off' ? (
      <Badge>{t('healthOff')}</Badge>
    ) : (
      <Badge tone={TONES[status]}>{t(STATUS_TEXTS[status])}</Badge>
    )}
  </li>
);
