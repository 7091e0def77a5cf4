import type { NamedSegment } from './search-index.repository.ts';

/** The maximum number of pages in a segment, which limits the cost of writing and of merging one. */
export const MAX_PAGES = 2000;

/** Segments of about one size are merged when there are this many of them; sizes differ by the same factor. */
const FACTOR = 8;

/** A job merges segments. If this many are due, the job cannot keep up, and the next change waits for the merge. */
export const MAX_WAITING_SEGMENTS = 64;

type Sized = Pick<NamedSegment, 'id' | 'pages'>;

/**
 * The segments that are due to become one, smallest first; undefined when none are. Each page is so written again about
 * once per size, and there are never many segments.
 */
export function chooseMerge<Segment extends Sized>(segments: readonly Segment[]): Segment[] | undefined {
  const tiers = new Map<number, Segment[]>();
  for (const segment of segments) {
    const tier = tierOf(segment);
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment]);
  }
  for (const [, members] of [...tiers].sort(([left], [right]) => left - right)) {
    if (members.length < FACTOR) continue;
    let pages = 0;
    const chosen = members
      .sort((left, right) => left.pages - right.pages)
      .filter((segment) => {
        pages += segment.pages;
        return pages <= MAX_PAGES;
      });
    if (chosen.length > FACTOR / 2) return chosen;
  }
  return undefined;
}

const tierOf = ({ pages }: Sized): number =>
  Math.floor(Math.log(Math.max(1, pages)) / Math.log(FACTOR) + 1e-9);

/** Whether so many of the indexed pages are obsolete that a rewrite pays off. */
export function isMostlyObsolete({
  segments,
  livePages,
}: {
  segments: readonly Sized[];
  livePages: number;
}): boolean {
  return pagesOf(segments) > 1.5 * livePages + 4 * FACTOR;
}

/** Whether so many pages of one segment are obsolete that a rewrite pays off. */
export const isSparse = ({ pages }: Sized, live: number): boolean => live <= pages * 0.75;

export const pagesOf = (segments: readonly Sized[]): number =>
  segments.reduce((sum, { pages }) => sum + pages, 0);
