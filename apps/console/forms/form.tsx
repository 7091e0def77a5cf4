import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { announce } from '../app/announce.tsx';
import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import styles from './form.module.css';
import { type FieldErrors, FormErrors, fieldErrorsOf } from './form-errors.ts';
import { useUnsaved } from './use-unsaved.ts';

/**
 * A form that is part of a view. It submits once at a time, shows at its fields and above them why a submission failed,
 * and asks before unsaved changes are left. For forms in dialogs, see `DialogForm`.
 */
export function Form({
  children,
  submit = t('save'),
  onSubmit,
  label,
  isDanger = false,
  done = t('saved'),
  actions,
}: {
  children: ReactNode;
  /** The label of the button: a verb. */
  submit?: string;
  onSubmit(fields: FormData): Promise<void>;
  /** The accessible name, if a view has several forms. */
  label?: string;
  isDanger?: boolean;
  /** What is said afterwards; null for a form that saves nothing, which can be left without a question. */
  done?: string | null;
  /** More buttons beside the one that submits. */
  actions?: ReactNode;
}) {
  const [isSending, setSending] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; fields: FieldErrors }>();
  const form = useRef<HTMLFormElement>(null);
  const alert = useId();
  const unsaved = useUnsaved();
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setRefusal(undefined);
    try {
      await onSubmit(fields);
      unsaved.set(false);
      setSaved(true);
      if (done !== null) announce(done);
    } catch (error) {
      setRefusal({ text: explain(error), fields: fieldErrorsOf(error) });
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      ref={form}
      aria-label={label}
      aria-describedby={refusal && alert}
      className={styles.form}
      onSubmit={send}
      onInput={() => {
        unsaved.set(done !== null);
        setSaved(false);
      }}
    >
      {refusal !== undefined && (
        <p id={alert} role="alert" className={styles.refusal}>
          {refusal.text}
        </p>
      )}
      <FormErrors value={refusal?.fields ?? new Map()}>{children}</FormErrors>
      <div className={styles.buttons}>
        <Button type="submit" look={isDanger ? 'danger' : 'primary'} disabled={isSending}>
          {submit}
        </Button>
        {actions}
        {isSaved && done !== null && <span className={styles.saved}>{done}</span>}
      </div>
    </form>
  );
}
