import type { RequestOf, ResponseOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { unreadCount } from '../app/unread-count.ts';
import { api } from './client.ts';
import { queries } from './queries.ts';

export type Notification = Schemas['Notification'];
type NotificationPage = ResponseOf<'/v1/user/notifications', 'get'>;
type NotificationPages = InfiniteData<NotificationPage>;
export type NotificationQuery = Pick<
  NonNullable<RequestOf<'/v1/user/notifications', 'get'>['query']>,
  'unread' | 'kind'
>;
export type Preferences = ResponseOf<'/v1/user/notification-preferences', 'get'>;

const PER_PAGE = 50;

const readPage = (query: NotificationQuery, page: string | undefined): Promise<NotificationPage> =>
  api.get('/v1/user/notifications', {
    query: { ...query, limit: PER_PAGE, ...(page === undefined ? {} : { page }) },
  });

/** Notifications, the newest first. */
export const notificationListQuery = (query: NotificationQuery) =>
  infiniteQueryOptions({
    queryKey: ['notifications', query],
    queryFn: ({ pageParam }) => readPage(query, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the newest notifications of a list again. Those that were read earlier keep their places. */
export async function refreshNotifications(query: NotificationQuery): Promise<void> {
  const { queryKey } = notificationListQuery(query);
  if (!queries.getQueryData(queryKey)) return;
  const fresh = await readPage(query, undefined);
  queries.setQueryData(queryKey, (old) => old && mergeNewest(old, fresh));
}

function mergeNewest(old: NotificationPages, fresh: NotificationPage): NotificationPages {
  const [first, ...rest] = old.pages;
  if (!fresh.next || !first?.next) return { pages: [fresh], pageParams: [undefined] };
  const known = new Set(fresh.items.map(({ id }) => id));
  const kept = (page: NotificationPage) => page.items.filter(({ id }) => !known.has(id));
  return {
    ...old,
    pages: [
      { ...first, count: fresh.count, items: [...fresh.items, ...kept(first)] },
      ...rest.map((page) => ({ ...page, items: kept(page) })),
    ],
  };
}

/** Reads how many notifications are unread. */
export async function readUnreadCount(): Promise<void> {
  const { count } = await api.get('/v1/user/notifications', { query: { unread: true, limit: 1 } });
  unreadCount.set(count);
}

/** Marks a notification, in the lists at once. */
export async function markNotification({ id, read: wasRead }: Notification, read: boolean): Promise<void> {
  if (wasRead === read) return;
  showRead((one) => (one.id === id ? { ...one, read } : one));
  unreadCount.set(Math.max(0, unreadCount.get() + (read ? -1 : 1)));
  try {
    await api.put('/v1/user/notifications/{notificationId}', {
      path: { notificationId: id },
      body: { read },
    });
  } catch (error) {
    showRead((one) => (one.id === id ? { ...one, read: wasRead } : one));
    void readUnreadCount().catch(() => undefined);
    throw error;
  }
}

export async function markAllRead(): Promise<void> {
  await api.post('/v1/user/notifications/read-all');
  unreadCount.set(0);
  showRead((one) => ({ ...one, read: true }));
}

const showRead = (change: (notification: Notification) => Notification): void =>
  void queries.setQueriesData<NotificationPages>(
    { queryKey: ['notifications'] },
    (old) => old && { ...old, pages: old.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
  );

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: () => api.get('/v1/user/notification-preferences'),
});

/** Changes in which way a kind is sent, at once where it is shown. */
export async function changePreference(
  kind: keyof Preferences,
  way: 'inApp' | 'mail',
  isWanted: boolean,
): Promise<void> {
  const { queryKey } = preferencesQuery;
  queries.setQueryData(queryKey, (old) => old && { ...old, [kind]: { ...old[kind], [way]: isWanted } });
  try {
    await api.put('/v1/user/notification-preferences', { body: { [kind]: { [way]: isWanted } } });
  } catch (error) {
    await queries.invalidateQueries({ queryKey });
    throw error;
  }
}
