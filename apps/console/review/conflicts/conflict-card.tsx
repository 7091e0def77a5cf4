import { useState } from 'react';
import type { RequestPlace } from '../../api/change-request.ts';
import type { Conflict } from '../../api/conflicts.ts';
import { Button } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { Time } from '../../app/time.tsx';
import { t } from '../../messages/messages.ts';
import { ConflictVersion } from './conflict-version.tsx';
import styles from './conflicts.module.css';
import { CHOICES, DecisionForm } from './decision-form.tsx';
import { sayPlace } from './say-conflict.ts';

/** One conflict: where it is, its three texts, and the decision. */
export function ConflictCard({
  place,
  conflict,
  number,
  mayDecide,
}: {
  place: RequestPlace;
  conflict: Conflict;
  number: number;
  mayDecide: boolean;
}) {
  const { answer } = conflict;
  const [isOpen, setOpen] = useState(false);
  const name = sayPlace(conflict).join(' › ');
  const isShown = !answer || isOpen;
  return (
    <section
      className={styles.card}
      aria-label={t('conflictAt', { number, place: name })}
      data-decided={answer ? true : undefined}
    >
      <h3>{name}</h3>
      {answer && (
        <Decision conflict={conflict} mayChange={mayDecide && !isOpen} onChange={() => setOpen(true)} />
      )}
      {isShown && (
        <div className={styles.texts}>
          <ConflictVersion conflict={conflict} side="base" label={t('conflictBefore')} place={place} />
          <ConflictVersion conflict={conflict} side="ours" label={t('sideRequest')} place={place} />
          <ConflictVersion conflict={conflict} side="theirs" label={t('sideSpace')} place={place} />
        </div>
      )}
      {isShown && mayDecide && (
        <DecisionForm
          place={place}
          conflict={conflict}
          onBegin={() => setOpen(true)}
          onDone={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function Decision({
  conflict: { answer, answeredBy, answeredAt },
  mayChange,
  onChange,
}: {
  conflict: Conflict;
  mayChange: boolean;
  onChange: () => void;
}) {
  if (!answer) return null;
  return (
    <p className={styles.decision}>
      <Icon name="check" />
      <span>
        {t('decidedFor', {
          choice: t(CHOICES[answer.choice]),
          name: answeredBy?.displayName || t('somebody'),
        })}
        {answeredAt !== undefined && ' · '}
        {answeredAt !== undefined && <Time at={answeredAt} />}
      </span>
      {mayChange && (
        <Button look="quiet" onClick={onChange}>
          {t('changeDecision')}
        </Button>
      )}
    </p>
  );
}
