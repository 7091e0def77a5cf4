import { subscribe, subscribePerson } from '../../api/events.ts';
import type { RequestScope } from '../../api/request-lists.ts';

const PAUSE_MS = 500;
/**
 * Each space of an organization has a stream of its own. The inbox subscribes only to the stream of the person, and is
 * read again at this interval for everything else while somebody looks at it.
 */
const INBOX_MS = 30_000;

const CONCERNED = new Set(['change_request', 'reviewers', 'review', 'comment', 'content', 'seen', 'reset']);

/** Calls `refresh` when the change requests of a place may have changed. Returns a function that ends it. */
export function followLists(scope: RequestScope, refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(refresh, PAUSE_MS);
  };
  const onShow = (): void => {
    if (document.visibilityState === 'visible') refreshSoon();
  };
  const interval = 'spaceId' in scope ? undefined : setInterval(() => onShow(), INBOX_MS);
  const leave =
    'spaceId' in scope
      ? subscribe({ spaceId: scope.spaceId }, (event) => CONCERNED.has(event.type) && refreshSoon())
      : subscribePerson(({ type }) => type !== 'open' && refreshSoon());
  document.addEventListener('visibilitychange', onShow);
  return () => {
    clearTimeout(timer);
    clearInterval(interval);
    document.removeEventListener('visibilitychange', onShow);
    leave();
  };
}
