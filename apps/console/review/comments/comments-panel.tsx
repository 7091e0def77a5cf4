import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../app/button.tsx';
import { useKeptFocus } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';

/** The comments of a page, beside it. */
export function CommentsPanel({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useKeptFocus(panel);
  useEffect(() => {
    const before = document.activeElement;
    // Whoever writes in the page goes on, and a form takes the focus itself.
    if (!panel.current?.contains(before) && !(before as HTMLElement | null)?.isContentEditable)
      panel.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOwn = panel.current?.contains(event.target as Node) && !event.defaultPrevented;
    if (event.key === 'Escape' && isOwn && !event.nativeEvent.isComposing) onClose();
  };
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={t('comments')}
      onKeyDown={onKeyDown}
    >
      <header className={styles.title}>
        <h2>{t('comments')}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
