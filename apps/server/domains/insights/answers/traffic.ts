import { Type } from 'typebox';
import { invalidField } from '../../../platform/http/errors.ts';
import { writeTimeIn } from '../../../platform/http/time-zone.ts';
import { MAX_ROWS } from '../aggregate/aggregation.schemas.ts';
import type { Interval } from '../aggregate/dimension.ts';
import { listBegins } from '../aggregate/intervals.ts';
import type { TimeRange } from '../aggregate/range.ts';
import { defineAnswer } from './answer.ts';
import { countEvents } from './count-events.ts';

export const VISIT_COUNTS = {
  pageViews: Type.Integer(),
  visitors: Type.Integer(),
  sessions: Type.Integer(),
};
export const COUNTED = ['eventsCount', 'visitorsCount', 'sessionsCount'] as const;

export interface VisitCounts {
  pageViews: number;
  visitors: number;
  sessions: number;
}

export const readCounts = (counts: readonly unknown[]): VisitCounts => {
  const [pageViews = 0, visitors = 0, sessions = 0] = counts.map(Number);
  return { pageViews, visitors, sessions };
};

const At = Type.String({
  format: 'date-time',
  description: 'The beginning of the interval, with the offset of the time zone of the organization.',
});

const INTERVALS = ['hour', 'day', 'week', 'month'] as const;

export const traffic = defineAnswer({
  name: 'traffic',
  operationId: 'getSiteTraffic',
  summary: 'Get the traffic of a site',
  description:
    'Counts page views with their visitors and sessions: in total, and by interval. Intervals without a page view are included. `limit` does not apply.',
  query: {
    interval: Type.Optional(
      Type.Enum([...INTERVALS], {
        description:
          'The interval, in the time zone of the organization; weeks begin on Monday. By default, an interval that suits a chart is chosen.',
      }),
    ),
  },
  totals: VISIT_COUNTS,
  item: Type.Object({ at: At, ...VISIT_COUNTS }),
  async read(parts, question, input) {
    const interval = input.interval ?? chooseInterval(question.range);
    const { range, timeZone } = question;
    const begins = listBegins(range, { interval, zone: timeZone, limit: MAX_ROWS });
    if (begins.length > MAX_ROWS)
      throw invalidField('interval', `divides the range into more than ${MAX_ROWS} intervals`);
    const starts = begins.map((begin) => writeTimeIn(begin, timeZone));
    const asked = { types: ['page_view'], counts: COUNTED, limit: starts.length + 1 } as const;
    const groups = [{ column: 'datetime' as const, interval }];
    const [total = []] = await countEvents(parts, question, { ...asked, groups: [] });
    const rows = await countEvents(parts, question, { ...asked, groups });
    const counts = new Map(rows.map(([at, ...values]) => [at, readCounts(values)]));
    return {
      totals: readCounts(total),
      items: starts.map((at) => ({ at, ...(counts.get(at) ?? readCounts([])) })),
    };
  },
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function chooseInterval({ from, to }: TimeRange): Interval {
  const length = to.getTime() - from.getTime();
  if (length <= 2 * DAY_MS) return 'hour';
  if (length <= 100 * DAY_MS) return 'day';
  return length <= 750 * DAY_MS ? 'week' : 'month';
}
