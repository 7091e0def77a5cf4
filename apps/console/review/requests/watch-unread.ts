import { isHearingPerson, subscribePerson } from '../../api/events.ts';
import { readUnreadCount } from '../../api/notifications.ts';

/** How often to ask while the stream is interrupted. */
const INTERVAL_MS = 30_000;
/** How long to wait for further events before reading once for all of them. */
const PAUSE_MS = 300;

/**
 * Keeps the number of unread notifications up to date. `onNews` is called when there is a new notification, or one was
 * marked elsewhere. Returns a function that ends it.
 */
export function watchUnread(onNews?: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    void readUnreadCount().catch(() => undefined);
    onNews?.();
  };
  const onShow = (): void => {
    if (document.visibilityState === 'visible' && !isHearingPerson.get()) read();
  };
  const interval = setInterval(onShow, INTERVAL_MS);
  const leave = subscribePerson(({ type }) => {
    if (type !== 'notification' && type !== 'reset') return;
    clearTimeout(timer);
    timer = setTimeout(read, PAUSE_MS);
  });
  document.addEventListener('visibilitychange', onShow);
  window.addEventListener('focus', onShow);
  read();
  return () => {
    clearTimeout(timer);
    clearInterval(interval);
    leave();
    document.removeEventListener('visibilitychange', onShow);
    window.removeEventListener('focus', onShow);
  };
}
