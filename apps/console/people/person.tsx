import type { ReactNode } from 'react';
import { Icon } from '../app/icons.tsx';
import { Portrait } from '../app/portrait.tsx';
import styles from './people.module.css';

/** A person or a team with what tells them apart from others of the same name. */
export function Person({
  name,
  pictureUrl,
  detail,
  isTeam = false,
  badges,
  children = name,
}: {
  name: string;
  pictureUrl?: string | undefined;
  /** The email address, or the size of a team. */
  detail?: ReactNode;
  isTeam?: boolean;
  badges?: ReactNode;
  /** The name as a link. */
  children?: ReactNode;
}) {
  return (
    <div className={styles.person}>
      {isTeam ? (
        <span className={styles.avatar} data-team aria-hidden="true">
          <Icon name="people" />
        </span>
      ) : (
        <Portrait name={name} url={pictureUrl} className={styles.avatar} />
      )}
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
