import { subscribe } from '../../api/events.ts';
import { readUnreadCount } from '../../api/notifications.ts';
import { unreadCount } from '../../app/unread-count.ts';

/** Streams are those of spaces. What happens in others is heard when the tab is looked at, and so often. */
const INTERVAL_MS = 30_000;
const PAUSE_MS = 300;

/**
 * Keeps the number of unread notifications up to date while the tab is looked at. `onNews` is called when it changed,
 * or something was marked elsewhere. Returns a function that ends it.
 */
export function watchUnread(spaceId: string | undefined, onNews?: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (): Promise<void> => {
    const before = unreadCount.get();
    await readUnreadCount().catch(() => undefined);
    if (unreadCount.get() !== before) onNews?.();
  };
  const onShow = (): void => {
    if (document.visibilityState === 'visible') void read();
  };
  const interval = setInterval(onShow, INTERVAL_MS);
  const leave =
    spaceId === undefined
      ? undefined
      : subscribe({ spaceId }, ({ type }) => {
          if (type !== 'notification') return;
          clearTimeout(timer);
          timer = setTimeout(() => void read(), PAUSE_MS);
        });
  document.addEventListener('visibilitychange', onShow);
  window.addEventListener('focus', onShow);
  onShow();
  return () => {
    clearTimeout(timer);
    clearInterval(interval);
    leave?.();
    document.removeEventListener('visibilitychange', onShow);
    window.removeEventListener('focus', onShow);
  };
}
