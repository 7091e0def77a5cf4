import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { conflictsQuery, updateRequest } from '../../api/conflicts.ts';
import { explain } from '../../api/explain.ts';
import { Banner } from '../../app/banner.tsx';
import { Button } from '../../app/button.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { ConflictCard } from './conflict-card.tsx';
import styles from './conflicts.module.css';

/** The conflicts of a change request with its space, each with its texts and a choice. */
export function ConflictsPart({
  spaceId,
  changeRequestId,
  mayDecide,
  none,
}: {
  spaceId: string;
  changeRequestId: string;
  /** Whether the user can edit the change request. */
  mayDecide: boolean;
  /** Shown if there are none. */
  none: ReactNode;
}) {
  const place = { spaceId, changeRequestId };
  const { data: conflicts, error } = useQuery(conflictsQuery(place));
  if (!conflicts)
    return error ? <p role="alert">{explain(error)}</p> : <Loading label={t('loading')} rows={4} />;
  if (conflicts.length === 0) return none;
  const decided = conflicts.filter(({ answer }) => answer).length;
  const isDone = decided === conflicts.length;
  return (
    <section id="conflicts" aria-labelledby="conflicts-title" className={styles.part}>
      <h2 id="conflicts-title">{t('conflicts')}</h2>
      <p className={styles.lead}>{t('conflictsLead')}</p>
      <p className={styles.progress}>
        <progress max={conflicts.length} value={decided} aria-label={t('conflicts')} />
        <span role="status">{t('decidedCount', { count: conflicts.length, decided })}</span>
      </p>
      <ol className={styles.list}>
        {conflicts.map((conflict, at) => (
          <li key={conflict.id}>
            <ConflictCard place={place} conflict={conflict} number={at + 1} mayDecide={mayDecide} />
          </li>
        ))}
      </ol>
      {isDone && mayDecide && <Finish place={place} />}
    </section>
  );
}

function Finish({ place }: { place: { spaceId: string; changeRequestId: string } }) {
  const [isSending, setSending] = useState(false);
  const update = async (): Promise<void> => {
    setSending(true);
    try {
      if (await updateRequest(place)) showError(t('moreConflicts'));
      else showToast(t('decisionsUsed'));
    } catch (error) {
      showError(explain(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Banner tone="good">
      <p>{t('allDecided')}</p>
      <Button onClick={() => void update()} disabled={isSending}>
        {t('useDecisions')}
      </Button>
    </Banner>
  );
}
