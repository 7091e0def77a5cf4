import type { Place } from '../api/place.ts';
import { organizationsQuery, pagesQuery, queries, sessionQuery, spaceQuery } from '../api/queries.ts';
import { treePart } from '../tree/tree-part.ts';
import type { Ids } from './current.ts';

/** Whatever takes longer is shown as placeholders first. */
const MOST_MS = 800;

let isStarting = true;

/** From now on, views render without waiting for the data. */
export const endStart = (): void => {
  isStarting = false;
};

/**
 * Reads what the first view shows before it is drawn, so that it is drawn once. The document of the console has
 * requested it already. What fails is tried again, and explained, by the view. `readPage`: the view is a page, whose
 * text is shown before the page tree: reading and drawing a tree of thousands of pages takes longer than the text.
 */
export async function readAhead(ids: Ids, readPage?: () => Promise<unknown>): Promise<void> {
  if (!isStarting) return;
  const { spaceId, changeRequestId, revisionId } = ids;
  const reads: Promise<unknown>[] = [
    queries.prefetchQuery(sessionQuery),
    queries.prefetchQuery(organizationsQuery),
  ];
  if (spaceId !== undefined) {
    const place: Place = { spaceId, changeRequestId, revisionId };
    reads.push(queries.prefetchQuery(spaceQuery(spaceId)));
    if (readPage) reads.push(readPage());
    else reads.push(queries.prefetchQuery(pagesQuery(place)), treePart.load());
  }
  const timeout = new Promise((resolve) => setTimeout(resolve, MOST_MS));
  await Promise.race([Promise.allSettled(reads), timeout]);
}
