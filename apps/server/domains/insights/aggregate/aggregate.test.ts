import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  claimSetsOf,
  type Fact,
  FIRST,
  fact,
  NOW,
  toEvent,
} from '../../../../../test/fixtures/insights/aggregate/facts.ts';
import { aggregateFacts, valuesOf } from '../../../../../test/fixtures/insights/aggregate/model.ts';
import { addTrackedSite, aggregate } from '../../../../../test/fixtures/insights/insights.ts';
import { CLIENT_VERSIONS, validateResponse, violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { UTC } from '../../../platform/http/time-zone.ts';
import { BOTS } from '../codes.ts';
import { EventWriter } from '../events/event-writer.ts';
import { openEvents } from '../open-events.ts';
import { rollUp } from '../rollups/roll-up.ts';
import { aggregateEvents } from './aggregate-events.ts';
import type { AggregationInput, ColumnInput, FilterInput } from './aggregation.schemas.ts';
import { familyOf } from './dimensions.ts';

let app: TestApp;
const clock = () => new Date(NOW);
beforeAll(async () => {
  app = await buildTestApp({ clock });
});
afterAll(() => app?.close());

const GROUPS: ColumnInput[] = [
  ...(['hour', 'day', 'week', 'month'] as const).map((interval) => ({
    column: 'datetime' as const,
    interval,
  })),
  ...(['datetime', 'dayOfWeek', 'hourOfDay', 'url', 'urlPath', 'eventType', 'siteSection'] as const).map(
    named,
  ),
  ...(
    ['siteSpace', 'displayContext', 'page', 'visitorGeoCountry', 'visitorDevice', 'visitorBot'] as const
  ).map(named),
  ...(['visitorBrowser', 'visitorOS', 'visitorLanguage', 'visitorAuthenticated'] as const).map(named),
  ...(['visitorClaimProperty', 'eventLLMSVariant', 'eventMarkdownSource', 'eventSearchQuery'] as const).map(
    named,
  ),
  ...(['eventPageFeedbackRating', 'eventPageFeedbackComment', 'eventAskResponseRating'] as const).map(named),
  ...(['referrer', 'referrerDomain', 'utmSource', 'utmCampaign', 'eventPageNotFoundType'] as const).map(
    named,
  ),
  ...['plan', 'role', 'nothing'].map((claim) => ({ column: 'visitorClaim' as const, claim })),
];
const COUNTS: ColumnInput[] = (
  ['eventsCount', 'sessionsCount', 'visitorsCount', 'pageFeedbackRating', 'askResponseRating'] as const
).map(named);

function named<Name extends ColumnInput['column']>(column: Name) {
  return { column };
}

const ORDERED = new Set([
  'datetime',
  'dayOfWeek',
  'hourOfDay',
  'urlPath',
  'visitorGeoCountry',
  'eventSearchQuery',
]);

/** Filters by values that some event has, so that they match some events. */
function filterOf(facts: readonly Fact[], columns: readonly ColumnInput[]): fc.Arbitrary<FilterInput> {
  const onEvents = fc
    .tuple(
      fc.constantFrom(...columns),
      fc.subarray([...facts], { minLength: 1, maxLength: Math.min(4, facts.length) }),
    )
    .chain(([{ interval: _, ...column }, chosen]) => {
      const values = chosen.flatMap((one) => valuesOf(column, one));
      if (values.length === 0) return fc.constant(undefined);
      const one = values.find((value) => value !== null && value !== '');
      const compared = fc
        .constantFrom('greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual')
        .map((operator) => ({ ...column, operator, values: [one] }) as FilterInput);
      const listed = fc.constantFrom('in', 'notIn', undefined).map((operator) => ({
        ...column,
        values,
        ...(operator === undefined ? {} : { operator: operator as 'in' }),
      }));
      return ORDERED.has(column.column) && one !== undefined ? fc.oneof(listed, compared) : listed;
    })
    .filter((filter) => filter !== undefined);
  const onGroups = fc.record({
    column: fc.constantFrom('eventsCount' as const, 'visitorsCount' as const, 'sessionsCount' as const),
    operator: fc.constantFrom('greaterThan' as const, 'lessThanOrEqual' as const),
    values: fc.tuple(fc.integer({ min: 0, max: 5 })),
  });
  return fc.oneof({ arbitrary: onEvents, weight: 4 }, { arbitrary: onGroups, weight: 1 });
}

const DAY_MS = 24 * 3_600_000;

const instant = fc.oneof(
  fc.integer({ min: FIRST, max: NOW }),
  // Whole days, and the future.
  fc.integer({ min: FIRST / DAY_MS, max: Math.ceil(NOW / DAY_MS) }).map((day) => day * DAY_MS),
  fc.constant(NOW + 1),
  fc
    .integer({ min: Math.ceil(FIRST / 3_600_000), max: Math.floor(NOW / 3_600_000) })
    .map((hour) => hour * 3_600_000),
);

type Query = AggregationInput & { range: { from: string; to: string } };

/** The columns of audiences, which answer without reading each visitor. */
const OF_AUDIENCES = {
  groups: GROUPS.filter(
    ({ column, interval }) =>
      (column === 'datetime' && interval !== undefined && interval !== 'hour') ||
      ['displayContext', 'visitorBot', 'visitorAuthenticated', 'visitorClaim'].includes(column) ||
      column === 'visitorClaimProperty',
  ),
  counts: (['visitorsCount', 'eventsCount'] as const).map(named),
};

const queryOf = (
  facts: readonly Fact[],
  { groups, counts } = { groups: GROUPS, counts: COUNTS },
): fc.Arbitrary<Query> =>
  fc
    .record({
      groups: fc.subarray(groups, { maxLength: 3 }),
      counts: fc.subarray(counts, { minLength: 1, maxLength: Math.min(3, counts.length) }),
      where: fc.array(filterOf(facts, groups), { maxLength: 2 }),
      ends: fc.tuple(instant, instant).filter(([one, other]) => one !== other),
      isExplicit: fc.boolean(),
    })
    .map(({ groups: by, counts: measures, where, ends, isExplicit }) => ({
      select: [...by, ...measures],
      where,
      ...(isExplicit && by.length > 0 ? { groupBy: by } : {}),
      range: {
        from: new Date(Math.min(...ends)).toISOString(),
        to: new Date(Math.max(...ends)).toISOString(),
      },
    }));

const rowsOf = ({ columns }: { columns: { values: unknown[] }[] }): unknown[][] =>
  (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]));

