import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { explain } from '../../api/explain.ts';
import {
  markAllRead,
  type NotificationQuery,
  notificationListQuery,
  refreshNotifications,
} from '../../api/notifications.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../app/button.tsx';
import { RouteError } from '../../app/route-error.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { unreadCount } from '../../app/unread-count.ts';
import { EmptyState, Loading, View } from '../../app/view.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { NotificationList } from './notification-list.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';
import { ViewLinks } from './view-links.tsx';
import { watchUnread } from './watch-unread.ts';

const VIEWS = ['all', 'unread', 'mentions', 'preferences'] as const;
type NotificationView = (typeof VIEWS)[number];

const VIEW_NAMES: Record<NotificationView, keyof Messages> = {
  all: 'notificationsAll',
  unread: 'notificationsOnlyUnread',
  mentions: 'notificationsMentions',
  preferences: 'settings',
};

const searchOf = (view: NotificationView): Record<string, string> => (view === 'all' ? {} : { view });

const QUERIES: Record<NotificationView, NotificationQuery> = {
  all: {},
  unread: { unread: true },
  mentions: { kind: ['mentioned'] },
  preferences: {},
};

/** The notifications of the user, and which of them they want. */
export function Notifications() {
  const navigate = useNavigate();
  const asked = useRouterState({
    select: ({ location }) => String((location.search as Record<string, unknown>).view),
  });
  const view = VIEWS.find((one) => one === asked) ?? 'all';
  const unread = useStore(unreadCount);
  const readAll = async (): Promise<void> => {
    try {
      await markAllRead();
      showToast(t('allAreRead'));
    } catch (error) {
      showError(explain(error));
    }
  };
  return (
    <View
      title={t('notifications')}
      lead={t('notificationsLead')}
      actions={
        <Button icon="check" disabled={unread === 0} onClick={() => void readAll()}>
          {t('readAll')}
        </Button>
      }
    >
      <ViewLinks
        label={t('notificationViews')}
        views={VIEWS.map((one) => ({
          name: t(VIEW_NAMES[one]),
          search: searchOf(one),
          isCurrent: one === view,
        }))}
        onChoose={(search) => void navigate({ to: '.', search: search as never })}
      />
      {view === 'preferences' ? <NotificationPreferences /> : <Listed key={view} view={view} />}
    </View>
  );
}

function Listed({ view }: { view: NotificationView }) {
  const query = QUERIES[view];
  const list = useInfiniteQuery(notificationListQuery(query));
  useEffect(() => {
    const refresh = (): void => void refreshNotifications(query).catch(() => undefined);
    return watchUnread(refresh);
  }, [query]);
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data]);
  if (list.error && !items) return <RouteError error={list.error} />;
  if (!items) return <Loading label={t('loading')} rows={6} />;
  if (items.length === 0)
    return (
      <EmptyState
        title={t(view === 'unread' ? 'noNotificationUnread' : 'noNotification')}
        text={t('noNotificationText')}
      />
    );
  return (
    <NotificationList
      name={view}
      items={items}
      count={list.data?.pages[0]?.count ?? items.length}
      hasMore={list.hasNextPage}
      isReading={list.isFetchingNextPage}
      readMore={() => void list.fetchNextPage()}
    />
  );
}
