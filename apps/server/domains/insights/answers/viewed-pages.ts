import type { AnswerParts } from './answer.ts';
import { byEvents, countEvents } from './count-events.ts';
import { nameOfPage, readPageKey } from './page-key.ts';
import type { Question } from './question.ts';

/** Those of these pages with a view, by `nameOfPage`. However many others were viewed, the answer is no longer. */
export async function listViewedPages(
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
