import { Type } from 'typebox';
import { Timestamp } from '../../../http/schemas.ts';
import { type AnswerParts, defineAnswer } from './answer.ts';
import { nameOfPage } from './page-key.ts';
import { PageSchema } from './pages.ts';
import type { Question } from './question.ts';
import { openSiteContent } from './site-content.ts';
import { listViewedPages } from './viewed-pages.ts';

/** More are not looked at: a list of what nobody reads is not read to its end either. */
const MAX_PAGES = 50_000;

export const unreadPages = defineAnswer({
  name: 'unread-pages',
  operationId: 'listSiteUnreadPages',
  summary: 'List the pages of a site that nobody reads',
  description:
    'Lists pages without a view, in reading order: of the spaces that readers can see and you can read, without drafts. At most 50,000 pages are looked at.',
  query: {},
  totals: {
    pages: Type.Integer({ description: 'The pages that were looked at.' }),
    unread: Type.Integer({ description: 'Those of them without a view.' }),
  },
  item: Type.Object({
    page: PageSchema,
    updatedAt: Type.Union([Timestamp, Type.Null()], { description: 'When the page changed last.' }),
  }),
  async read(parts, question) {
    const pages = await listPages(parts, question);
    const viewed = await listViewedPages(parts, question, pages);
    const unread = pages.filter((page) => !viewed.has(nameOfPage(page)));
    return {
      totals: { pages: pages.length, unread: unread.length },
      items: unread.slice(0, question.limit).map(({ spaceId, pageId, title, findPath, updatedAt }) => ({
        page: { id: pageId, space: spaceId, title, path: findPath() },
        updatedAt,
      })),
    };
  },
});

interface ListedPage {
  spaceId: string;
  pageId: string;
  title: string;
  updatedAt: string;
  findPath: () => string;
}

/** The pages with a text of their own, as far as the question is about them. */
async function listPages(parts: AnswerParts, question: Question): Promise<ListedPage[]> {
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
        findPath: () => content.pathOf(open, page.id),
      });
    }
  }
  return pages;
}
