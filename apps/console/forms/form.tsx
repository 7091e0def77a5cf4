import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { announce } from '../app/announce.tsx';
import { Button } from '../app/button.tsx';
import { useSubmit } from '../app/use-submit.ts';
import { t } from '../messages/messages.ts';
import styles from './form.module.css';
import { FormErrors, fieldErrorsOf } from './form-errors.ts';
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
  const [isSaved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const alert = useId();
  const unsaved = useUnsaved();
  const {
    isSending,
    error,
    onSubmit: send,
  } = useSubmit(async (fields) => {
    await onSubmit(fields);
    unsaved.set(false);
    setSaved(true);
    if (done !== null) announce(done);
  });
  const isRefused = error !== undefined;
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isRefused]);
  return (
    <form
      ref={form}
      aria-label={label}
      aria-describedby={isRefused ? alert : undefined}
      className={styles.form}
      onSubmit={send}
      onInput={() => {
        unsaved.set(done !== null);
        setSaved(false);
      }}
    >
      {isRefused && (
        <p id={alert} role="alert" className={styles.refusal}>
          {explain(error)}
        </p>
      )}
      <FormErrors value={fieldErrorsOf(error)}>{children}</FormErrors>
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
