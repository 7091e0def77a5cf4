import type { AggregationInput, ColumnInput, FilterInput } from './aggregation.schemas.ts';
import { CLAIM_SETS, type Fact, isGated, PLACES, pageOf, ratingOf } from './facts.fixtures.ts';
import { isMeasure } from './measures.ts';

/** A second implementation of aggregation, over a list in memory, that shares nothing with the first but the names. */

/** The values of an event in a column: none, if it is left out, one, or several of a claim. */
export function valuesOf({ column, interval, claim }: ColumnInput, fact: Fact): unknown[] {
  const { type } = fact;
  const claims: Readonly<Record<string, readonly string[]>> =
    fact.claims === undefined ? {} : (CLAIM_SETS[fact.claims] ?? {});
  const place = fact.place === null ? undefined : PLACES[fact.place];
  const { space, page } = pageOf(fact);
  const isRated = type === 'page_post_feedback' || type === 'page_post_feedback_comment';
  switch (column) {
    case 'datetime':
      return [startOf(fact.at, interval).toISOString()];
    case 'dayOfWeek':
      return [fact.at.getUTCDay() || 7];
    case 'hourOfDay':
      return [fact.at.getUTCHours()];
    case 'url':
      return [`https://docs.example.com${fact.path}`];
    case 'urlPath':
      return [fact.path];
    case 'eventType':
      return [type];
    case 'siteSection':
      return [place?.section ?? null];
    case 'siteSpace':
      return [place?.variant ?? null];
    case 'displayContext':
      return [fact.context];
    case 'page':
      return [space === null ? null : { page, space }];
    case 'visitorGeoCountry':
      return [fact.country];
    case 'visitorDevice':
      return [fact.device];
    case 'visitorBrowser':
      return [fact.browser];
    case 'visitorOS':
      return [fact.os];
    case 'visitorBot':
      return [fact.bot === 'claude' ? 'anthropic' : (fact.bot ?? '')];
    case 'visitorLanguage':
      return [fact.language];
    case 'visitorAuthenticated':
      return [fact.isAuthenticated];
    case 'visitorClaim':
      return [...(claims[claim ?? ''] ?? [''])];
    case 'visitorClaimProperty':
      return Object.keys(claims);
    case 'eventLLMSVariant':
      return [type === 'llms_request' ? (fact.rating === 0 ? 'standard' : 'full') : null];
    case 'eventMarkdownSource':
      return [type === 'page_markdown_request' && fact.rating > 0 ? 'page-action' : null];
    case 'eventPageNotFoundType':
      return [isGated(fact) ? 'conditional' : null];
    case 'eventSearchQuery':
      return type === 'search_type_query' ? [fact.text] : [];
    case 'eventPageFeedbackRating':
      return isRated ? [ratingOf(fact)] : [];
    case 'eventPageFeedbackComment':
      return type === 'page_post_feedback_comment' ? [fact.text] : [];
    case 'eventAskResponseRating':
      return type === 'ask_rate_response' ? [fact.rating === 0 ? -1 : 1] : [];
    case 'referrer':
      return [fact.referrer ?? ''];
    case 'referrerDomain':
      return [fact.referrer?.split('/')[2] ?? ''];
    case 'utmSource':
    case 'utmCampaign':
      return [fact.utm ?? ''];
    default:
      throw new Error(`The model does not know ${column}.`);
  }
}

function startOf(at: Date, interval: ColumnInput['interval']): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  switch (interval) {
    case 'hour':
      return new Date(Date.UTC(year, month, day, at.getUTCHours()));
    case 'day':
      return new Date(Date.UTC(year, month, day));
    case 'week':
      return new Date(Date.UTC(year, month, day - ((at.getUTCDay() + 6) % 7)));
    case 'month':
      return new Date(Date.UTC(year, month, 1));
    default:
      return at;
  }
}

function measure(column: string, facts: readonly Fact[]): unknown {
  const count = (test: (fact: Fact) => boolean) => facts.filter(test).length;
  switch (column) {
    case 'eventsCount':
      return facts.length;
    case 'visitorsCount':
      return new Set(facts.map(({ visitor }) => visitor)).size;
    case 'sessionsCount':
      return new Set(facts.map(({ visitor, session }) => `${visitor} ${session}`)).size;
    case 'pageFeedbackRating': {
      const rated = (rating: number) =>
        count((fact) => fact.type === 'page_post_feedback' && fact.rating === rating);
      return { bad: rated(0), ok: rated(1), good: rated(2) };
    }
    default:
      return {
        positive: count(({ type, rating }) => type === 'ask_rate_response' && rating !== 0),
        negative: count(({ type, rating }) => type === 'ask_rate_response' && rating === 0),
      };
  }
}

const COMPARE: Readonly<Record<string, (one: never, other: never) => boolean>> = {
  greaterThan: (one, other) => one > other,
  greaterThanOrEqual: (one, other) => one >= other,
  lessThan: (one, other) => one < other,
  lessThanOrEqual: (one, other) => one <= other,
};

/** A filter can also name a program that only newer clients know. */
const comparedOf = (filter: FilterInput, fact: Fact): unknown[] => [
  ...valuesOf(filter as ColumnInput, fact),
  ...(filter.column === 'visitorBot' && fact.bot !== null ? [fact.bot] : []),
];

/** Times are compared as times, and texts as their bytes. */
function matches(have: unknown[], { values, operator = 'in' }: FilterInput): boolean {
  const compare = COMPARE[operator];
  if (compare)
    return have.some(
      (value) => value !== null && value !== '' && compare(value as never, values[0] as never),
    );
  const texts = new Set(
    values.map((value) => JSON.stringify(sorted(value === '' || value === null ? EMPTY : value))),
  );
  const isAmong = have.some((value) =>
    texts.has(JSON.stringify(sorted(value === '' || value === null ? EMPTY : value))),
  );
  return operator === 'in' ? isAmong : !isAmong;
}

const EMPTY = { empty: true };

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns the rows without an order, and without a limit. */
export function aggregateFacts(
  facts: readonly Fact[],
  query: AggregationInput & { range: { from: string; to: string } },
): unknown[][] {
  const { select = [], where = [], groupBy, range } = query;
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  const filters = where.filter(({ column }) => !isMeasure(column));
  const having = where.filter(({ column }) => isMeasure(column));
  const found = facts.filter(
    (fact) =>
      fact.at.getTime() >= from &&
      fact.at.getTime() < to &&
      filters.every((filter) => matches(comparedOf(filter, fact), filter)),
  );
  const groups = groupBy ?? select.filter(({ column }) => !isMeasure(column));
  const byKey = new Map<string, { values: unknown[]; facts: Fact[] }>();
  if (groups.length === 0) byKey.set('', { values: [], facts: found });
  else
    for (const fact of found)
      for (const values of product(groups.map((column) => [...new Set(valuesOf(column, fact))]))) {
        const key = JSON.stringify(values);
        const group = byKey.get(key) ?? { values, facts: [] };
        group.facts.push(fact);
        byKey.set(key, group);
      }
  return [...byKey.values()]
    .filter((group) => having.every((filter) => matches([measure(filter.column, group.facts)], filter)))
    .map((group) =>
      select.map((column) =>
        isMeasure(column.column)
          ? measure(column.column, group.facts)
          : group.values[groups.findIndex((one) => JSON.stringify(one) === JSON.stringify(column))],
      ),
    );
}

const product = (lists: unknown[][]): unknown[][] =>
  lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  );
