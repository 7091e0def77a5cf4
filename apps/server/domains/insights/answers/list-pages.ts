import type { AnswerParts } from './answer.ts';
import type { AnswerPage } from './pages.ts';
import type { Question } from './question.ts';
import { openSiteContent } from './site-content.ts';

/** Further pages are not read. */
const MAX_PAGES = 50_000;

export interface ListedPage {
  spaceId: string;
  pageId: string;
  title: string;
  updatedAt: string;
  /** Within its space, not encoded. */
  path: string;
  /** In the address of the site. */
  findPath: () => string;
}

/** The pages of the site with a text of their own, in reading order, as far as the question is about them. */
export async function listPages(parts: AnswerParts, question: Question): Promise<ListedPage[]> {
  const content = await openSiteContent(parts, question);
  const pages: ListedPage[] = [];
  for (const space of content.listSpaces(question)) {
    const open = await content.open(space.spaceId);
    if (!open) continue;
    for (const { entry: page } of open.snapshot.pages.pages()) {
      if (pages.length === MAX_PAGES) return pages;
      if (page.type !== 'document') continue;
      pages.push({
        spaceId: space.spaceId,
        pageId: page.id,
        title: page.title,
        updatedAt: page.updatedAt,
        path: open.snapshot.pages.pathOf(page.id),
        findPath: () => content.pathOf(open, page.id),
      });
    }
  }
  return pages;
}

export const describeListed = ({ spaceId, pageId, title, findPath }: ListedPage): AnswerPage => ({
  id: pageId,
  space: spaceId,
  title,
  path: findPath(),
});
