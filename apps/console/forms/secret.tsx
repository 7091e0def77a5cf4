import { useId } from 'react';
import { Button } from '../app/button.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';
import styles from './secret.module.css';

/** Copies a value, and says whether that was possible. `of`: what is copied, for the accessible name. */
export const CopyButton = ({ value, of }: { value: string; of: string }) => (
  <Button
    aria-label={t('copyValue', { name: of })}
    onClick={() => {
      navigator.clipboard.writeText(value).then(
        () => showToast(t('copied')),
        () => showError(t('copyRefused')),
      );
    }}
  >
    {t('copy')}
  </Button>
);

/** A value to copy, for example a key or an address. `isSecret`: it is shown this once. */
export function CopyField({
  label,
  value,
  isSecret = false,
}: {
  label: string;
  value: string;
  isSecret?: boolean;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input id={id} readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
        <CopyButton value={value} of={label} />
      </div>
      {isSecret && <small>{t('shownOnce')}</small>}
    </div>
  );
}
