import type { Schemas } from '@lectern/client/schema';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';

/** A person by their name, with its first letter. */
export function Person({ user: { displayName } }: { user: Schemas['User'] }) {
  const name = displayName || t('somebody');
  return (
    <span className={styles.person}>
      <span className={styles.avatar} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span>{name}</span>
    </span>
  );
}
