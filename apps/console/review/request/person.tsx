import type { Schemas } from '@lectern/client/schema';
import { Portrait } from '../../app/portrait.tsx';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';

/** A person by their picture and their name. */
export function Person({ user: { displayName, photoURL } }: { user: Schemas['User'] }) {
  const name = displayName || t('somebody');
  return (
    <span className={styles.person}>
      <Portrait name={name} url={photoURL} className={styles.avatar} />
      <span>{name}</span>
    </span>
  );
}

/** A team by its title, with its first letter. */
export const Team = ({ title, hint }: { title: string; hint?: string }) => (
  <span className={styles.person}>
    <span className={styles.avatar} data-team="true" aria-hidden="true">
      {[...title][0]?.toUpperCase()}
    </span>
    <span>
      {title}
      {hint !== undefined && <small className={styles.hint}>{hint}</small>}
    </span>
  </span>
);
