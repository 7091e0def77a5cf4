import { useQuery } from '@tanstack/react-query';
import { type Checks, contributorsQuery } from '../../api/change-request.ts';
import { Banner } from '../../app/banner.tsx';
import { Button } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { fullTime } from '../../app/time.tsx';
import { t } from '../../messages/messages.ts';
import { BranchPart } from './branch-part.tsx';
import { DescriptionPart } from './description-part.tsx';
import { countFailed } from './merge-reason.ts';
import { Person } from './person.tsx';
import styles from './request.module.css';
import { cancelSchedule, updateFromSpace } from './request-deeds.ts';
import { isInProgress, type OpenRequest } from './request-parts.ts';
import { ReviewersPart } from './reviewers-part.tsx';

/** What is known of the change request as a whole: its description, and who takes part in it. */
export function RequestDetails({ opened, checks }: { opened: OpenRequest; checks: Checks | undefined }) {
  const { request, space } = opened;
  const isOutdated = isInProgress(request) && request.outdated;
  return (
    <>
      {isOutdated && (
        <Banner>
          <p>{t('requestOutdated')}</p>
          {space.permissions.edit && (
            <Button onClick={() => void updateFromSpace(opened)}>{t('updateFromSpace')}</Button>
          )}
        </Banner>
      )}
      <ScheduleNotice opened={opened} />
      <div className={styles.details}>
        <DescriptionPart opened={opened} />
        <aside aria-label={t('aboutRequest')} className={styles.facts}>
          <ReviewersPart opened={opened} />
          <Participants opened={opened} />
          {checks && <ChecksSummary checks={checks} />}
          <BranchPart opened={opened} />
        </aside>
      </div>
    </>
  );
}

/** When the change request is to be merged by itself, or why it was not. */
function ScheduleNotice({ opened }: { opened: OpenRequest }) {
  const { scheduledMerge, failedMerge } = opened.request;
  if (!isInProgress(opened.request) || (!scheduledMerge && !failedMerge)) return null;
  return (
    <Banner>
      {scheduledMerge ? (
        <>
          <p>
            {t('mergeScheduledBy', {
              time: fullTime(scheduledMerge.at),
              name: scheduledMerge.by.displayName || t('somebody'),
            })}
          </p>
          {opened.space.permissions.merge && (
            <Button onClick={() => void cancelSchedule(opened)}>{t('cancelSchedule')}</Button>
          )}
        </>
      ) : (
        <p>
          {t('mergeFailedAt', {
            time: fullTime(failedMerge?.at ?? ''),
            reason: failedMerge?.message ?? '',
          })}
        </p>
      )}
    </Banner>
  );
}

function Participants({ opened: { place, request } }: { opened: OpenRequest }) {
  const { data } = useQuery(contributorsQuery(place));
  const people = new Map(
    [request.createdBy, ...(data?.items.map(({ user }) => user) ?? [])].map((user) => [user.id, user]),
  );
  return (
    <section aria-labelledby="participants">
      <h2 id="participants">{t('participants')}</h2>
      <ul className={styles.people}>
        {[...people.values()].map((user) => (
          <li key={user.id}>
            <Person user={user} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChecksSummary({ checks }: { checks: Checks }) {
  const failed = countFailed(checks);
  return (
    <section aria-labelledby="checks-summary">
      <h2 id="checks-summary">{t('tabChecks')}</h2>
      <p className={styles[failed === 0 ? 'passed' : 'failed']}>
        <Icon name={failed === 0 ? 'check' : 'close'} size={14} />{' '}
        {failed === 0 ? t('checksPassed') : t('checksFailed', { count: failed })}
      </p>
    </section>
  );
}
