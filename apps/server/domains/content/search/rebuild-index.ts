import { Segment } from '@lectern/search/segment';
import { appendTo } from '@lectern/std/long-lists';
import { documentEntries, findLivePages, hasComputedEntries, listWithOtherTitles } from './live-pages.ts';
import {
  findSpaceState,
  lockIndex,
  lockSpaceState,
  type NewSegment,
  nameSegment,
  storeIndex,
} from './search-index.repository.ts';
import { SEARCH_VERSION } from './search-version.ts';
import type { Upkeep } from './upkeep.ts';
import { writeSegments } from './write-segments.ts';

/** Indexes a whole space. Changes made in the meantime are added until nothing is missing. */
export async function rebuildIndex(upkeep: Upkeep): Promise<void> {
  const { db, transact, key, openSnapshot } = upkeep;
  const { organizationId, spaceId } = key;
  const written: NewSegment[] = [];
  for (;;) {
    const state = await findSpaceState(db, key);
    if (!state) return;
    const { revisionId } = state;
    const snapshot = await openSnapshot(revisionId);
    const segments = written.map(({ content }) => Segment.open(content));
    const { live, missing } = findLivePages(segments, snapshot);
    const entries = [...missing, ...listWithOtherTitles(segments, live, snapshot)];
    appendTo(written, await writeSegments(entries, { ...upkeep, tree: snapshot.pages }));
    const isStored = await transact(async ({ trx, announce }) => {
      const locked = await lockSpaceState(trx, key);
      if (locked?.revisionId !== revisionId) return false;
      const replaced = await lockIndex(trx, key);
      const index = {
        spaceId,
        revisionId,
        version: SEARCH_VERSION,
        language: locked.language,
        livePages: [...documentEntries(snapshot)].length,
        hasComputed: hasComputedEntries(snapshot),
        segments: written.map(nameSegment),
      };
      await storeIndex(trx, organizationId, index, { written, dropped: replaced?.segments ?? [] });
      // Its pages did not change, but its search results did.
      announce({ kind: 'space', spaceId });
      return true;
    });
    if (isStored) return;
  }
}
