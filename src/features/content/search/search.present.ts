import type { DocumentFacts } from '../facts/document-facts.ts';
import { readPageSettings } from '../facts/page-settings.ts';
import type { Hash } from '../tree/hash.ts';
import type { PageTree } from '../tree/page-tree.ts';
import type { MakeExcerpt } from './engine/excerpt.ts';
import type { RankedPage } from './engine/search.ts';
import type { DocumentEntry } from './page-key.ts';
import type { ShownSection } from './section-texts.ts';

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

export interface FoundParts {
  /** Cuts excerpts for the query, in a space that is analyzed in this language. */
  excerptsIn(language: string | null): MakeExcerpt;
  baseUrl: string;
  factsOf(hash: Hash): DocumentFacts | undefined;
  sectionsOf(hash: Hash): readonly ShownSection[] | undefined;
}

/** More of a page than its best sections helps nobody to choose. */
const MAXIMUM_SECTIONS = 5;

/** Scores are for comparing: more digits would only make answers longer. */
export const presentScore = (score: number): number => Math.round(score * 1e4) / 1e4;

export function presentFoundPage(found: FoundPage, parts: FoundParts) {
  const { entry, pages, ranked } = found;
  const hash = entry.document;
  const facts = hash && parts.factsOf(hash);
  const path = pages.pathOf(entry.id);
  const app = `${parts.baseUrl}/app/s/${found.spaceId}/${entry.id}`;
  const sections = (hash && parts.sectionsOf(hash)) || [];
  const makeExcerpt = parts.excerptsIn(found.language);
  return {
    id: entry.id,
    title: entry.title,
    description: facts ? describe(facts) : '',
    path,
    score: presentScore(ranked.score),
    rank: found.rank,
    resultType: ranked.match,
    sections: ranked.sections.slice(0, MAXIMUM_SECTIONS).flatMap(({ ordinal, score, match }) => {
      const section = sections[ordinal];
      if (!section) return [];
      const anchor = section.anchor === undefined ? '' : `#${section.anchor}`;
      return [
        {
          id: `${entry.id}${anchor}`,
          title: section.title || entry.title,
          path: `${path}${anchor}`,
          score: presentScore(score),
          resultType: match,
          body: makeExcerpt(section.line),
          urls: { app: `${app}${anchor && `#${encodeURIComponent(anchor.slice(1))}`}` },
        },
      ];
    }),
    ancestors: titlesAbove(pages, entry.id),
    urls: { app },
  };
}

const descriptions = new WeakMap<DocumentFacts, string>();

/** Facts are read once and kept, and most results are shown again and again. */
function describe(facts: DocumentFacts): string {
  let description = descriptions.get(facts);
  if (description === undefined) {
    description = readPageSettings(facts).description ?? '';
    descriptions.set(facts, description);
  }
  return description;
}

/** From the top to the page right above. */
function titlesAbove(pages: PageTree, pageId: string): { title: string }[] {
  const titles: { title: string }[] = [];
  for (let above = pages.parentIdOf(pageId); above !== undefined; above = pages.parentIdOf(above))
    titles.unshift({ title: pages.find(above)?.entry.title ?? '' });
  return titles;
}
