import type { ReactNode } from 'react';
import { Icon } from '../app/icons.tsx';
import styles from './people.module.css';

/** A person or a team with what tells them apart from others of the same name. */
export function Person({
  name,
  detail,
  isTeam = false,
  badges,
  children = name,
}: {
  name: string;
  /** The email address, or the size of a team. */
  detail?: ReactNode;
  isTeam?: boolean;
  badges?: ReactNode;
  /** The name as a link. */
  children?: ReactNode;
}) {
  return (
    <div className={styles.person}>
      <span className={styles.avatar} data-team={isTeam} aria-hidden="true">
        {isTeam ? <Icon name="people" /> : [...name.trim()][0]?.toUpperCase()}
      </span>
      <span className={styles.name}>
        <span>
          {children}
          {badges}
        </span>
        {detail !== undefined && <small>{detail}</small>}
      </span>
    </div>
  );
}
