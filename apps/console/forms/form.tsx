import { type ReactNode, useState } from 'react';
import { announce } from '../app/announce.tsx';
import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import { BaseForm } from './base-form.tsx';
import styles from './form.module.css';
import { useUnsaved } from './use-unsaved.ts';

/** A form that is part of a view. It asks before unsaved changes are left. For forms in dialogs, see `DialogForm`. */
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
  const unsaved = useUnsaved();
  const send = async (fields: FormData): Promise<void> => {
    await onSubmit(fields);
    unsaved.set(false);
    setSaved(true);
    if (done !== null) announce(done);
  };
  return (
    <BaseForm
      label={label}
      className={styles.form}
      onSubmit={send}
      onInput={() => {
        unsaved.set(done !== null);
        setSaved(false);
      }}
      buttons={(isSending) => (
        <div className={styles.buttons}>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} aria-disabled={isSending}>
            {submit}
          </Button>
          {actions}
          {isSaved && done !== null && <span className={styles.saved}>{done}</span>}
        </div>
      )}
    >
      {children}
    </BaseForm>
  );
}
