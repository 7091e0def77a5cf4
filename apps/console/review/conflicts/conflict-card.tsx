import { ApiError } from '@lectern/client/api-error';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
import {
  type Conflict,
  type ConflictDecision,
  decideConflict,
  decisionPreviewQuery,
} from '../../api/conflicts.ts';
import { explain } from '../../api/explain.ts';
import { pagesQuery, sessionQuery } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { Icon } from '../../app/icons.tsx';
import { Time } from '../../app/time.tsx';
import { showError } from '../../app/toasts.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { findPage } from '../../tree/pages.ts';
import '../../editor/document-styles.css';
import styles from './conflicts.module.css';
import { canWrite, type Side, sayPlace, saySide } from './say-conflict.ts';

interface RequestPlace {
  spaceId: string;
  changeRequestId: string;
}

type Choice = ConflictDecision['choice'];

const CHOICES: Record<Choice, keyof Messages> = {
  ours: 'sideRequest',
  theirs: 'sideSpace',
  both: 'sideBoth',
  text: 'sideText',
};

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
  const { answer, canKeepBoth } = conflict;
  const [isOpen, setOpen] = useState(false);
  const name = sayPlace(conflict).join(' › ');
  const isDeciding = mayDecide && (!answer || isOpen);
  const choices: Choice[] = [
    'ours',
    'theirs',
    ...(canKeepBoth ? (['both'] as const) : []),
    ...(canWrite(conflict) ? (['text'] as const) : []),
  ];
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
      {(!answer || isOpen) && (
        <div className={styles.texts}>
          <Version conflict={conflict} side="base" label={t('conflictBefore')} place={place} />
          <Version conflict={conflict} side="ours" label={t('sideRequest')} place={place} />
          <Version conflict={conflict} side="theirs" label={t('sideSpace')} place={place} />
        </div>
      )}
      {isDeciding && (
        <Chooser
          place={place}
          conflict={conflict}
          choices={choices}
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

function Version({
  conflict,
  side,
  label,
  place,
}: {
  conflict: Conflict;
  side: Side;
  label: string;
  place: RequestPlace;
}) {
  const isPosition = conflict.kind === 'page-position';
  const { data: space } = useQuery({ ...pagesQuery(place.spaceId), enabled: isPosition });
  const { data: own } = useQuery({ ...pagesQuery(place), enabled: isPosition });
  const findTitle = (pageId: string): string | undefined =>
    [own, space].map((tree) => tree && findPage(tree.pages, pageId)?.page.title).find((title) => title);
  const html = conflict.html?.[side];
  return (
    <figure className={styles.version} data-side={side}>
      <figcaption>{label}</figcaption>
      {conflict.kind === 'document' ? (
        <Text html={html} text={String(conflict[side] ?? '')} />
      ) : (
        <p dir="auto">{saySide(conflict, side, findTitle)}</p>
      )}
    </figure>
  );
}

/** A text as readers see it, or else as it is written. */
function Text({ html, text }: { html: string | undefined; text: string }): ReactNode {
  if (text.trim() === '') return <p className={styles.nothing}>{t('conflictNothing')}</p>;
  if (html === undefined) return <pre className={styles.source}>{text}</pre>;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the service escapes what people write.
    <div className={`document ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

function Chooser({
  place,
  conflict,
  choices,
  onBegin,
  onDone,
}: {
  place: RequestPlace;
  conflict: Conflict;
  choices: readonly Choice[];
  /** Called when the user has begun, so that a decision of somebody else does not take the text away. */
  onBegin: () => void;
  onDone: () => void;
}) {
  const group = useId();
  const { answer } = conflict;
  const [choice, choose] = useState<Choice | undefined>(answer?.choice);
  const [text, setText] = useState(answer?.choice === 'text' ? answer.text : String(conflict.ours ?? ''));
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { data: session } = useQuery(sessionQuery);
  // A decision that arrived while this one was being made is shown: it is replaced only by those who have seen it.
  const seen = useRef(conflict.version);
  const isOvertaken =
    conflict.version !== seen.current && conflict.answeredBy?.id !== session?.user?.id && !isSending;
  const result: ConflictDecision | undefined =
    choice === undefined ? undefined : choice === 'text' ? { choice, text } : { choice };
  const decide = async (): Promise<void> => {
    if (!result) return;
    setSending(true);
    setRefusal(undefined);
    try {
      await decideConflict(place, conflict, result);
      onDone();
    } catch (error) {
      const isLate = error instanceof ApiError && error.reason === 'conflict-answered';
      if (isLate) setRefusal(t('decidedMeanwhile'));
      else if (error instanceof ApiError && error.reason === 'conflict-not-found')
        showError(t('conflictGone'));
      else setRefusal(explain(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={styles.chooser}>
      {(refusal !== undefined || isOvertaken) && (
        <p role="alert" className={styles.refusal}>
          {refusal ?? t('decidedMeanwhile')}
        </p>
      )}
      <div role="radiogroup" aria-label={t('whichText')} className={styles.choices}>
        {choices.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={group}
              value={one}
              checked={choice === one}
              onChange={() => {
                choose(one);
                onBegin();
              }}
            />
            {sayChoice(conflict, one)}
          </label>
        ))}
      </div>
      {choice === 'text' &&
        (conflict.kind === 'document' ? (
          <textarea
            aria-label={t('newText')}
            rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        ) : (
          <input
            type="text"
            aria-label={t('newText')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        ))}
      {result && conflict.kind === 'document' && (
        <Preview place={place} conflict={conflict} answer={result} />
      )}
      <div className={styles.buttons}>
        <Button look="primary" disabled={!result || isSending} onClick={() => void decide()}>
          {t('decide')}
        </Button>
        {answer && <Button onClick={onDone}>{t('cancel')}</Button>}
      </div>
    </div>
  );
}

/** A choice in words, as it fits what conflicts. */
function sayChoice({ kind, deletedBy, page }: Conflict, choice: Choice): string {
  if (kind !== 'page-deleted' || (choice !== 'ours' && choice !== 'theirs')) return t(CHOICES[choice]);
  const title = nameOf(page?.title, t('untitled'));
  const does = t(choice === deletedBy ? 'choiceDelete' : 'choiceKeep', { title });
  return `${t(CHOICES[choice])}: ${does}`;
}

/** The result of a decision, before it is made. */
function Preview({
  place,
  conflict,
  answer,
}: {
  place: RequestPlace;
  conflict: Conflict;
  answer: ConflictDecision;
}) {
  const wanted = useDeferredValue(answer);
  const side = wanted.choice === 'ours' || wanted.choice === 'theirs' ? wanted.choice : undefined;
  const { data } = useQuery({
    ...decisionPreviewQuery(place, conflict.id, wanted),
    enabled: side === undefined,
    placeholderData: keepPreviousData,
  });
  const shown =
    side === undefined ? data : { html: conflict.html?.[side], text: String(conflict[side] ?? '') };
  return (
    <figure className={styles.version} data-side="result">
      <figcaption>{t('result')}</figcaption>
      {shown && <Text html={shown.html} text={shown.text ?? ''} />}
    </figure>
  );
}
