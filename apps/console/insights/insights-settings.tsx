import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries, type Site } from '../api/queries.ts';
import buttons from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { Icon } from '../app/icons.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { Loading } from '../app/view.tsx';
import { CheckField, TextField } from '../forms/fields.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import { showNumber } from './charts.tsx';
import styles from './insights.module.css';
import type { Question } from './insights-filter.tsx';
import { eventsHref } from './results.ts';

const SETTINGS = '/v1/orgs/{organizationId}/sites/{siteId}/insights' as const;
const WEEKLY = '/v1/orgs/{organizationId}/sites/{siteId}/insights/weekly-mail';
const keyOf = ({ organizationId, siteId }: SiteKey) => ['organization', organizationId, 'site', siteId];

export const insightsSettingsQuery = (site: SiteKey) => ({
  queryKey: [...keyOf(site), 'insights-settings'],
  queryFn: () => api.get(SETTINGS, { path: site }),
});

/** Whether a site is recorded, the weekly mail of the user, the events as a file, and forgetting a visitor. */
export function InsightsSettings({
  site,
  question,
  owner,
}: {
  site: SiteKey;
  question: Question;
  owner: Site;
}) {
  return (
    <>
      <Recording site={site} isEditable={owner.permissions.edit} />
      <WeeklyMail site={site} />
      <ExportEvents site={site} question={question} />
      {owner.permissions.admin && <ForgetVisitor site={site} />}
    </>
  );
}

function Recording({ site, isEditable }: { site: SiteKey; isEditable: boolean }) {
  const { data, error } = useQuery(insightsSettingsQuery(site));
  const [isSending, setSending] = useState(false);
  if (error) return <p role="alert">{explain(error)}</p>;
  if (!data) return <Loading label={t('loading')} rows={2} />;
  const { recording, usage, retentionDays } = data;
  const change = async (isWanted: boolean): Promise<void> => {
    setSending(true);
    try {
      const changed = await api.patch(SETTINGS, { path: site, body: { recording: isWanted } });
      queries.setQueryData(insightsSettingsQuery(site).queryKey, changed);
      showToast(t('insightsSaved'));
    } catch (failure) {
      showError(explain(failure));
    } finally {
      setSending(false);
    }
  };
  return (
    <Section title={t('insightsSettings')}>
      <CheckField
        name="recording"
        label={t('insightsRecording')}
        hint={t('insightsRecordingHint', { days: showNumber(retentionDays) })}
        checked={recording}
        disabled={!isEditable || isSending}
        onChange={({ target }) => void change(target.checked)}
      />
      <p className={styles.soft}>
        {t('insightsUsage', {
          today: showNumber(usage.today),
          perDay: showNumber(usage.perDay),
          stored: showNumber(usage.stored),
        })}
      </p>
    </Section>
  );
}

function WeeklyMail({ site }: { site: SiteKey }) {
  const queryKey = [...keyOf(site), 'weekly-mail'];
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.get(WEEKLY, { path: site }),
    retry: false,
  });
  if (!data) return null;
  const change = async (subscribed: boolean): Promise<void> => {
    try {
      queries.setQueryData(queryKey, await api.put(WEEKLY, { path: site, body: { subscribed } }));
      showToast(t('insightsSaved'));
    } catch (error) {
      showError(explain(error));
    }
  };
  return (
    <CheckField
      name="weekly"
      label={t('insightsWeekly')}
      checked={data.subscribed}
      onChange={({ target }) => void change(target.checked)}
    />
  );
}

/** The events of the period that the other parts show. */
function ExportEvents({ site, question }: { site: SiteKey; question: Question }) {
  return (
    <Section title={t('insightsEvents')} text={t('insightsEventsText')}>
      <div>
        <a href={eventsHref(site, question)} download="events.ndjson" className={buttons.plain ?? ''}>
          <Icon name="out" />
          {t('insightsEventsDownload')}
        </a>
      </div>
    </Section>
  );
}

function ForgetVisitor({ site }: { site: SiteKey }) {
  const forget = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const visitorId = String(new FormData(form).get('visitorId') ?? '').trim();
    askFirst(
      { title: t('insightsForgetTitle'), text: t('insightsForgetText'), submit: t('delete'), isDanger: true },
      async () => {
        const { deleted } = await api.post(`${SETTINGS}/visitors/delete`, {
          path: site,
          body: { visitorId },
        });
        form.reset();
        showToast(t('insightsForgotten', { count: deleted }));
      },
    );
  };
  return (
    <Section title={t('insightsForget')} isDanger>
      <form className={styles.filter} aria-label={t('insightsForget')} onSubmit={forget}>
        <TextField name="visitorId" label={t('insightsVisitorId')} hint={t('insightsVisitorHint')} required />
        <Button type="submit" look="danger">
          {t('delete')}
        </Button>
      </form>
    </Section>
  );
}
