import { useSyncExternalStore } from 'react';
import { t } from '../messages/messages.ts';
import type { OpenEditor } from './open-editor.ts';
import styles from './page.module.css';

/** Warns if the browser cannot keep unsaved text, or read what it has kept. */
export function LocalCopyNotice({ editor }: { editor: OpenEditor }) {
  const hasJournal = useSyncExternalStore(editor.subscribe, () => editor.hasJournal);
  if (!editor.isLeftKnown)
    return (
      <p className={styles.notice} role="alert">
        {t('journalUnreadable')}{' '}
        <button type="button" className={styles.button} onClick={() => location.reload()}>
          {t('tryAgain')}
        </button>
      </p>
    );
  if (hasJournal) return null;
  return (
    <p className={styles.notice} role="alert">
      {t('noJournal')}
    </p>
  );
}
