/**
 * Search for readers who do not see everything. Hidden pages are removed from the index, and pages with conditions in
 * their text are replaced by an index of the visible text: ranking, counts and excerpts are those of a space without
 * the hidden content.
 */

import type { Outcome } from '@lectern/markdown/evaluate-document';
import type { SearchedSegment } from '@lectern/search/search';
import { Segment } from '@lectern/search/segment';
import { LRUCache } from 'lru-cache';
import type { Audience } from '../../../content/revisions/audience.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { evaluateAll } from '../../../content/revisions/truths.ts';
import {
  collectPageConditions,
  judgePages,
  type VisiblePages,
} from '../../../content/revisions/visible-pages.ts';
import type { Context } from '../../../platform/context.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { ComputedIndex } from '../../content/search/computed-index.ts';
import { type ShownDocument, sizeOfShown, toShown } from '../../content/search/shown-documents.ts';
import { toPage } from '../../content/search/write-segments.ts';
import { type AdaptivePages, collectAdaptivePages } from './adaptive-pages.ts';
import { type AdaptivePage, type VisibleSegment, writeVisibleSegmentTask } from './write-visible-segment.ts';

/** The part of the index of a revision that an audience can search. */
export interface VisibleIndex {
  narrow(segments: readonly SearchedSegment[]): SearchedSegment[];
  /** The computed pages whose entries are visible. */
  narrowComputed(computed: ComputedIndex): SearchedSegment;
  /** Finds the shown parts of a page with conditions in its text. */
  findShown(pageId: string): ShownDocument | undefined;
}

export interface VisibleIndexes {
  /** Undefined for an audience that sees everything. */
  find(open: OpenRevision, audience: Audience): Promise<VisibleIndex | undefined>;
}

/** The maximum text of pages with conditions that is indexed for an audience. Other pages are found by their names. */
const MAX_SOURCE_BYTES = 8_000_000;
/** An index of at most this much text is written in place, which takes a few milliseconds. */
const MAX_BYTES_IN_PLACE = 16_384;
const MAX_WRITE_MS = 20_000;

/** An index of the pages with conditions, as an audience sees them. */
interface Overlay {
  segment: Segment;
  shown: ReadonlyMap<string, ShownDocument>;
  /** The indexes with this overlay, by visible pages. They are released with the overlay. */
  indexes: WeakMap<VisiblePages, VisibleIndex>;
}

