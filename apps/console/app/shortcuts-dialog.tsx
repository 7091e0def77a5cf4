import { useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import { Dialog } from './dialog.tsx';
import { shortcuts } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = useStore(shortcuts);
  return (
    <Dialog title={t('keyboardShortcuts')} onClose={onClose}>
      {groups.map(({ title, shortcuts: list }) => (
        <section key={title} className={styles.group}>
          <h3>{t(title)}</h3>
          <dl>
            {list.map(([keys, what]) => (
              <div key={keys}>
                <dt>{t(what)}</dt>
                <dd>
                  <kbd>{keys}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
