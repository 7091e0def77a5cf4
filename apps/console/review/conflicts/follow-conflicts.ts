import { useEffect } from 'react';
import { refreshConflicts } from '../../api/conflicts.ts';
import { subscribe } from '../../api/events.ts';

/** Reads the conflicts of a change request again when somebody answers one, or changes the content of either side. */
export function useFollowConflicts({
  spaceId,
  changeRequestId,
}: {
  spaceId: string;
  changeRequestId: string;
}): void {
  useEffect(
    () =>
      subscribe({ spaceId }, ({ type }) => {
        if (type === 'checks' || type === 'content' || type === 'change_request' || type === 'reset')
          void refreshConflicts({ spaceId, changeRequestId });
      }),
    [spaceId, changeRequestId],
  );
}
