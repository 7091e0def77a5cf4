import { t } from '../messages/messages.ts';
import type { SaveState } from '../saving/saver.ts';
import styles from './page.module.css';

/** Shows whether everything is saved. */
export function SaveStatus({ state }: { state: SaveState }) {
  const text = textOf(state);
  return (
    <span className={styles.status} data-state={state.kind} role="status" aria-label={text}>
      <span className={styles.dot} aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}

function textOf(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return t('saved');
    case 'saving':
      return t('saving');
    case 'offline':
      return t('notSavedOffline');
    case 'signed-out':
      return t('notSavedSignedOut');
    case 'conflict':
      return t('notSavedConflict');
    case 'failed':
      return t('notSavedReason', { reason: state.message });
  }
}
