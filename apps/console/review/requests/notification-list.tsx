import { type CSSProperties, memo } from 'react';
import { PREFIX } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { markNotification, type Notification } from '../../api/notifications.ts';
import { IconButton } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { Icon, type IconName } from '../../app/icons.tsx';
import { Time } from '../../app/time.tsx';
import { showError } from '../../app/toasts.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { AppLink } from './app-link.tsx';
import styles from './requests.module.css';
import { RowList } from './row-list.tsx';
import { subjectOf } from './subject-of.ts';

/** The words are those of the mails. */
const KINDS: Record<Notification['kind'], { words: keyof Messages; icon: IconName }> = {
  'review-requested': { words: 'notifiedReview', icon: 'change' },
  'changes-requested': { words: 'notifiedChanges', icon: 'draft' },
  merged: { words: 'notifiedMerged', icon: 'merged' },
  mentioned: { words: 'notifiedMentioned', icon: 'comment' },
  'scheduled-merge-failed': { words: 'notifiedSchedule', icon: 'clock' },
  'sync-conflict': { words: 'notifiedConflict', icon: 'change' },
};

const ROW_REMS = { wide: 4.25, small: 6.25 };

/** Notifications as an endless list. */
export function NotificationList({
  count,
  ...list
}: {
  /** Distinguishes lists. */
  name: string;
  items: readonly Notification[];
  count: number;
  hasMore: boolean;
  isReading: boolean;
  readMore: () => void;
}) {
  const toggle = (one: Notification | undefined): void => one && mark(one, !one.read);
  return (
    <RowList
      {...list}
      name={`notifications ${list.name}`}
      label={t('notifications')}
      rems={ROW_REMS}
      keys={{ u: toggle }}
    >
      {(notification, place) => (
        <NotificationRow key={notification.id} notification={notification} count={count} {...place} />
      )}
    </RowList>
  );
}

const mark = (notification: Notification, read: boolean): void =>
  void markNotification(notification, read).catch((error: unknown) => showError(explain(error)));

const NotificationRow = memo(function NotificationRow({
  notification,
  position,
  count,
  style,
  onFocus,
}: {
  notification: Notification;
  position: number;
  count: number;
  style: CSSProperties;
  onFocus: (id: string) => void;
}) {
  const { id, kind, read, createdAt, createdBy, changeRequest, space, urls } = notification;
  const { words, icon } = KINDS[kind];
  const target = changeRequest
    ? t('targetRequest', { number: String(changeRequest.number) })
    : t('targetComment');
  const { pathname, search } = new URL(urls.app);
  return (
    <li
      data-row={id}
      data-unread={!read}
      className={styles.row}
      style={style}
      aria-posinset={position}
      aria-setsize={count}
      onFocus={() => onFocus(id)}
    >
      <span className={styles.state}>
        <Icon name={icon} />
      </span>
      <div className={styles.what}>
        <AppLink
          path={pathname.slice(`${PREFIX}/app`.length) + search}
          onFollow={() => mark(notification, true)}
          className={styles.subject}
        >
          {!read && <span className="visually-hidden">{t('unread')}: </span>}
          {t(words, { name: createdBy.displayName || t('somebody'), target })}
        </AppLink>
        <p className={styles.facts}>
          {changeRequest && <span className={styles.space}>{subjectOf(changeRequest)}</span>}
          <span>{nameOf(space.title, t('untitled'))}</span>
          <span>
            <Time at={createdAt} />
          </span>
        </p>
      </div>
      <IconButton
        icon={read ? 'undo' : 'check'}
        label={t(read ? 'markUnread' : 'markRead')}
        className={styles.menu ?? ''}
        onClick={() => mark(notification, !read)}
      />
    </li>
  );
});
