import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Caller } from '../../access/role-sql.ts';
import type { Context } from '../../context.ts';
import { findLookups, findMisspellable, type Lookup } from '../../search-engine/find-lookups.ts';
import { parseQuery } from '../../search-engine/parse-query.ts';
import {
  type SearchedSegment,
  type SearchOptions,
  type SearchResults,
  search,
} from '../../search-engine/search.ts';
import { listReadableSpaces, type ReadableSpace } from '../spaces/spaces.queries.ts';
import { BestHits, type Hit, type LastResult } from './best-hits.ts';
import { asksForSomething } from './find-pages.ts';
import { findIndexes, type SearchIndexRow } from './search-index.repository.ts';
import type { LookupsIn, OpenedIndex, SearchStore } from './search-store.ts';

/** Spaces whose segments are read at once, where they are not in memory. */
const BATCH = 64;

/** How long a search may keep the process from serving other requests. */
const MAX_BLOCKING_MS = 10;

interface Parts {
  context: Pick<Context, 'db'>;
  indexes: SearchStore;
}

interface Wanted {
  query: string;
  after: LastResult | undefined;
  limit: number;
}

/** A space with the row of its index, if it has one. */
interface SpaceToSearch {
  organizationId: string;
  space: ReadableSpace;
  row: SearchIndexRow | undefined;
}

interface Found {
  /** The best ones, and one more than asked for if there is one. */
  hits: Hit[];
  /** The number of pages that match in all spaces. */
  count: number;
}

/** Finds the best pages in the spaces that the caller may read. */
export async function searchSpaces(parts: Parts, caller: Caller, wanted: Wanted): Promise<Found> {
  if (!asksForSomething(wanted.query)) return { hits: [], count: 0 };
  const spaces = await findSpaces(parts, caller);
  const parsed = parseQuery(wanted.query);
  const unknown = new Set(findMisspellable(parsed));
  const hasRoom = parts.indexes.hasRoomFor(spaces.flatMap(({ row }) => row ?? []));
  const found = await searchOnce(parts, spaces, {
    ...wanted,
    lookups: hasRoom ? undefined : keepLookups((language) => findLookups(parsed, language)),
    mayBeMisspelt: () => false,
    onAnswered: (term) => unknown.delete(term),
  });
  if (unknown.size === 0) return found;
  // What resembles a word may be anywhere among the terms.
  return searchOnce(parts, spaces, { ...wanted, mayBeMisspelt: (term) => unknown.has(term) });
}

/** Spaces are many, and their languages few. */
function keepLookups(lookups: LookupsIn): LookupsIn {
  const kept = new Map<string | null, readonly Lookup[]>();
  return (language) => {
    const found = kept.get(language) ?? lookups(language);
    kept.set(language, found);
    return found;
  };
}

async function findSpaces({ context }: Parts, caller: Caller): Promise<SpaceToSearch[]> {
  const { organizationId } = caller;
  const spaces = await listReadableSpaces(context.db, caller);
  const ids = spaces.map(({ spaceId }) => spaceId);
  const found = await findIndexes(context.db, organizationId, ids);
  const rows = new Map(found.map((row) => [row.spaceId, row]));
  return spaces.map((space) => ({ organizationId, space, row: rows.get(space.spaceId) }));
}

interface Pass extends Wanted, Pick<SearchOptions, 'mayBeMisspelt' | 'onAnswered'> {
  /** What to read of the segments; all of them without it. */
  lookups?: LookupsIn | undefined;
}

async function searchOnce(
  parts: Parts,
  spaces: readonly SpaceToSearch[],
  { query, after, limit, lookups, mayBeMisspelt, onAnswered = () => {} }: Pass,
): Promise<Found> {
  const best = new BestHits(after, limit);
  let count = 0;
  let turnAt = performance.now();
  let coming = readSpaces(parts, spaces.slice(0, BATCH), lookups);
  for (let start = 0; start < spaces.length; start += BATCH) {
    const read = await coming;
    // The next ones are read while these are searched; the loop sees a failure when it gets there.
    coming = readSpaces(parts, spaces.slice(start + BATCH, start + 2 * BATCH), lookups);
    coming.catch(() => {});
    for (const { space, index, segments } of read) {
      const ranked = search(segments, query, { language: index.language, mayBeMisspelt, onAnswered });
      count += ranked.length;
      best.add(hitsOf(space, index, ranked));
      if (performance.now() - turnAt < MAX_BLOCKING_MS) continue;
      await yieldToEventLoop();
      turnAt = performance.now();
    }
  }
  return { hits: best.list(), count };
}

/** Yields hits one by one: in most spaces only the best are examined. */
function* hitsOf(space: ReadableSpace, index: OpenedIndex, ranked: SearchResults): Generator<Hit> {
  for (const page of ranked) yield { space, index, page };
}

interface ReadSpace {
  space: ReadableSpace;
  index: OpenedIndex;
  segments: SearchedSegment[];
}

/** Reads the segments of the spaces that are indexed, or what lookups can find in them. */
async function readSpaces(
  { indexes }: Parts,
  spaces: readonly SpaceToSearch[],
  lookups: LookupsIn | undefined,
): Promise<ReadSpace[]> {
  if (spaces.length === 0) return [];
  const rows = spaces.map(({ organizationId, space: { spaceId, revisionId }, row }) => ({
    organizationId,
    spaceId,
    revisionId,
    row,
  }));
  const opened = (await indexes.openRows(rows)).flatMap((index, at) =>
    index ? [{ space: (spaces[at] as SpaceToSearch).space, index }] : [],
  );
  const segments = await indexes.readSegments(
    opened.map(({ index }) => index),
    lookups,
  );
  return opened.map((one, at) => ({ ...one, segments: segments[at] ?? [] }));
}
