import { type ReactNode, useEffect, useId, useRef } from 'react';
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
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isRefused]);
  return (
    <form
      ref={form}
      aria-label={label}
      aria-describedby={isRefused ? alert : undefined}
      className={className}
      onSubmit={send}
      onInput={onInput}
    >
      {isRefused && (
        <p id={alert} role="alert" className={styles.refusal}>
          {explain(error)}
        </p>
      )}
      <FormErrors value={fieldErrorsOf(error)}>{children}</FormErrors>
      {buttons(isSending)}
    </form>
  );
}