const inOrder = (rows: unknown[][]): string[] => rows.map((row) => JSON.stringify(sortKeys(row))).sort();
const sortKeys = (row: unknown[]): unknown[] =>
  row.map((value) => (typeof value === 'object' && value !== null ? Object.entries(value).sort() : value));

const NEVER = new AbortController().signal;

interface SiteOfTest {
  organizationId: string;
  siteId: string;
  url: string;
}

const write = (site: SiteOfTest, facts: readonly Fact[]): Promise<number> =>
  new EventWriter({ db: app.context.db, events: openEvents(app.context), clock }).write({
    ...site,
    events: facts.map((one) => toEvent(site, one)),
    claimSets: claimSetsOf(site),
  });

async function compare(
  site: SiteOfTest,
  facts: readonly Fact[],
  query: Query,
  timeZone = UTC,
): Promise<void> {
  const expected = inOrder(aggregateFacts(facts, query, timeZone));
  for (const usesRollups of [true, false]) {
    const response = await aggregateEvents(app.context, site, query, { usesRollups, timeZone });
    expect({ usesRollups, rows: inOrder(rowsOf(response)) }).toEqual({ usesRollups, rows: expected });
  }
}

type Step =
  | { kind: 'write'; facts: Fact[] }
  | { kind: 'roll' }
  | { kind: 'cut' }
  | { kind: 'delete'; visitor: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fact, { minLength: 1, maxLength: 40 })
        .map((facts) => ({ kind: 'write' as const, facts })),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'roll' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'cut' as const }) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 14 }).map((visitor) => ({ kind: 'delete' as const, visitor })),
    },
  ),
  { minLength: 4, maxLength: 12 },
);

/** Performs the steps, and returns the facts that remain. */
async function follow(site: SiteOfTest, all: readonly Step[]): Promise<Fact[]> {
  let left: Fact[] = [];
  const { db } = app.context;
  for (const step of all) {
    if (step.kind === 'write') {
      await write(site, step.facts);
      left = [...left, ...step.facts];
    } else if (step.kind === 'roll') await rollUp(db, { signal: NEVER, portion: 50 });
    // Rolls up only one portion, so that the mark is in the middle of the events.
    else if (step.kind === 'cut')
      await rollUp(db, { signal: AbortSignal.abort(), portion: 15 }).catch(() => {});
    else {
      const { visitor } = step;
      const count = await db
        .transaction()
        .execute((trx) => openEvents(app.context).deleteVisitor(trx, site, BigInt(visitor)));
      expect(count).toBe(left.filter((one) => one.visitor === visitor).length);
      left = left.filter((one) => one.visitor !== visitor);
    }
  }
  return left;
}

