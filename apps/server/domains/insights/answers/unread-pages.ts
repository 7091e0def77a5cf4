import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/schemas.ts';
import { defineAnswer } from './answer.ts';
import { describeListed, listPages } from './list-pages.ts';
import { nameOfPage } from './page-key.ts';
import { PageSchema } from './pages.ts';
import { listViewedPages } from './viewed-pages.ts';

export const unreadPages = defineAnswer({
  name: 'unread-pages',
  operationId: 'listSiteUnreadPages',
  summary: 'List the pages of a site that nobody reads',
  description:
    'Lists pages without a view, in reading order, from the spaces that readers can see and you can read. Excludes drafts. At most 50,000 pages are checked.',
  query: {},
  totals: {
    pages: Type.Integer({ description: 'The number of pages that were checked.' }),
    unread: Type.Integer({ description: 'The number of these pages without a view.' }),
  },
  item: Type.Object({
    page: PageSchema,
    updatedAt: Type.Union([Timestamp, Type.Null()], {
      description: 'The time of the last change of the page.',
    }),
  }),
  async read(parts, question) {
    const pages = await listPages(parts, question);
    const viewed = await listViewedPages(parts, question, pages);
    const unread = pages.filter((page) => !viewed.has(nameOfPage(page)));
    return {
      totals: { pages: pages.length, unread: unread.length },
      items: unread
        .slice(0, question.limit)
        .map((page) => ({ page: describeListed(page), updatedAt: page.updatedAt })),
    };
  },
});
