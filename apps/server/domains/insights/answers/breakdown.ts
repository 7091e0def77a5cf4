import { Type } from 'typebox';
import { invalidField } from '../../../platform/http/errors.ts';
import { nullable } from '../../../platform/http/schemas.ts';
import { siteUrl } from '../../../platform/http/site-url.ts';
import { listSections, listSiteSpaces, titleOfSiteSpace } from '../../publishing/sites/site-structure.ts';
import { loadStructure } from '../../publishing/sites/structure.queries.ts';
import type { ColumnInput, FilterInput } from '../aggregate/aggregation.schemas.ts';
import { nameSource } from '../events/read-url.ts';
import { type AnswerParts, defineAnswer } from './answer.ts';
import { byEvents, countEvents } from './count-events.ts';
import type { Question } from './question.ts';
import { COUNTED, readCounts, VISIT_COUNTS } from './traffic.ts';

const COLUMNS = {
  section: 'siteSection',
  variant: 'siteSpace',
  language: 'visitorLanguage',
  country: 'visitorGeoCountry',
  device: 'visitorDevice',
  browser: 'visitorBrowser',
  os: 'visitorOS',
  referrer: 'referrerDomain',
  campaign: 'utmCampaign',
  claim: 'visitorClaim',
} as const satisfies Record<string, ColumnInput['column']>;

const BREAKDOWNS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export const breakdown = defineAnswer({
  name: 'breakdown',
  operationId: 'getSiteTrafficBreakdown',
  summary: 'Get the traffic of a site by a property',
  description:
    'Counts page views by section, variant, language or another property of the visit, most frequent values first. If `by` is `claim`, set `claim` to the name of the claim; visitors with several values are counted for each of them. If it is `referrer`, views that follow another page of the site are not counted.',
  query: {
    by: Type.Optional(
      Type.Enum([...BREAKDOWNS], {
        default: 'section',
        description: 'The property to group views by.',
      }),
    ),
  },
  totals: VISIT_COUNTS,
  item: Type.Object({
    value: nullable(
      Type.String({ description: 'The value. Null or empty if it is unknown or there is none.' }),
    ),
    title: Type.String({ description: 'The name of a section or variant; otherwise the value.' }),
    ...VISIT_COUNTS,
  }),
  async read(parts, question, { by = 'section', claim }) {
    if (by === 'claim' && claim === undefined)
      throw invalidField('claim', 'is required: the name of the claim');
    const group = { column: COLUMNS[by], ...(by === 'claim' ? { claim: claim as string } : {}) };
    const views = { types: ['page_view'], counts: COUNTED } as const;
    const { limit } = question;
    const [total = []] = await countEvents(parts, question, { ...views, groups: [], limit: 1 });
    const where = by === 'referrer' ? [notFromSite(parts, question)] : [];
    const rows = await countEvents(parts, question, {
      ...views,
      groups: [group],
      where,
      order: byEvents,
      limit,
    });
    const titleOf = await findTitles(parts, question, by);
    return {
      totals: readCounts(total),
      items: rows.map(([value, ...counts]) => ({
        value: value === null ? null : String(value),
        title: titleOf(value === null ? '' : String(value)),
        ...readCounts(counts),
      })),
    };
  },
});

/** Readers who open another page of the site come from the site itself, which would hide where they came from. */
const notFromSite = ({ context }: AnswerParts, { site }: Question): FilterInput => ({
  column: 'referrerDomain',
  operator: 'notIn',
  values: [nameSource(new URL(siteUrl(context.config, site)).host)],
});

async function findTitles(
  { context }: AnswerParts,
  { site }: Question,
  by: keyof typeof COLUMNS,
): Promise<(value: string) => string> {
  if (by !== 'section' && by !== 'variant') return (value) => value;
  const structure = await loadStructure(context.db, site);
  const titles = new Map(
    by === 'section'
      ? listSections(structure).map(({ siteSectionId, title }) => [siteSectionId, title])
      : listSiteSpaces(structure).map((entry) => [entry.siteSpaceId, titleOfSiteSpace(entry)]),
  );
  return (value) => titles.get(value) ?? value;
}
