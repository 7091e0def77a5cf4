import { type Static, Type } from 'typebox';
import { Timestamp } from '../../../platform/http/schemas.ts';
import { PAGE_RATINGS } from '../codes.ts';
import { openEvents } from '../open-events.ts';
import { defineAnswer } from './answer.ts';
import { byEvents, countEvents } from './count-events.ts';
import { nameOfPage, readPageKey } from './page-key.ts';
import { describePages, PageSchema } from './pages.ts';

const RATINGS = { bad: Type.Integer(), ok: Type.Integer(), good: Type.Integer() };
type Ratings = Record<keyof typeof RATINGS, number>;

const CommentSchema = Type.Object({
  at: Timestamp,
  rating: Type.Enum([...PAGE_RATINGS.values]),
  comment: Type.String(),
});

/** The pages with most ratings: beyond, a page has few. */
const MAX_RATED = 10_000;

export const feedback = defineAnswer({
  name: 'feedback',
  operationId: 'listSitePoorlyRatedPages',
  summary: 'List the poorly rated pages of a site',
  description:
    'Lists pages that readers rated, worst first, with their latest comments. The score is the share of good ratings; `ok` counts as half. Two good and two bad ratings are added to each page, so that a single rating has little effect.',
  query: {},
  totals: { pages: Type.Integer({ description: 'The number of pages that were rated.' }), ...RATINGS },
  item: Type.Object({
    page: PageSchema,
    score: Type.Number({ description: 'From 0 to 1.' }),
    ...RATINGS,
    comments: Type.Array(CommentSchema, { description: 'The latest three comments, newest first.' }),
  }),
  async read(parts, question) {
    const rows = await countEvents(parts, question, {
      types: ['page_post_feedback'],
      groups: [{ column: 'page' }],
      counts: ['pageFeedbackRating', 'eventsCount'],
      order: byEvents,
      limit: MAX_RATED,
    });
    const rated = rows.map(([page, ratings]) => ({ page: readPageKey(page), ratings: ratings as Ratings }));
    const worst = rated
      .map((row) => ({ ...row, score: scoreOf(row.ratings) }))
      .sort((one, other) => one.score - other.score)
      .slice(0, question.limit);
    const keys = worst.map(({ page }) => page);
    const pages = await describePages(parts, question, keys);
    const comments = await openEvents(parts.context).listComments(question, keys);
    return {
      totals: { pages: rated.length, ...addUp(rated) },
      items: worst.map(({ page, ratings: { bad, ok, good }, score }, n) => ({
        page: pages[n] as (typeof pages)[number],
        score,
        bad,
        ok,
        good,
        comments: (comments.get(nameOfPage(page)) ?? []) as Static<typeof CommentSchema>[],
      })),
    };
  },
});

/** As if each page had these ratings already. */
const ADDED = 2;

function scoreOf({ bad, ok, good }: Ratings): number {
  const score = (good + ok / 2 + ADDED) / (bad + ok + good + 2 * ADDED);
  return Math.round(score * 1000) / 1000;
}

function addUp(rated: readonly { ratings: Ratings }[]): Ratings {
  const sum = { bad: 0, ok: 0, good: 0 };
  for (const { ratings } of rated)
    for (const name of ['bad', 'ok', 'good'] as const) sum[name] += ratings[name];
  return sum;
}
