import { Type } from 'typebox';
import type { FilterInput } from '../aggregate/aggregation.schemas.ts';
import { defineAnswer } from './answer.ts';
import { byEvents, countEvents } from './count-events.ts';
import { type PageKey, readPageKey } from './page-key.ts';
import { describePages, PageSchema } from './pages.ts';
import { COUNTED, readCounts, VISIT_COUNTS } from './traffic.ts';

/** Views without a page are of missing ones. There is a row of them for each space: some more than there usually are. */
const MAX_SPACES = 100;

const oneOf = (keys: readonly PageKey[]): FilterInput => ({
  column: 'page',
  values: keys.map(({ spaceId, pageId }) => ({ space: spaceId as string, page: pageId as string })),
});

export const topPages = defineAnswer({
  name: 'top-pages',
  operationId: 'listSiteTopPages',
  summary: 'List the most viewed pages of a site',
  description: 'Lists pages with their views, most viewed first.',
  query: {},
  totals: { pageViews: Type.Integer({ description: 'The views of all pages, including missing ones.' }) },
  item: Type.Object({ page: PageSchema, ...VISIT_COUNTS }),
  async read(parts, question) {
    const views = { types: ['page_view'], order: byEvents } as const;
    const [total = []] = await countEvents(parts, question, {
      ...views,
      groups: [],
      counts: ['eventsCount'],
      limit: 1,
    });
    const { limit } = question;
    const byPage = { ...views, groups: [{ column: 'page' as const }] };
    // Views come from a rollup. Only for the pages that are shown, single events distinguish visitors and sessions.
    const most = await countEvents(parts, question, {
      ...byPage,
      counts: ['eventsCount'],
      limit: limit + MAX_SPACES,
    });
    const keys = most
      .map(([page]) => readPageKey(page))
      .filter(({ pageId }) => pageId !== null)
      .slice(0, limit);
    const rows =
      keys.length === 0
        ? []
        : await countEvents(parts, question, { ...byPage, counts: COUNTED, where: [oneOf(keys)], limit });
    const pages = await describePages(
      parts,
      question,
      rows.map(([page]) => readPageKey(page)),
    );
    return {
      totals: { pageViews: Number(total[0] ?? 0) },
      items: rows.map(([, ...counts], n) => ({
        page: pages[n] as (typeof pages)[number],
        ...readCounts(counts),
      })),
    };
  },
});
