import { useEffect } from 'react';
import { type RequestPlace, refreshRequest } from '../../api/change-request.ts';
import { type SpaceEvent, subscribe } from '../../api/events.ts';
import { queries, spaceQuery } from '../../api/queries.ts';

/** Events that come together, as those of a save, are read together. */
const PAUSE_MS = 250;

/** What is read again after an event. Undefined: nothing. */
function partsOf(event: SpaceEvent, requestId: string | undefined): readonly string[] | undefined {
  const isOfSpace = 'changeRequest' in event ? event.changeRequest === undefined : true;
  if (event.type === 'reset')
    return ['changes', 'checks', 'reviews', 'reviewers', 'contributors', 'conflicts'];
  if (!isOfSpace && (event as { changeRequest?: string }).changeRequest !== requestId) return undefined;
  switch (event.type) {
    case 'content':
      // A merge of others makes the change request outdated, and can bring conflicts.
      return isOfSpace
        ? ['checks', 'conflicts']
        : ['changes', 'checks', 'reviews', 'contributors', 'conflicts'];
    case 'change_request':
      return isOfSpace ? undefined : ['changes', 'checks', 'reviews', 'conflicts'];
    case 'reviewers':
      return ['reviewers', 'checks'];
    case 'review':
      return ['reviews', 'reviewers', 'checks', 'contributors'];
    case 'check':
      return ['checks'];
    case 'checks':
      return ['checks', 'conflicts'];
    case 'comment':
      return isOfSpace ? undefined : ['contributors'];
    default:
      return undefined;
  }
}

/**
 * Shows what others do with the change request while it is open. The stream of the space also tells of its change
 * requests: it is heard because the content of the space decides whether there are conflicts.
 */
export function useFollowRequest(place: RequestPlace, requestId: string | undefined): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const parts = new Set<string>();
    const leave = subscribe({ spaceId: place.spaceId }, (event) => {
      const stale = partsOf(event, requestId);
      if (!stale) return;
      for (const part of stale) parts.add(part);
      timer ??= setTimeout(() => {
        timer = undefined;
        const together = [...parts];
        parts.clear();
        void refreshRequest(place, together);
        void queries.invalidateQueries({ queryKey: spaceQuery(place.spaceId).queryKey, exact: true });
      }, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [place, requestId]);
}