test('rollups follow whatever arrives, goes, or is cut off', async () => {
  const check = fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (all, seeds) => {
    const { siteId, url } = await addTrackedSite(app);
    const site = { organizationId: app.organizationId, siteId, url };
    const left = await follow(site, all);
    const known = left.length > 0 ? left : fc.sample(fact, { numRuns: 5, seed: 1 });
    for (const [n, seed] of [...seeds.take(12)].entries()) {
      const columns = n % 2 === 0 ? OF_AUDIENCES : undefined;
      const [query] = fc.sample(queryOf(known, columns), { numRuns: 1, seed });
      await compare(site, left, query as Query);
    }
  });
  await fc.assert(check, { numRuns: process.env.LECTERN_SOAK ? 300 : 4 });
});

describe('aggregation', () => {
  let site: SiteOfTest;
  const facts = fc.sample(fact, { numRuns: 400, seed: 4711 });
  beforeAll(async () => {
    const { siteId, url } = await addTrackedSite(app);
    site = { organizationId: app.organizationId, siteId, url };
    // Times are random: an event that arrives later is as often older as newer.
    await write(site, facts.slice(0, 250));
    await rollUp(app.context.db, { signal: NEVER, portion: 60 });
    await write(site, facts.slice(250, 350));
    await rollUp(app.context.db, { signal: NEVER });
    await write(site, facts.slice(350));
  });

  test.each([
    ['any columns', queryOf(facts)],
    ['what audiences know', queryOf(facts, OF_AUDIENCES)],
  ])('is that of a list in memory, with rollups and without: %s', async (_, queries) => {
    const check = fc.asyncProperty(queries, (query) => compare(site, facts, query));
    await fc.assert(check, { numRuns: process.env.LECTERN_SOAK ? 3000 : 25 });
  });

  test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'America/St_Johns'])(
    'has the days and hours of %s, with rollups and without',
    async (zone) => {
      const timed = GROUPS.filter(({ column }) => ['datetime', 'dayOfWeek', 'hourOfDay'].includes(column));
      const groups = [
        ...timed.filter(({ interval, column }) => column !== 'datetime' || interval),
        named('eventType'),
      ];
      const check = fc.asyncProperty(queryOf(facts, { groups, counts: COUNTS }), (query) =>
        compare(site, facts, query, zone),
      );
      await fc.assert(check, { numRuns: process.env.LECTERN_SOAK ? 500 : 4 });
    },
  );

  test('is ordered by what is asked, and cut after that', async () => {
    const { range } = { range: { from: new Date(FIRST).toISOString(), to: new Date(NOW).toISOString() } };
    const select = [{ column: 'page' }, { column: 'visitorBot' }, { column: 'eventsCount' }] as const;
    const all = aggregateFacts(facts, { select: [...select], range });
    const counts = all.map((row) => Number(row[2])).sort((one, other) => other - one);
    const order = (direction: string) => ({ order: { by: { column: 'eventsCount' }, direction } });
    const top = await aggregate(app, site, { select, range, limit: 3, ...order('desc') });
    expect(top.map((row) => row[2])).toEqual(counts.slice(0, 3));
    const last = await aggregate(app, site, { select, range, limit: 3, ...order('asc') });
    expect(last.map((row) => row[2])).toEqual(counts.slice(-3).reverse());
  });

  test('without counts lists events, and without anything counts them', async () => {
    const range = { from: new Date(FIRST).toISOString(), to: new Date(NOW).toISOString() };
    const where = [{ column: 'eventType', values: ['page_post_feedback_comment'] }];
    const select = [{ column: 'datetime' }, { column: 'eventPageFeedbackComment' }];
    const comments = facts
      .filter(({ type, at }) => type === 'page_post_feedback_comment' && at.getTime() < NOW)
      .sort((one, other) => one.at.getTime() - other.at.getTime());
    const rows = await aggregate(app, site, { select, where, range });
    expect(rows.map((row) => row[0])).toEqual(comments.map(({ at }) => at.toISOString()));
    expect(await aggregate(app, site, { range })).toEqual([
      [facts.filter(({ at }) => at.getTime() < NOW).length],
    ]);
  });

  test('matches nothing for no values, and everything but none', async () => {
    const range = { from: new Date(FIRST).toISOString(), to: new Date(NOW).toISOString() };
    const all = facts.filter(({ at }) => at.getTime() < NOW).length;
    for (const column of ['page', 'visitorBot', 'urlPath', 'eventType', 'visitorGeoPoint']) {
      const among = (operator: string) => ({ range, where: [{ column, values: [], operator }] });
      expect(await aggregate(app, site, among('in'))).toEqual([[0]]);
      expect(await aggregate(app, site, { ...among('in'), groupBy: [{ column: 'urlPath' }] })).toEqual([]);
      expect(await aggregate(app, site, among('notIn'))).toEqual([[all]]);
    }
  });

  test('names programs as both clients know them', async () => {
    const range = { from: new Date(FIRST).toISOString(), to: new Date(NOW).toISOString() };
    const bots = { range, select: [{ column: 'visitorBot' }] };
    const columns = await app.request('POST', `${site.url}/events/aggregate`, { body: bots });
    for (const { values } of columns.json().columns)
      expect(new Set(values)).toEqual(new Set(['', 'googlebot', 'anthropic']));
    for (const version of CLIENT_VERSIONS)
      expect(validateResponse(version, 'aggregateSiteEvents', 200, columns.json())).toEqual([]);
    for (const bot of BOTS.values)
      expect(violationsOfClientSchema('SiteInsightsVisitorBot', familyOf(bot)), bot).toEqual([]);
  });

  test.each([
    ['last24Hours', '2026-11-01T16:00:00Z'],
    ['last7Days', '2026-10-27T00:00:00Z'],
    ['last30Days', '2026-10-04T00:00:00Z'],
    ['last3Months', '2026-08-03T00:00:00Z'],
    ['lastYear', '2025-11-03T00:00:00Z'],
  ])('counts the events of %s', async (range, from) => {
    const expected = facts.filter(({ at }) => at.getTime() >= Date.parse(from)).length;
    expect(await aggregate(app, site, { range })).toEqual([[expected]]);
  });

  test('of a site without events is zero', async () => {
    const { url } = await addTrackedSite(app);
    const select = ['eventsCount', 'visitorsCount', 'sessionsCount', 'pageFeedbackRating'].map((column) => ({
      column,
    }));
    expect(await aggregate(app, { url }, { select })).toEqual([[0, 0, 0, { ok: 0, good: 0, bad: 0 }]]);
    expect(await aggregate(app, { url }, { select: [{ column: 'page' }, ...select] })).toEqual([]);
  });

  const page = { column: 'page' };
  const events = { column: 'eventsCount' };
  test.each([
    [
      'a column that is not grouped',
      { select: [page, events], groupBy: [{ column: 'urlPath' }] },
      'select.0',
    ],
    ['a count as a group', { groupBy: [events] }, 'groupBy.0'],
    [
      'an order by what is not there',
      { groupBy: [page], order: { by: { column: 'urlPath' }, direction: 'asc' } },
      'order.by',
    ],
    ['an interval of a text', { groupBy: [{ column: 'urlPath', interval: 'day' }] }, 'groupBy.0.interval'],
    ['a claim without a name', { groupBy: [{ column: 'visitorClaim' }] }, 'groupBy.0.claim'],
    [
      'a value of another type',
      { where: [{ column: 'visitorDevice', values: ['fridge'] }] },
      'where.0.values.0',
    ],
    [
      'null where there is none',
      { where: [{ column: 'eventSearchQuery', values: [null] }] },
      'where.0.values.0',
    ],
    [
      'an order of what has none',
      { where: [{ column: 'page', values: [{ page: 'x', space: 'y' }], operator: 'lessThan' }] },
      'where.0.operator',
    ],
    [
      'a comparison with two values',
      { where: [{ ...events, values: [1, 2], operator: 'lessThan' }] },
      'where.0.values',
    ],
    [
      'a range that ends before it begins',
      { range: { from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' } },
      'range.to',
    ],
  ])('refuses %s, and says where', async (_, body, path) => {
    const response = await app.request('POST', `${site.url}/events/aggregate`, {
      body: { range: 'last7Days', ...body },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0].path).toBe(path);
  });
});
