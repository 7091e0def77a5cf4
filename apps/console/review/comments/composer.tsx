import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createId } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { isUndecided, repeat } from '../../api/repeat.ts';
import { Button } from '../../app/button.tsx';
import { hasMod, MOD } from '../../app/shortcuts.ts';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { useComments } from './context.ts';
import { MentionField } from './mention-field.tsx';
import { writeMentions } from './mentions.ts';
import type { UnsentText } from './unsent-texts.ts';

interface ComposerProps {
  /** Where the text is kept until it is sent. */
  slot: string;
  label: string;
  submit: string;
  /** What it begins with, if nothing is kept. */
  initial?: Pick<UnsentText, 'text' | 'mentions'> | undefined;
  /** What is kept with the text. */
  extra?: Partial<UnsentText> | undefined;
  /** Whether it can be sent without text. */
  isOptional?: boolean;
  children?: ReactNode;
  /** `key`: the same for each attempt. */
  onSend(markdown: string, key: string): Promise<void>;
  onSent?(): void;
  /** The text is kept. */
  onClose?(): void;
}

/** A text that is written and sent: a comment, a reply, or another version of one. */
export function Composer({
  slot,
  label,
  submit,
  initial,
  extra,
  isOptional = false,
  children,
  onSend,
  onSent,
  onClose,
}: ComposerProps) {
  const { unsent } = useComments();
  const [kept, setKept] = useState<UnsentText>(() => {
    const read = unsent.read(slot);
    return read.text === '' && initial ? { ...read, ...initial } : read;
  });
  const [state, setState] = useState<'idle' | 'sending' | 'waiting'>('idle');
  const [problem, setProblem] = useState<string>();
  const latest = useRef(kept);
  latest.current = kept;
  const more = useRef(extra);
  useEffect(() => {
    // What is suggested belongs to the text as well.
    if (more.current === extra) return;
    more.current = extra;
    unsent.write(slot, { ...latest.current, ...extra });
  }, [extra, slot, unsent]);
  const change = (changed: Partial<UnsentText>): void => {
    // Another text is another request.
    const next = { ...kept, ...changed, ...extra, key: createId() };
    setKept(next);
    setProblem(undefined);
    unsent.write(slot, next);
  };
  const isEmpty = kept.text.trim() === '';
  const send = async (): Promise<void> => {
    if (state !== 'idle' || (isEmpty && !isOptional)) return;
    setState('sending');
    setProblem(undefined);
    const markdown = writeMentions(kept.text.trim(), kept.mentions);
    try {
      await repeat(() =>
        onSend(markdown, kept.key).catch((error: unknown) => {
          if (isUndecided(error)) setState('waiting');
          throw error;
        }),
      );
      unsent.forget(slot);
      setKept({ text: '', mentions: {}, key: createId() });
      onSent?.();
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setState('idle');
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === 'Enter' && hasMod(event)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape' && onClose) {
      event.stopPropagation();
      onClose();
    }
  };
  const id = useId();
  return (
    <form
      className={styles.composer}
      aria-label={label}
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      <MentionField
        label={isOptional ? t('suggestionReason') : label}
        placeholder={t(isOptional ? 'suggestionReason' : 'commentPlaceholder')}
        text={kept.text}
        describedBy={`${id}-state`}
        onChange={(text) => change({ text })}
        onMention={(text, name, userId) => change({ text, mentions: { ...kept.mentions, [name]: userId } })}
        hasFocus={!isOptional && onClose !== undefined}
      />
      <div id={`${id}-state`}>
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {t('commentFailed', { reason: problem })}
          </p>
        )}
        {state === 'waiting' && <p role="status">{t('commentNotSent')}</p>}
      </div>
      <div className={styles.buttons}>
        <Button
          type="submit"
          look="primary"
          title={`${MOD}Enter`}
          disabled={state !== 'idle' || (isEmpty && !isOptional)}
        >
          {submit}
        </Button>
        {onClose && <Button onClick={onClose}>{t('close')}</Button>}
      </div>
    </form>
  );
}
