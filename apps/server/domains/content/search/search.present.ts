import type { MakeExcerpt } from '@lectern/search/excerpt';
import type { RankedPage } from '@lectern/search/ranked-page';
import type { Static } from 'typebox';
import type { DocumentEntry } from './page-key.ts';
import type { SearchedPageSchema } from './search.schemas.ts';
import type { ShownDocument } from './shown-documents.ts';

/** Where a found page is. */
export interface FoundLocation {
  id: string;
  title: string;
  emoji?: string | undefined;
  path: string;
  /** The titles of the pages above it, from the top. */
  ancestors: readonly { title: string }[];
  /** Whether the application can show the page itself. Computed pages are shown with their space. */
  hasView: boolean;
}

/** A found page with the data needed to show it. */
export interface FoundPage {
  spaceId: string;
  /** The language in which its space is analyzed. */
  language: string | null;
  place: FoundLocation;
  /** The entry of its stored document. */
  entry?: DocumentEntry;
  ranked: RankedPage;
  /** Counted from one. */
  rank: number;
  /** The shown parts of its document; undefined for those of the stored document. */
  document?: ShownDocument | undefined;
}

/** The parts that all pages of a response share. */
export interface PresentParts {
  /** Cuts excerpts for the query, in a space that is analyzed in this language. */
  excerptsIn(language: string | null): MakeExcerpt;
  baseUrl: string;
}

/** More sections of a page would not help to choose. */
const MAX_SECTIONS = 5;

/** Scores are only compared, so more digits would only make responses longer. */
const presentScore = (score: number): number => Math.round(score * 1e4) / 1e4;

export type PresentedPage = Static<typeof SearchedPageSchema>;

export function presentFoundPage(
  found: FoundPage,
  document: ShownDocument,
  parts: PresentParts,
): PresentedPage {
  const { place, ranked } = found;
  const { id, title, emoji, path, hasView } = place;
  const app = `${parts.baseUrl}/app/s/${found.spaceId}${hasView ? `/${id}` : ''}`;
  const makeExcerpt = parts.excerptsIn(found.language);
  return {
    id,
    title,
    ...(emoji ? { emoji } : {}),
    ...(document.icon ? { icon: document.icon } : {}),
    description: document.description,
    path,
    score: presentScore(ranked.score),
    rank: found.rank,
    resultType: ranked.match,
    sections: ranked.sections.slice(0, MAX_SECTIONS).flatMap(({ ordinal, score, match }) => {
      const section = document.sections[ordinal];
      if (!section) return [];
      return {
        id: id + section.anchor,
        title: section.title || title,
        path: path + section.anchor,
        score: presentScore(score),
        resultType: match,
        body: makeExcerpt(section.line),
        urls: { app: hasView ? app + section.fragment : app },
      };
    }),
    ancestors: [...place.ancestors],
    urls: { app },
  };
}
