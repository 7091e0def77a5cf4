import type { Segment } from './segment.ts';

export interface SearchedSegment {
  segment: Segment;
  /** One for each page that is to be found, by its ordinal; zero for a page that is no longer the current one. */
  live: Uint8Array;
}

/** Where a match was found: in what names something, or in its text. */
export interface RankedSection {
  /** Its place among the sections of the page's document. */
  ordinal: number;
  score: number;
  match: 'page' | 'section';
}

export interface RankedPage {
  pageId: string;
  /** Which of the searched segments holds it: in several spaces a page id says not enough. */
  segment: number;
  /** Its ordinal in that segment. */
  page: number;
  score: number;
  match: 'page' | 'section';
  /** Best first. */
  sections: RankedSection[];
}

/** All pages that match, best first. Equal scores are ordered by page id. */
export function search(
  segments: readonly SearchedSegment[],
  query: string,
  _options: { language: string | null },
): RankedPage[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const ranked: RankedPage[] = [];
  const scoreOf = (text: string | undefined): number => {
    const lower = (text ?? '').toLowerCase();
    return words.filter((word) => lower.includes(word)).length;
  };
  for (const [index, { segment, live }] of segments.entries())
    for (const [ordinal, page] of segment.pages.entries()) {
      if (!live[ordinal]) continue;
      const own = 3 * (scoreOf(page.title) + scoreOf(page.linkTitle)) + scoreOf(page.description);
      const sections = page.sections
        .map(({ title, text }, n) => ({
          ordinal: n,
          score: 2 * scoreOf(title) + scoreOf(text),
          match: 'section' as const,
        }))
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score || left.ordinal - right.ordinal);
      const score = own + (sections[0]?.score ?? 0);
      if (score > 0)
        ranked.push({
          pageId: page.pageId,
          segment: index,
          page: ordinal,
          score,
          match: own > 0 ? 'page' : 'section',
          sections,
        });
    }
  return ranked.sort((left, right) => right.score - left.score || (left.pageId < right.pageId ? -1 : 1));
}
