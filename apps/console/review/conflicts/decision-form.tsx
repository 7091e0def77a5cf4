import { ApiError } from '@lectern/client/api-error';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { RequestPlace } from '../../api/change-request.ts';
import {
  type Conflict,
  type ConflictDecision,
  decideConflict,
  decisionPreviewQuery,
} from '../../api/conflicts.ts';
import { explain } from '../../api/explain.ts';
import { sessionQuery } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { showError } from '../../app/toasts.tsx';
import { useSettled } from '../../app/use-settled.ts';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { ConflictText } from './conflict-version.tsx';
import styles from './conflicts.module.css';
import { OwnTextFields } from './own-text-fields.tsx';
import { canWrite } from './say-conflict.ts';
import { decisionOf, useOwnText } from './use-own-text.ts';

type Choice = ConflictDecision['choice'];

export const CHOICES: Record<Choice, keyof Messages> = {
  ours: 'sideRequest',
  theirs: 'sideSpace',
  both: 'sideBoth',
  text: 'sideText',
};

interface DecisionFormProps {
  place: RequestPlace;
  conflict: Conflict;
  /** Called when the user begins, so that another person’s decision does not remove the text. */
  onBegin: () => void;
  onDone: () => void;
}

/** Decides a conflict, with the result before the decision is made. */
export function DecisionForm({ place, conflict, onBegin, onDone }: DecisionFormProps) {
  const { answer } = conflict;
  const { data: session } = useQuery(sessionQuery);
  const own = useOwnText(place, conflict, session?.user?.id ?? '');
  const [chosen, choose] = useState<Choice>();
  const choice = chosen ?? (own.isKept ? 'text' : answer?.choice);
  const decision: ConflictDecision | undefined =
    choice === 'text' ? own.text && decisionOf(own.text) : choice && { choice };
  const { isSending, refusal, decide } = useDecide(place, conflict, session?.user?.id, () => {
    own.forget();
    onDone();
  });
  return (
    <div className={styles.chooser}>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <Choices
        conflict={conflict}
        choice={choice}
        onChoose={(one) => {
          if (one === 'text') own.begin(choice);
          choose(one);
          onBegin();
        }}
      />
      {choice === 'text' && own.text && (
        <OwnTextFields place={place} conflict={conflict} own={own.text} onChange={own.set} />
      )}
      {decision && conflict.kind === 'document' && (
        <DecisionPreview place={place} conflict={conflict} decision={decision} />
      )}
      <div className={styles.buttons}>
        <Button
          look="primary"
          disabled={!decision || isSending}
          onClick={() => decision && void decide(decision)}
        >
          {t('decide')}
        </Button>
        {choice === 'text' && own.isKept && (
          <Button
            look="quiet"
            onClick={() => {
              own.forget();
              choose(undefined);
            }}
          >
            {t('discard')}
          </Button>
        )}
        {answer && <Button onClick={onDone}>{t('cancel')}</Button>}
      </div>
    </div>
  );
}

/** Sends a decision. `refusal`: why it was refused, or that it would replace one that was made meanwhile. */
function useDecide(
  place: RequestPlace,
  conflict: Conflict,
  userId: string | undefined,
  onDecided: () => void,
) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  // A decision that arrived meanwhile is shown, because only people who have seen it may replace it.
  const seen = useRef(conflict.version);
  const isOvertaken = conflict.version !== seen.current && conflict.answeredBy?.id !== userId && !isSending;
  const decide = async (decision: ConflictDecision): Promise<void> => {
    setSending(true);
    setFailure(undefined);
    try {
      await decideConflict(place, conflict, decision);
      onDecided();
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : undefined;
      if (reason === 'conflict-not-found') showError(t('conflictGone'));
      else setFailure(reason === 'conflict-answered' ? t('decidedMeanwhile') : explain(error));
    } finally {
      setSending(false);
    }
  };
  return { isSending, refusal: failure ?? (isOvertaken ? t('decidedMeanwhile') : undefined), decide };
}

function Choices({
  conflict,
  choice,
  onChoose,
}: {
  conflict: Conflict;
  choice: Choice | undefined;
  onChoose(choice: Choice): void;
}) {
  const group = useId();
  const choices: Choice[] = [
    'ours',
    'theirs',
    ...(conflict.canKeepBoth ? (['both'] as const) : []),
    ...(canWrite(conflict) ? (['text'] as const) : []),
  ];
  return (
    <div role="radiogroup" aria-label={t('whichText')} className={styles.choices}>
      {choices.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={group}
            value={one}
            checked={choice === one}
            onChange={() => onChoose(one)}
          />
          {sayChoice(conflict, one)}
        </label>
      ))}
    </div>
  );
}

/** The name of a choice for this kind of conflict. */
function sayChoice({ kind, deletedBy, page }: Conflict, choice: Choice): string {
  if (kind !== 'page-deleted' || (choice !== 'ours' && choice !== 'theirs')) return t(CHOICES[choice]);
  const title = nameOf(page?.title, t('untitled'));
  const does = t(choice === deletedBy ? 'choiceDelete' : 'choiceKeep', { title });
  return `${t(CHOICES[choice])}: ${does}`;
}

/** How long the user must pause before the result is rendered. */
const PAUSE_MS = 400;

/** The result of a decision, before it is made. */
function DecisionPreview({
  place,
  conflict,
  decision,
}: {
  place: RequestPlace;
  conflict: Conflict;
  decision: ConflictDecision;
}) {
  const wanted = useSettled(decision, decision.choice === 'text' ? PAUSE_MS : 0);
  const side = wanted.choice === 'ours' || wanted.choice === 'theirs' ? wanted.choice : undefined;
  const { data, error } = useQuery({
    ...decisionPreviewQuery(place, conflict.id, wanted),
    enabled: side === undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown =
    side === undefined ? data : { html: conflict.html?.[side], text: String(conflict[side] ?? '') };
  return (
    <figure className={styles.version} data-side="result">
      <figcaption>{t('result')}</figcaption>
      {error && side === undefined && <p role="alert">{explain(error)}</p>}
      {shown && <ConflictText html={shown.html} text={shown.text ?? ''} />}
    </figure>
  );
}
