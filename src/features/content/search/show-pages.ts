import type { Context } from '../../../context.ts';
import type { ContentStore } from '../revisions/content-store.ts';
import { createExcerpts, type MakeExcerpt } from './engine/excerpt.ts';
import { type FoundPage, presentFoundPage } from './search.present.ts';
import type { SectionTexts } from './section-texts.ts';

export type PresentedPage = ReturnType<typeof presentFoundPage>;

/** Presents pages of one organization. Reads the texts of exactly these. */
export type ShowPages = (
  organizationId: string,
  query: string,
  found: readonly FoundPage[],
) => Promise<PresentedPage[]>;

export const createShowPages =
  ({ config }: Pick<Context, 'config'>, store: ContentStore, sectionTexts: SectionTexts): ShowPages =>
  async (organizationId, query, found) => {
    const hashes = [...new Set(found.flatMap(({ entry }) => entry.document ?? []))];
    const factsOf = await store.facts.load(organizationId, 'facts', hashes);
    const sections = await sectionTexts(organizationId, hashes);
    const excerpts = new Map<string | null, MakeExcerpt>();
    const excerptsIn = (language: string | null): MakeExcerpt => {
      const known = excerpts.get(language) ?? createExcerpts(query, { language });
      excerpts.set(language, known);
      return known;
    };
    const parts = {
      excerptsIn,
      baseUrl: config.baseUrl,
      factsOf,
      sectionsOf: (hash: string) => sections.get(hash),
    };
    return found.map((page) => presentFoundPage(page, parts));
  };
