import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import { listChangedPageIds } from '../../../content/history/page-changes/list-changed-pages.ts';
import { changedPagesUnknown } from '../change-request-errors.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { listUnknown, storeChangedPages } from './changed-pages.repository.ts';

/** The number of change requests whose revisions are read together. */
const BATCH = 50;
/** The time limit for one request. The next request continues where this one ended. */
const MAX_MS = 5000;

/**
 * Updates which pages the change requests of a space change. Reads only the change requests that have changed since the
 * last call, and only the parts that their two revisions do not share.
 */
export async function readChangedPages(
  { db, transact }: Pick<Context, 'db' | 'transact'>,
  store: ContentStore,
  space: SpacePointer,
  statuses: readonly ChangeRequestRow['status'][],
): Promise<void> {
  const { organizationId, spaceId } = space;
  const startedAt = performance.now();
  for (;;) {
    const unknown = await listUnknown(db, space, statuses, BATCH);
    const ids = unknown.flatMap(({ baseId, revisionId }) => [baseId, revisionId]);
    const revisions = await store.openAll(space, [...new Set(ids)]);
    for (const { changeRequestId, baseId, revisionId } of unknown) {
      const [before, after] = [revisions.get(baseId), revisions.get(revisionId)];
      const pageIds = before && after ? listChangedPageIds({ before, after }) : [];
      await transact(({ trx }) =>
        storeChangedPages(trx, { organizationId, spaceId, changeRequestId }, { baseId, revisionId, pageIds }),
      );
    }
    if (unknown.length < BATCH) return;
    if (performance.now() - startedAt > MAX_MS) throw changedPagesUnknown();
  }
}
