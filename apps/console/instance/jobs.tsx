import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { type InstanceJob, instanceJobsQuery, type JobState, jobKindsQuery } from '../api/instance.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { Time } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { Filters, SelectFilter } from '../forms/filters.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import type { Column } from '../forms/table.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './instance.module.css';

const STATES: readonly (readonly [JobState, keyof Messages])[] = [
  ['failed', 'jobsFailed'],
  ['failing', 'jobsFailing'],
  ['running', 'jobsRunning'],
  ['waiting', 'jobsWaiting'],
];

/** What a kind of job does, in words. A newer service may have kinds that this release does not know. */
function sayKind(kind: string): string {
  const key = `job-${kind}` as keyof Messages;
  const text = t(key);
  return text === key ? kind : text;
}

/** The queue of the instance: what failed, and what is still to do. */
export function InstanceJobs() {
  const [state, setState] = useState<JobState>('failed');
  const [kind, setKind] = useState('');
  const list = useInfiniteQuery(instanceJobsQuery({ state, kind }));
  const { data: kinds } = useQuery(jobKindsQuery);
  const inState = (kinds?.items ?? []).filter((one) => one[state] > 0 || one.kind === kind);
  return (
    <View title={t('healthJobs')} lead={t('jobsLead')} isWide>
      <Filters>
        <SelectFilter
          label={t('jobState')}
          value={state}
          onChange={setState}
          options={STATES.map(([value, label]) => [value, t(label)])}
        />
        <SelectFilter
          label={t('jobKind')}
          value={kind}
          onChange={setKind}
          options={[
            ['', t('jobKindsAll')],
            ...inState.map((one) => [one.kind, `${sayKind(one.kind)} (${one[state]})`] as [string, string]),
          ]}
        />
      </Filters>
      <PagedTable
        list={list}
        label={t('healthJobs')}
        keyOf={({ id }) => id}
        columns={columnsOf(state)}
        empty={
          state === 'failed' && kind === '' ? (
            <EmptyState title={t('noFailedJobs')} text={t('noFailedJobsHint')} />
          ) : (
            <EmptyState title={t('noJobs')} text={t('noJobsHint')} />
          )
        }
      />
    </View>
  );
}

function columnsOf(state: JobState): Column<InstanceJob>[] {
  const columns: Column<InstanceJob>[] = [
    {
      label: t('instanceColumnJob'),
      cell: ({ kind, attempts }) => (
        <span className={styles.person}>
          {sayKind(kind)}
          {attempts > 0 && <small>{t('jobAttempts', { count: attempts })}</small>}
        </span>
      ),
    },
    {
      label: t('instanceColumnOrganization'),
      cell: ({ organization }) =>
        organization?.title ?? <span className={styles.soft}>{t('ofTheInstance')}</span>,
    },
  ];
  if (state === 'failed' || state === 'failing')
    columns.push({
      label: t('instanceColumnError'),
      cell: ({ error }) => error && <span className={styles.error}>{error}</span>,
    });
  columns.push(
    state === 'failed'
      ? { label: t('instanceColumnFailedAt'), cell: ({ failedAt }) => failedAt && <Time at={failedAt} /> }
      : { label: t('instanceColumnRunsAt'), cell: ({ runsAt }) => runsAt && <Time at={runsAt} /> },
  );
  if (state !== 'running') columns.push({ label: '', cell: (job) => <JobActions job={job} /> });
  return columns;
}

/** The name of an action on one of many jobs, for people who do not see the table. */
const actionOn = (action: string, { kind }: InstanceJob): string => `${action}: ${sayKind(kind)}`;

function JobActions({ job }: { job: InstanceJob }) {
  const [isSending, setSending] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['instance'] });
  const path = { jobId: job.id };
  const label = t(job.state === 'failed' ? 'runJobAgain' : 'runJobNow');
  const run = async (): Promise<void> => {
    setSending(true);
    try {
      await api.post('/v1/instance/jobs/{jobId}/retry', { path });
      showToast(t('jobRunsAgain'));
      await refresh();
    } catch (error) {
      showError(explain(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={styles.actions}>
      <Button aria-label={actionOn(label, job)} disabled={isSending} onClick={() => void run()}>
        {label}
      </Button>
      {!job.recurring && (
        <Button
          look="quiet"
          aria-label={actionOn(t('discardJob'), job)}
          onClick={() =>
            askFirst(
              {
                title: t('discardJobTitle'),
                text: t('discardJobText', { kind: sayKind(job.kind) }),
                submit: t('discardJob'),
                isDanger: true,
              },
              async () => {
                await api.delete('/v1/instance/jobs/{jobId}', { path });
                await refresh();
                showToast(t('jobDiscarded'));
              },
            )
          }
        >
          {t('discardJob')}
        </Button>
      )}
    </div>
  );
}
