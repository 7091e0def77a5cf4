import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { Segment } from '@lectern/search/segment';
import { type DocumentEntry, pageKey } from './page-key.ts';
import { indexedTitlesAbove } from './titles-above.ts';

export interface LivePages {
  /** For each segment, by page ordinal: 1 if the revision contains the page as indexed there. */
  live: Uint8Array[];
  /** The pages that each segment is live for. */
  entries: DocumentEntry[][];
  /** Pages of the revision that no segment holds. */
  missing: DocumentEntry[];
}

/**
 * Determines which pages of the segments (oldest first) belong to a revision. Each page counts once: in the newest
 * segment that contains it.
 */
export function findLivePages(segments: readonly Segment[], snapshot: Snapshot): LivePages {
  const wanted = new Map<string, DocumentEntry>();
  for (const entry of documentEntries(snapshot)) wanted.set(entry.id, entry);
  const live: Uint8Array[] = [];
  const entries: DocumentEntry[][] = [];
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index] as Segment;
    const bits = new Uint8Array(segment.pageCount);
    const found: DocumentEntry[] = [];
    for (let ordinal = 0; ordinal < segment.pageCount; ordinal += 1) {
      const entry = wanted.get(segment.pageId(ordinal));
      if (!entry || !pageKey(entry).equals(segment.pageKey(ordinal))) continue;
      bits[ordinal] = 1;
      found.push(entry);
      wanted.delete(entry.id);
    }
    live[index] = bits;
    entries[index] = found;
  }
  return { live, entries, missing: [...wanted.values()] };
}

/** The pages of segments that are below other titles in a revision than were indexed with them. */
export const listWithOtherTitles = (
  segments: readonly Segment[],
  live: readonly Uint8Array[],
  { pages }: Snapshot,
): DocumentEntry[] =>
  segments.flatMap((segment, at) =>
    Array.from(segment.aboveHashes).flatMap((hash, ordinal) => {
      if (live[at]?.[ordinal] !== 1) return [];
      const pageId = segment.pageId(ordinal);
      const entry = pages.find(pageId)?.entry;
      const isSame = hash === indexedTitlesAbove(pages, pageId).hash;
      return entry?.type === 'document' && !isSame ? [entry] : [];
    }),
  );

/** The pages that are indexed in segments: those with a document. Groups and links have no text. */
export function* documentEntries(snapshot: Snapshot): Generator<DocumentEntry> {
  for (const { entry } of snapshot.pages.pages()) if (entry.type === 'document') yield entry;
}

/** Whether the table of contents has entries whose pages are computed. */
export function hasComputedEntries(snapshot: Snapshot): boolean {
  for (const { entry } of snapshot.pages.pages()) if (entry.type === 'computed') return true;
  return false;
}
