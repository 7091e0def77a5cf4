import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import buttons from './button.module.css';
import { isFirstViewShown } from './first-view.ts';
import { Icon } from './icons.tsx';
import styles from './sidebar.module.css';
import { unreadCount } from './unread-count.ts';

/** The largest number that has room beside the bell. */
const MOST_SHOWN = 99;

/** Links to the notifications, with the number of unread ones. */
export function Bell() {
  const { data: session } = useQuery(sessionQuery);
  const isShown = useStore(isFirstViewShown);
  const count = useStore(unreadCount);
  // Service accounts have no notifications.
  const isPerson = session?.user !== undefined;
  useEffect(() => {
    if (!isShown || !isPerson) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    import('../review/requests/watch-unread.ts')
      .then(({ watchUnread }) => {
        if (!isOver) stop = watchUnread();
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isShown, isPerson]);
  if (!isPerson) return null;
  const label = count === 0 ? t('notifications') : t('notificationsUnread', { count });
  return (
    <Link
      to="/notifications"
      aria-label={label}
      title={label}
      className={`${buttons.icon ?? ''} ${styles.bell ?? ''}`}
    >
      <Icon name="bell" />
      {count > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  );
}
