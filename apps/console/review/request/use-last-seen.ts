import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { changeRequestQuery, queries } from '../../api/queries.ts';
import type { OpenRequest } from './request-parts.ts';

/** What the user saw at their last look, by change request: looking at it again in this tab is the same look. */
const looks = new Map<string, string | undefined>();

/**
 * The revision that the user saw when they looked here before. What is shown now is noted as seen. Undefined if they
 * have not been here, or the content has not changed since.
 */
export function useLastSeen({ place, request }: OpenRequest, isShown: boolean): string | undefined {
  const [seen] = useState(() => {
    if (!looks.has(request.id)) looks.set(request.id, request.lastSeen?.revision);
    return looks.get(request.id);
  });
  const { revision, lastSeen, unread } = request;
  const isNew = lastSeen !== undefined && (lastSeen?.revision !== revision || unread === true);
  useEffect(() => {
    if (!isShown || !isNew) return;
    const note = (): void => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', note);
      void noteSeen(place, revision).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', note);
    note();
    return () => document.removeEventListener('visibilitychange', note);
  }, [place, revision, isShown, isNew]);
  return seen === revision ? undefined : seen;
}

async function noteSeen(place: OpenRequest['place'], revision: string): Promise<void> {
  const seen = await api.put('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/seen', {
    path: { ...place },
    body: { revision },
  });
  const { queryKey } = changeRequestQuery(place.spaceId, place.changeRequestId);
  queries.setQueryData(queryKey, (request) => request && { ...request, ...seen });
}
