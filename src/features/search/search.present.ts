import type { Static } from 'typebox';
import type { PageTree } from '../../content/tree/page-tree.ts';
import type { MakeExcerpt } from '../../search-engine/excerpt.ts';
import type { RankedPage } from '../../search-engine/search.ts';
import type { DocumentEntry } from './page-key.ts';
import type { SearchedPageSchema } from './search.schemas.ts';
import type { ShownDocument } from './shown-documents.ts';

/** A page that is shown, with what showing it needs. */
export interface FoundPage {
  spaceId: string;
  /** In which its space is analyzed. */
  language: string | null;
  pages: PageTree;
  entry: DocumentEntry;
  ranked: RankedPage;
  /** From one. */
  rank: number;
}

/** What is the same for all pages of an answer. */
export interface AnswerParts {
  /** Cuts excerpts for the query, in a space that is analyzed in this language. */
  excerptsIn(language: string | null): MakeExcerpt;
  baseUrl: string;
}

/** More of a page than its best sections helps nobody to choose. */
const MAX_SECTIONS = 5;

/** Scores are for comparing: more digits would only make answers longer. */
export const presentScore = (score: number): number => Math.round(score * 1e4) / 1e4;

export type PresentedPage = Static<typeof SearchedPageSchema>;

export function presentFoundPage(
  found: FoundPage,
  document: ShownDocument,
  parts: AnswerParts,
): PresentedPage {
  const { entry, pages, ranked } = found;
  const path = pages.pathOf(entry.id);
  const app = `${parts.baseUrl}/app/s/${found.spaceId}/${entry.id}`;
  const makeExcerpt = parts.excerptsIn(found.language);
  return {
    id: entry.id,
    title: entry.title,
    description: document.description,
    path,
    score: presentScore(ranked.score),
    rank: found.rank,
    resultType: ranked.match,
    sections: ranked.sections.slice(0, MAX_SECTIONS).flatMap(({ ordinal, score, match }) => {
      const section = document.sections[ordinal];
      if (!section) return [];
      return {
        id: entry.id + section.anchor,
        title: section.title || entry.title,
        path: path + section.anchor,
        score: presentScore(score),
        resultType: match,
        body: makeExcerpt(section.line),
        urls: { app: app + section.fragment },
      };
    }),
    ancestors: [...titlesAbove(pages, entry.id)],
    urls: { app },
  };
}

/** Of each page that stands above others, its own title and those above it: a tree never changes. */
const titlesKept = new WeakMap<PageTree, Map<string, readonly { title: string }[]>>();

/** From the top to the page right above. */
function titlesAbove(pages: PageTree, pageId: string): readonly { title: string }[] {
  const parentId = pages.parentIdOf(pageId);
  if (parentId === undefined) return [];
  const kept = titlesKept.get(pages) ?? new Map<string, readonly { title: string }[]>();
  titlesKept.set(pages, kept);
  let titles = kept.get(parentId);
  if (!titles) {
    titles = [...titlesAbove(pages, parentId), { title: pages.find(parentId)?.entry.title ?? '' }];
    kept.set(parentId, titles);
  }
  return titles;
}
