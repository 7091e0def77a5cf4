import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import type { JobBody, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { enqueueOnce } from '../../../platform/jobs/queue.ts';
import { followTitles } from './follow-titles.ts';
import { createTextsReader } from './page-parts.ts';
import { rebuildIndex } from './rebuild-index.ts';
import {
  findIndex,
  findSpaceState,
  type IndexKey,
  listStaleSpaces,
  lockIndex,
  lockSpaceState,
  storeIndex,
} from './search-index.repository.ts';
import { SEARCH_INDEX, type SearchIndexPayload, searchIndexJob } from './search-index-job.ts';
import { SEARCH_VERSION } from './search-version.ts';
import { countMissing, tidyIndex } from './tidy-index.ts';
import type { Upkeep } from './upkeep.ts';

/** Updates the language of an index, which affects only how queries are matched, so no page is indexed again. */
async function followLanguage({ transact, key }: Upkeep): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const space = await lockSpaceState(trx, key);
    const index = await lockIndex(trx, key);
    if (!space || !index) return;
    await storeIndex(trx, key.organizationId, { ...index, language: space.language });
    announce({ kind: 'space', spaceId: key.spaceId });
  });
}

/** At the start of a process, enqueues the job for every space without an index, or with one of another release. */
export async function enqueueStaleIndexes({
  db,
  transact,
  clock,
}: Pick<Context, 'db' | 'transact' | 'clock'>): Promise<void> {
  const spaces = await listStaleSpaces(db, SEARCH_VERSION);
  if (spaces.length > 0) await transact((unit) => enqueueOnce(unit, spaces.map(searchIndexJob), clock()));
}

/**
 * Maintains the index of a space: creates it if it is missing or of another version, applies the language of the space,
 * and then tidies it step by step. The content may change in the meantime: a step ends in a transaction that checks its
 * starting point, or is repeated.
 */
export function createSearchIndexJob(
  context: Pick<Context, 'db' | 'transact' | 'pointers' | 'clock' | 'threads'>,
  store: ContentStore,
) {
  const { db, transact, pointers, threads } = context;
  const run: JobBody = async ({ organizationId, payload }, signal) => {
    const key: IndexKey = { organizationId, spaceId: (payload as SearchIndexPayload).spaceId };
    const upkeep: Upkeep = {
      db,
      transact,
      key,
      openSnapshot: async (revisionId) => {
        const space = (await pointers.spaces.find(key.spaceId)) as SpacePointer;
        return (await store.open({ ...space, ...key }, revisionId)).snapshot;
      },
      threads,
      readTexts: createTextsReader({ db, threads, organizationId }),
      lane: 'job',
      signal,
    };
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      const space = await findSpaceState(db, key);
      // Purged, or in another organization now.
      if (!space) return;
      const row = await findIndex(db, key);
      if (row?.version !== SEARCH_VERSION) await rebuildIndex(upkeep);
      else if (row.language !== space.language) await followLanguage(upkeep);
      else if (!(await followTitles(upkeep, row)) && !(await tidyIndex(upkeep, row))) {
        // This job is enqueued only for a reason. If none is visible, a search missed pages.
        if (!isFirst || (await countMissing(upkeep, row)) === 0) return;
        await rebuildIndex(upkeep);
      }
    }
  };
  const prepare = () => enqueueStaleIndexes(context);
  return { kind: SEARCH_INDEX, lane: 'upkeep', run, prepare } as const satisfies JobDefinition;
}
