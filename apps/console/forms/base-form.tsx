import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { useSubmit } from '../app/use-submit.ts';
import styles from './base-form.module.css';
import { FormErrors, fieldErrorsOf } from './form-errors.ts';

/** A form that submits once at a time, and shows at its fields and above them why a submission failed. */
export function BaseForm({
  children,
  onSubmit,
  onInput,
  label,
  className,
  buttons,
}: {
  children: ReactNode;
  onSubmit(fields: FormData): Promise<void>;
  onInput?(): void;
  /** The accessible name. */
  label?: string | undefined;
  className: string | undefined;
  /** What stands below the fields. */
  buttons(isSending: boolean): ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useId();
  const { isSending, error, onSubmit: send } = useSubmit(onSubmit);
  const isRefused = error !== undefined;
  const [isMarked, setMarked] = useState(false);
  useLayoutEffect(() => {
    const field = isRefused ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : undefined;
    field?.focus();
    setMarked(field instanceof HTMLElement);
  }, [isRefused]);
  const errors = fieldErrorsOf(error);
  const reason = isRefused ? explain(error) : '';
  // What the marked field says is not said twice.
  const isSaid = isMarked && [...errors.values()].includes(reason);
  return (
    <form
      ref={form}
      aria-label={label}
      aria-describedby={isRefused && !isSaid ? alert : undefined}
      className={className}
      onSubmit={send}
      onInput={onInput}
    >
      {isRefused && !isSaid && (
        <p id={alert} role="alert" className={styles.refusal}>
          {reason}
        </p>
      )}
      <FormErrors value={errors}>{children}</FormErrors>
      {buttons(isSending)}
    </form>
  );
}