export function createVisibleIndexes(
  { config, threads }: Pick<Context, 'config' | 'threads'>,
  content: ContentStore,
): VisibleIndexes {
  const overlays = new LRUCache<string, Overlay>({
    maxSize: config.limits.memoryCacheBytes / 4,
    sizeCalculation: ({ segment, shown }) =>
      [...shown.values()].reduce((sum, one) => sum + sizeOfShown(one), 1000 + segment.byteLength),
  });
  const writing = new Map<string, Promise<Overlay>>();
  const withoutOverlay = new WeakMap<VisiblePages, VisibleIndex>();

  async function getOverlay(
    key: string,
    open: OpenRevision,
    adaptive: AdaptivePages,
    holds: readonly boolean[],
  ): Promise<Overlay> {
    const known = overlays.get(key) ?? writing.get(key);
    if (known) return known;
    const written = writeOverlay(open, adaptive, holds)
      .then((overlay) => {
        overlays.set(key, overlay);
        return overlay;
      })
      .finally(() => writing.delete(key));
    writing.set(key, written);
    return written;
  }

  async function writeOverlay(
    open: OpenRevision,
    adaptive: AdaptivePages,
    holds: readonly boolean[],
  ): Promise<Overlay> {
    const pages = await readPages(open, adaptive, holds);
    const { content: bytes, sections } = await writeSegment(pages);
    const shown = pages.map(({ page, facts }, at): [string, ShownDocument] => [
      page.pageId,
      toShown(JSON.parse(facts), sections[at] ?? []),
    ]);
    return {
      segment: Segment.open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      shown: new Map(shown),
      indexes: new WeakMap(),
    };
  }

  async function readPages(
    { space, snapshot }: OpenRevision,
    { pages }: AdaptivePages,
    holds: readonly boolean[],
  ): Promise<AdaptivePage[]> {
    const { organizationId } = space;
    const factsOf = await content.facts.load(
      organizationId,
      'facts',
      pages.map(({ hash }) => hash),
    );
    const read: AdaptivePage[] = [];
    let bytes = 0;
    for (const { entry, hash, positions } of pages) {
      const facts = factsOf(hash) ?? {};
      const isRead = bytes < MAX_SOURCE_BYTES && !facts.unreadable;
      const source = isRead ? await content.getSource(organizationId, hash) : undefined;
      bytes += source?.length ?? 0;
      const outcomes = new Map(
        [...positions].map(([expression, at]): [string, Outcome] => [
          expression,
          // The values of expressions in the text are not searchable.
          { holds: holds[at] ?? false, text: '' },
        ]),
      );
      const { texts: _texts, ...page } = toPage(entry, snapshot.pages, { facts: '', sections: '' });
      read.push({ page, facts: JSON.stringify(facts), source, outcomes });
    }
    return read;
  }

  async function writeSegment(pages: AdaptivePage[]): Promise<VisibleSegment> {
    const bytes = pages.reduce((sum, { source }) => sum + (source?.length ?? 0), 0);
    if (bytes <= MAX_BYTES_IN_PLACE) return writeVisibleSegmentTask.run(pages);
    try {
      return await threads.run(writeVisibleSegmentTask, pages, { lane: 'request', deadlineMs: MAX_WRITE_MS });
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      return writeVisibleSegmentTask.run(pages.map((page) => ({ ...page, source: undefined })));
    }
  }

  return {
    async find(open, audience) {
      const { snapshot, space, revision } = open;
      const [pageConditions, adaptive] = await Promise.all([
        collectPageConditions(content, open),
        collectAdaptivePages(content, open),
      ]);
      if (pageConditions.conditions.length === 0 && adaptive.pages.length === 0) return undefined;
      const scope = { audience, spaceVariables: snapshot.settings.variables };
      const judged = judgePages(content.conditions, pageConditions, scope);
      const textTruths = evaluateAll(content.conditions, adaptive.conditions, scope);
      const key = `${space.organizationId}/${space.spaceId}/${revision.revisionId}/${textTruths.key}`;
      const overlay =
        adaptive.pages.length > 0 ? await getOverlay(key, open, adaptive, textTruths.holds) : undefined;
      const pages = judged.see(snapshot);
      const indexes = overlay?.indexes ?? withoutOverlay;
      const known = indexes.get(pages);
      if (known) return known;
      const index: VisibleIndex = {
        narrow: createNarrow(pages, overlay),
        narrowComputed: createNarrowComputed(pages),
        findShown: (pageId) => overlay?.shown.get(pageId),
      };
      indexes.set(pages, index);
      return index;
    },
  };
}

/**
 * The bits of a segment are computed once, because the engine caches counts by them. They are kept by the bits from
 * which they are computed: while segments are merged, an index is searched in other segments than those that it names.
 */
function createNarrow(pages: VisiblePages, overlay: Overlay | undefined): VisibleIndex['narrow'] {
  const narrowed = new WeakMap<Uint8Array, Uint8Array>();
  const own: SearchedSegment[] = overlay
    ? [{ segment: overlay.segment, live: liveBits(overlay.segment, undefined, pages.isVisible) }]
    : [];
  const isFound = (pageId: string): boolean => pages.isVisible(pageId) && !overlay?.shown.has(pageId);
  return (segments) => {
    const found = segments.map(({ segment, live }) => {
      const bits = narrowed.get(live) ?? liveBits(segment, live, isFound);
      narrowed.set(live, bits);
      return { segment, live: bits };
    });
    return [...found, ...own];
  };
}

function createNarrowComputed(pages: VisiblePages): VisibleIndex['narrowComputed'] {
  const narrowed = new WeakMap<ComputedIndex, SearchedSegment>();
  return (computed) => {
    const known = narrowed.get(computed);
    if (known) return known;
    const { segment, live, ...rest } = computed.segment;
    const isFound = (pageId: string): boolean => pages.isVisible(computed.entryIdOf(pageId) ?? '');
    const found = { ...rest, segment, live: liveBits(segment, live, isFound) };
    narrowed.set(computed, found);
    return found;
  };
}

function liveBits(
  segment: Segment,
  live: Uint8Array | undefined,
  isFound: (pageId: string) => boolean,
): Uint8Array {
  const bits = new Uint8Array(segment.pageCount);
  for (let ordinal = 0; ordinal < segment.pageCount; ordinal += 1)
    if ((live === undefined || live[ordinal]) && isFound(segment.pageId(ordinal))) bits[ordinal] = 1;
  return bits;
}
