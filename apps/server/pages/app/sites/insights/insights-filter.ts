import { type Html, html } from '@lectern/html/html';
import { type Static, Type } from 'typebox';
import { RANGE_PRESETS } from '../../../../domains/insights/aggregate/aggregation.schemas.ts';
import {
  type AnswerInput,
  DEFAULT_RANGE,
} from '../../../../domains/insights/answers/answer-query.schemas.ts';
import { BREAKDOWNS } from '../../../../domains/insights/answers/breakdown.ts';
import {
  listSections,
  listSiteSpaces,
  type SiteStructure,
  titleOfSiteSpace,
} from '../../../../domains/publishing/sites/site-structure.ts';
import { isTime } from '../../../../platform/http/times.ts';
import { createFilterFields } from '../../../parts/form/form.ts';
import { nameOf } from '../../../parts/name.ts';

const text = Type.Optional(Type.String({ maxLength: 255 }));

/** The query of the address of these pages. Empty fields count as absent. */
export const InsightsQuery = Type.Object({
  done: text,
  range: text,
  from: text,
  to: text,
  section: text,
  variant: text,
  language: text,
  claim: text,
  claimValue: text,
  bots: text,
  by: text,
});
export type InsightsAddress = Static<typeof InsightsQuery>;

const RANGES: Record<(typeof RANGE_PRESETS)[number], string> = {
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last3Months: 'Last 3 months',
  lastYear: 'Last year',
};

const BOTS = [
  ['exclude', 'People'],
  ['include', 'People and bots'],
  ['only', 'Bots'],
] as const;

const BREAKDOWN_NAMES: Record<(typeof BREAKDOWNS)[number], string> = {
  section: 'Section',
  variant: 'Variant',
  language: 'Language',
  country: 'Country',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
  referrer: 'Referrer',
  campaign: 'Campaign',
  claim: 'Claim',
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 24 * 60 * 60_000;
const dayOf = (day: string | undefined): string | undefined =>
  day !== undefined && DAY.test(day) && isTime(day) ? day : undefined;

/** Converts the address to a question for the API. Days override a preset; values that are not choices are left out. */
export function readInput(address: InsightsAddress): AnswerInput {
  const [from, to] = [dayOf(address.from), dayOf(address.to)];
  const range = RANGE_PRESETS.find((preset) => preset === address.range);
  const bots = BOTS.map(([value]) => value).find((value) => value === address.bots);
  const period =
    from !== undefined && to !== undefined
      ? { from: `${from}T00:00:00.000Z`, to: new Date(Date.parse(to) + DAY_MS).toISOString() }
      : range && { range };
  const { section, variant, language, claim, claimValue } = address;
  const rest = Object.entries({ section, variant, language, claim, claimValue });
  return { ...period, ...(bots && { bots }), ...Object.fromEntries(rest.filter(([, value]) => value)) };
}

export const readBreakdown = ({ by }: InsightsAddress) =>
  BREAKDOWNS.find((name) => name === by) ?? 'referrer';

/** Writes the query of an address that asks the same question, without default values. */
export function writeAddress(address: InsightsAddress): string {
  const { done: _, ...rest } = address;
  const said = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  return said.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(said))}`;
}

export function renderFilter(
  here: string,
  address: InsightsAddress,
  { structure, part }: { structure: SiteStructure; part: string },
): Html {
  const { text: input, select } = createFilterFields('filter');
  const { range = DEFAULT_RANGE, from, to, section = '', variant = '', bots = 'exclude' } = address;
  const sections = listSections(structure).map(
    ({ siteSectionId, title }) => [siteSectionId, nameOf(title)] as const,
  );
  const variants = listSiteSpaces(structure).map(
    (entry) => [entry.siteSpaceId, nameOf(titleOfSiteSpace(entry))] as const,
  );
  const all = ['', 'all'] as const;
  return html`<form class="filter" method="get" action="${here}" role="search">
${select({ name: 'range', label: 'Period', value: range, options: Object.entries(RANGES) })}
${input({ name: 'from', label: 'Or from', type: 'date', value: from })}
${input({ name: 'to', label: 'To', type: 'date', value: to })}
${sections.length > 0 && select({ name: 'section', label: 'Section', value: section, options: [all, ...sections] })}
${variants.length > 1 && select({ name: 'variant', label: 'Variant', value: variant, options: [all, ...variants] })}
${part !== 'agents' && select({ name: 'bots', label: 'Readers', value: bots, options: BOTS })}
${input({ name: 'language', label: 'Language', value: address.language, maxLength: 64 })}
${input({ name: 'claim', label: 'Claim', value: address.claim, maxLength: 100 })}
${input({ name: 'claimValue', label: 'Claim value', value: address.claimValue, maxLength: 255 })}
${part === '' && select({ name: 'by', label: 'Break down by', value: readBreakdown(address), options: BREAKDOWNS.map((name) => [name, BREAKDOWN_NAMES[name]] as const) })}
<button type="submit">Show</button>
</form>`;
}
