import type { CommentStatus } from '../../api/comments.ts';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';

interface StatusFilterProps {
  status: CommentStatus;
  onChange(status: CommentStatus): void;
}

/** Chooses between open and resolved comments. */
export function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <select
      className={styles.filter}
      aria-label={t('commentsShown')}
      value={status}
      onChange={({ target }) => onChange(target.value as CommentStatus)}
    >
      <option value="open">{t('commentsOpen')}</option>
      <option value="resolved">{t('commentsResolved')}</option>
    </select>
  );
}
