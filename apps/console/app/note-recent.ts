import { useEffect } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries, recentQuery } from '../api/queries.ts';
import { useIds } from './current.ts';

/** Who only passes by has not opened a page. */
const STAY_MILLISECONDS = 1500;

/** Notes which pages and spaces the user opens, for the list of what was opened last. */
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
        // The list is a convenience; what fails here needs no words.
        .catch(() => undefined);
    }, STAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isNoted, spaceId, pageId]);
}
