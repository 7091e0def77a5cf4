import { createExcerpts, type MakeExcerpt } from '@lectern/search/excerpt';
import type { Context } from '../../../platform/context.ts';
import { type FoundPage, type PresentedPage, presentFoundPage } from './search.present.ts';
import type { ShownDocument, ShownDocuments } from './shown-documents.ts';

/** Presents pages of one organization. Reads the texts of exactly these. */
export type ShowPages = (
  organizationId: string,
  query: string,
  found: readonly FoundPage[],
) => Promise<PresentedPage[]>;

export const createShowPages =
  ({ config }: Pick<Context, 'config'>, shownDocuments: ShownDocuments): ShowPages =>
  async (organizationId, query, found) => {
    const stored = found.flatMap((page) =>
      page.entry && !page.document ? [{ page, entry: page.entry }] : [],
    );
    const read = await shownDocuments(
      organizationId,
      stored.map(({ entry }) => entry),
    );
    const documents = new Map(stored.map(({ page }, at) => [page, read[at] as ShownDocument]));
    const excerpts = new Map<string | null, MakeExcerpt>();
    const excerptsIn = (language: string | null): MakeExcerpt => {
      const known = excerpts.get(language) ?? createExcerpts(query, { language });
      excerpts.set(language, known);
      return known;
    };
    const parts = { excerptsIn, baseUrl: config.baseUrl };
    return found.map((page) =>
      presentFoundPage(page, page.document ?? (documents.get(page) as ShownDocument), parts),
    );
  };
