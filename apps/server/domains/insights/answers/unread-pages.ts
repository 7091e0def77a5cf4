import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/schemas.ts';
import { type AnswerParts, defineAnswer } from './answer.ts';
import { byEvents, countEvents } from './count-events.ts';
import { describeListed, listPages } from './list-pages.ts';
import { nameOfPage, readPageKey } from './page-key.ts';
import { PageSchema } from './pages.ts';
import type { Question } from './question.ts';

/** Those of these pages with a view, by `nameOfPage`. However many others were viewed, the answer is no longer. */
async function listViewedPages(
  parts: AnswerParts,
  question: Question,
  pages: readonly { spaceId: string; pageId: string }[],
): Promise<Set<string>> {
  if (pages.length === 0) return new Set();
  const rows = await countEvents(parts, question, {
    types: ['page_view'],
    groups: [{ column: 'page' }],
    counts: ['eventsCount'],
    where: [
      { column: 'page', values: pages.map(({ spaceId, pageId }) => ({ space: spaceId, page: pageId })) },
    ],
    order: byEvents,
    limit: pages.length,
  });
  return new Set(rows.map(([page]) => nameOfPage(readPageKey(page))));
}

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
