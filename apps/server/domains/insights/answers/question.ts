import type { Actor } from '../../../platform/access/actor.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import type { FilterInput } from '../aggregate/aggregation.schemas.ts';
import { readMoment, readRange, type TimeRange } from '../aggregate/range.ts';
import { type AnswerInput, DEFAULT_RANGE, DEFAULT_ROWS } from './answer-query.schemas.ts';

/** A question about the events of a site, and the actor who asks it. */
export interface Question {
  site: SitePointer;
  /** The titles of pages are shown only if the actor may read them. */
  actor: Actor;
  range: TimeRange;
  /** The zone of days and hours: that of the organization. */
  timeZone: string;
  /** The filters, in the format of aggregations. */
  filters: readonly FilterInput[];
  /** The section and variant whose events are counted; undefined for all. */
  section: string | undefined;
  variant: string | undefined;
  limit: number;
}

/** Throws an `invalidField` for a question that contradicts itself. */
export function readQuestion(
  { site, actor, timeZone }: Pick<Question, 'site' | 'actor' | 'timeZone'>,
  input: AnswerInput,
  now: Date,
): Question {
  const { section, variant, limit = DEFAULT_ROWS } = input;
  return {
    site,
    actor,
    timeZone,
    range: readPeriod(input, now, timeZone),
    filters: readFilters(input),
    section,
    variant,
    limit,
  };
}

/** Reads the period of a query: a preset, or two times or days. */
export function readPeriod({ range, from, to }: AnswerInput, now: Date, zone: string): TimeRange {
  if (from === undefined && to === undefined) return readRange(range ?? DEFAULT_RANGE, now, zone);
  if (from === undefined) throw invalidField('from', 'must be given with `to`');
  if (to === undefined) throw invalidField('to', 'must be given with `from`');
  if (range !== undefined) throw invalidField('range', 'cannot be given with `from` and `to`');
  const period = { from: readMoment(from, zone, 'from'), to: readMoment(to, zone, 'to') };
  if (period.from >= period.to) throw invalidField('to', 'must be after `from`');
  return period;
}

function readFilters({
  section,
  variant,
  language,
  claim,
  claimValue,
  bots = 'exclude',
}: AnswerInput): FilterInput[] {
  if (claimValue !== undefined && claim === undefined)
    throw invalidField('claim', 'is required with `claimValue`: the name of the claim');
  return [
    ...(section === undefined ? [] : [{ column: 'siteSection' as const, values: [section] }]),
    ...(variant === undefined ? [] : [{ column: 'siteSpace' as const, values: [variant] }]),
    ...(language === undefined ? [] : [{ column: 'visitorLanguage' as const, values: [language] }]),
    ...(claim === undefined || claimValue === undefined
      ? []
      : [{ column: 'visitorClaim' as const, claim, values: [claimValue] }]),
    ...(bots === 'include'
      ? []
      : [
          {
            column: 'visitorBot' as const,
            operator: bots === 'only' ? ('notIn' as const) : ('in' as const),
            values: [''],
          },
        ]),
  ];
}
