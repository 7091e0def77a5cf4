import { Type } from 'typebox';
import { openEvents } from '../open-events.ts';
import { defineAnswer } from './answer.ts';
import { describePages, PageSchema } from './pages.ts';

const defineEnd = ({
  end,
  name,
  operationId,
}: {
  end: 'first' | 'last';
  name: string;
  operationId: string;
}) =>
  defineAnswer({
    name,
    operationId,
    summary: end === 'first' ? 'List the entry pages of a site' : 'List the exit pages of a site',
    description: `Lists the pages where sessions ${end === 'first' ? 'began' : 'ended'}: the ${end} page view of each session that matches the filters. Missing pages are listed by their path.`,
    query: {},
    totals: { sessions: Type.Integer({ description: 'The number of sessions with a page view.' }) },
    item: Type.Object({ page: PageSchema, sessions: Type.Integer() }),
    async read(parts, question) {
      const rows = await openEvents(parts.context).listEndPages(question, end);
      const pages = await describePages(parts, question, rows);
      return {
        totals: { sessions: rows[0]?.total ?? 0 },
        items: rows.map(({ sessions }, n) => ({ page: pages[n] as (typeof pages)[number], sessions })),
      };
    },
  });

export const entryPages = defineEnd({ end: 'first', name: 'entry-pages', operationId: 'listSiteEntryPages' });
export const exitPages = defineEnd({ end: 'last', name: 'exit-pages', operationId: 'listSiteExitPages' });
