import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Followers, UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueForLater, enqueueJob, enqueueOnce, type NewJob } from '../../../platform/jobs/queue.ts';

/** The kind of the job that brings the search index of a space in order. */
export const SEARCH_INDEX = 'search-index' as const;

export interface SearchIndexPayload {
  spaceId: string;
}

/** Several in a row do no harm: each finds its work done. */
export const searchIndexJob = ({
  organizationId,
  spaceId,
}: SpaceKey): NewJob & { concurrencyKey: string } => ({
  organizationId,
  kind: SEARCH_INDEX,
  payload: { spaceId } satisfies SearchIndexPayload,
  concurrencyKey: `${SEARCH_INDEX}:${spaceId}`,
});

/** Enqueues it from the commit on, unless one waits already. */
export const enqueueSearchIndex = (unit: UnitOfWork, space: SpaceKey, now: Date): Promise<void> =>
  enqueueOnce(unit, [searchIndexJob(space)], now);

/** The same for what can wait a few seconds, such as a merge of segments. */
export const enqueueSearchUpkeep = (unit: UnitOfWork, space: SpaceKey, now: Date): Promise<void> =>
  enqueueForLater(unit, [searchIndexJob(space)], now);

/** Enqueued even if one is waiting: that one may start before the change is visible. */
export const indexInNewLanguage: Followers['languageChanged'] = async (unit, { at, ...space }) => {
  await enqueueJob(unit, searchIndexJob(space), at);
};
