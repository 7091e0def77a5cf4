import { useEffect } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries, recentQuery } from '../api/queries.ts';
import { useIds } from './current.ts';

/** Pages that are only passed through do not count as opened. */
const STAY_MILLISECONDS = 1500;

/** Records which pages and spaces the user opens, for “Recently opened”. */
export function useNoteRecent(): void {
  const { spaceId, pageId, changeRequestId, revisionId } = useIds();
  const isNoted = spaceId !== undefined && changeRequestId === undefined && revisionId === undefined;
  useEffect(() => {
    if (!isNoted) return;
    const timer = setTimeout(() => {
      const body = { space: spaceId, ...(pageId === undefined ? {} : { page: pageId }) };
      api
        .post('/v1/user/recent', { headers: repeatable(), body })
        .then(() => queries.invalidateQueries({ queryKey: recentQuery.queryKey }))
        // The list is only a convenience: errors are ignored.
        .catch(() => undefined);
    }, STAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isNoted, spaceId, pageId]);
}
