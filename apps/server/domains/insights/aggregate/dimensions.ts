import { isId } from '@lectern/std/ids';
import { parseUrl } from '@lectern/std/parse-url';
import { sql } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import { beginOfDay, hasWholeHours, UTC, writeTimeIn } from '../../../platform/http/time-zone.ts';
import { isTime } from '../../../platform/http/times.ts';
import {
  AD_PLACEMENTS,
  BOTS,
  type Bot,
  BROWSERS,
  type Codes,
  DEVICES,
  DISPLAY_CONTEXTS,
  EVENT_TYPES,
  LINK_POSITIONS,
  LINK_TARGET_KINDS,
  LLMS_VARIANTS,
  MARKDOWN_SOURCES,
  NOT_FOUND_TYPES,
  PAGE_RATINGS,
  SYSTEMS,
  TRADEMARK_PLACEMENTS,
} from '../codes.ts';
import type { ColumnOptions, Comparable, Dimension, Interval } from './dimension.ts';
import { geoPointDimension } from './geo-point.ts';
import { beginOfStep, DAILY, HOURLY, OF_SCATTERED_DAYS, type SourceName, sourcesWith } from './sources.ts';

type DimensionFor = (options: ColumnOptions) => Dimension;

interface Simple {
  /** The columns of site_event that the expressions use. */
  columns: readonly string[];
  /** The expressions, if they are not the columns. */
  sql?: readonly string[];
  /** Those of ClickHouse, if they differ. */
  clickHouse?: readonly string[];
  absent?: Dimension['absent'];
}

function define(
  { columns, sql: expressions = columns, clickHouse = expressions, absent = 'null' }: Simple,
  types: readonly string[],
  values: Pick<Dimension, 'read' | 'write'> & { isOrdered?: boolean },
): DimensionFor {
  const parts = expressions.map((text) => sql.raw(text));
  const inClickHouse = clickHouse.map((text) => sql.raw(text));
  const dimension: Dimension = {
    sources: sourcesWith(columns),
    parts: ({ isInClickHouse }) => (isInClickHouse ? inClickHouse : parts),
    types,
    absent,
    isOrdered: values.isOrdered ?? false,
    read: values.read,
    write: values.write,
  };
  return () => dimension;
}

const text = (column: string, absent: Dimension['absent'] = 'null'): DimensionFor =>
  define({ columns: [column], absent }, ['text'], {
    isOrdered: true,
    read: ([value]) => value,
    write: (value) => (typeof value === 'string' ? [value] : undefined),
  });

const id = (column: string): DimensionFor =>
  define({ columns: [column] }, ['uuid'], { read: ([value]) => value, write: writeId });

/** An id that cannot exist matches nothing, like any other that does not. */
function writeId(value: unknown): Comparable {
  if (typeof value !== 'string') return undefined;
  return [isId(value) ? value : NO_ID];
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

function code(codes: Codes, simple: Simple): DimensionFor {
  return define(simple, ['smallint'], {
    read: ([value]) => codes.valueOf(value as number),
    write: (value) =>
      typeof value === 'string' && codes.values.includes(value) ? [String(codes.codeOf(value))] : undefined,
  });
}

/** A column that means something for events of some types only. */
const ofTypes = (column: string, ...types: (typeof EVENT_TYPES.values)[number][]): string =>
  `case when type in (${types.map((type) => EVENT_TYPES.codeOf(type)).join(', ')}) then ${column} end`;

const number = (simple: Simple, { minimum, maximum }: { minimum: number; maximum: number }): DimensionFor =>
  define(simple, ['integer'], {
    isOrdered: true,
    read: ([value]) => Number(value),
    write: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
        ? [String(value)]
        : undefined,
  });

const IN_UTC: Readonly<Record<Interval, (time: string) => string>> = {
  hour: (time) => beginOfStep('1 hour', time),
  day: (time) => beginOfStep('1 day', time),
  week: (time) => beginOfStep('7 days', time),
  month: (time) => `date_trunc('month', ${time} at time zone 'UTC') at time zone 'UTC'`,
};

/** Hours are times, and all others days of the zone. */
const IN_CLICKHOUSE: Readonly<Record<Interval, (time: string, zone: string) => string>> = {
  hour: (time, zone) => `toTimeZone(toStartOfHour(${time}, '${zone}'), 'UTC')`,
  day: (time, zone) => `toDate(${time}, '${zone}')`,
  week: (time, zone) => `toMonday(${time}, '${zone}')`,
  month: (time, zone) => `toStartOfMonth(${time}, '${zone}')`,
};

/** Rollups have days of UTC. Their hours are those of a zone whose clocks differ by whole hours. */
const hourly = (zone: string): readonly SourceName[] => (hasWholeHours(zone) ? HOURLY : ['events']);

/** What the clocks of a zone show at a time. The name of a zone has no quotes. */
const clockIn = (zone: string, time: string): string => `(${time} at time zone '${zone}')`;

/** The time of the event, or the beginning of the interval that it is in. */
const datetime: DimensionFor = ({ interval, timeZone = UTC }) => ({
  types: ['timestamptz'],
  absent: 'null',
  isOrdered: true,
  read: ([value]) => writeTimeIn(value as Date, timeZone),
  write: (value) =>
    typeof value === 'string' && isTime(value) ? [new Date(value).toISOString()] : undefined,
  ...stepsOf(interval, timeZone),
});

function stepsOf(
  interval: Interval | undefined,
  zone: string,
): Pick<Dimension, 'sources' | 'parts'> & Partial<Pick<Dimension, 'types' | 'read'>> {
  if (interval === undefined)
    return {
      sources: ['events'],
      parts: ({ time, isInClickHouse }) => [
        sql.raw(isInClickHouse ? time : `date_trunc('milliseconds', ${time})`),
      ],
      read: ([value]) => (value as Date).toISOString(),
    };
  if (zone === UTC)
    return {
      sources: interval === 'hour' ? HOURLY : DAILY,
      parts: ({ time, isInClickHouse }) => [
        sql.raw(isInClickHouse ? IN_CLICKHOUSE[interval](time, zone) : IN_UTC[interval](time)),
      ],
    };
  if (interval === 'hour')
    return {
      sources: hourly(zone),
      parts: ({ time, isInClickHouse }) => [
        sql.raw(isInClickHouse ? IN_CLICKHOUSE.hour(time, zone) : `date_trunc('hour', ${time}, '${zone}')`),
      ],
    };
  return {
    sources: hourly(zone),
    parts: ({ time, isInClickHouse }) => [
      sql.raw(
        isInClickHouse
          ? IN_CLICKHOUSE[interval](time, zone)
          : `date_trunc('${interval}', ${clockIn(zone, time)})::date`,
      ),
    ],
    types: ['date'],
    // Where midnight is left out or happens twice, the database would return another time than the first of the day.
    read: ([day]) => writeTimeIn(beginOfDay(day as string, zone), zone),
  };
}

const dayOfWeek: DimensionFor = ({ timeZone = UTC }) => ({
  ...number({ columns: [] }, { minimum: 1, maximum: 7 })({}),
  parts: ({ time, isInClickHouse }) => [
    sql.raw(
      isInClickHouse
        ? `toDayOfWeek(${time}, 0, '${timeZone}')`
        : `extract(isodow from ${clockIn(timeZone, time)})::integer`,
    ),
  ],
  sources: timeZone === UTC ? OF_SCATTERED_DAYS : hourly(timeZone),
});

const hourOfDay: DimensionFor = ({ timeZone = UTC }) => ({
  ...number({ columns: [] }, { minimum: 0, maximum: 23 })({}),
  parts: ({ time, isInClickHouse }) => [
    sql.raw(
      isInClickHouse
        ? `toHour(${time}, '${timeZone}')`
        : `extract(hour from ${clockIn(timeZone, time)})::integer`,
    ),
  ],
  sources: hourly(timeZone),
});

const url = define({ columns: ['url_origin', 'url_path'] }, ['text', 'text'], {
  read: ([origin, path]) => `${origin}${path}`,
  write: (value) => {
    const url = typeof value === 'string' ? parseUrl(value) : undefined;
    return url && [`${url.protocol}//${url.host}`, url.pathname];
  },
});

/** Stands for the page of an event that has a space only, because the parts of a value are never null. */
const NO_PAGE = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const page = define(
  {
    columns: ['space_id', 'page_id'],
    sql: ['space_id', `coalesce(page_id, '${NO_PAGE}')`],
    clickHouse: ['space_id', `coalesce(page_id, toUUID('${NO_PAGE}'))`],
  },
  ['uuid', 'uuid'],
  {
    read: ([space, pageId]) => ({ page: pageId === NO_PAGE ? null : pageId, space }),
    write: (value) => {
      if (typeof value !== 'object' || value === null || !('page' in value) || !('space' in value))
        return undefined;
      if (value.space === null) return value.page === null ? null : [NO_ID, NO_ID];
      const space = writeId(value.space);
      const pageId = value.page === null ? [NO_PAGE] : writeId(value.page);
      return space && pageId ? [...space, ...pageId] : undefined;
    },
  },
);

/** The older of the public clients knows few programs: each other one counts as one of the same company, or unknown. */
const FAMILIES: Partial<Record<Bot, readonly Bot[]>> = {
  googlebot: ['gemini'],
  duckduckbot: ['duckassist'],
  facebookbot: ['meta', 'meta-fetcher', 'meta-webindexer', 'meta-ads'],
  chatgpt: ['openai', 'gptbot', 'codex'],
  anthropic: ['claude', 'claudebot', 'claude-code'],
};
const KNOWN_BOTS: readonly Bot[] = [
  'unknown',
  'googlebot',
  'bingbot',
  'duckduckbot',
  'facebookbot',
  'applebot',
  'chatgpt',
  'anthropic',
];

/** The name of a program that all clients know. */
export const familyOf = (bot: Bot): Bot =>
  KNOWN_BOTS.find((known) => known === bot || FAMILIES[known]?.includes(bot)) ?? 'unknown';

/** The programs that a name in a filter means: those of its family, or the one that only newer clients know. */
export function programsOf(name: unknown): unknown[] {
  const programs = BOTS.values.filter((bot) => familyOf(bot) === name);
  return programs.length > 0 ? programs : [name];
}

const botFamilies = `case bot ${BOTS.values
  .map((bot) => `when ${BOTS.codeOf(bot)} then ${BOTS.codeOf(familyOf(bot))}`)
  .join(' ')} end`;

const authenticated = define({ columns: ['is_authenticated'] }, ['boolean'], {
  read: ([value]) => value,
  write: (value) => (typeof value === 'boolean' ? [String(value)] : undefined),
});

const linkTarget = define({ columns: ['link_target'], absent: 'left-out' }, ['jsonb'], {
  read: ([value]) => value,
  write: (value) => (typeof value === 'object' && value !== null ? [toJsonText(value)] : undefined),
});

const linkKind = define(
  {
    columns: ['link_target'],
    sql: ["link_target->>'kind'"],
    clickHouse: ["nullIf(JSONExtractString(link_target, 'kind'), '')"],
    absent: 'left-out',
  },
  ['text'],
  {
    read: ([value]) => value,
    write: (value) =>
      typeof value === 'string' && (LINK_TARGET_KINDS as readonly string[]).includes(value)
        ? [value]
        : undefined,
  },
);

/** Every column of the public clients that is not a count and not a claim. */
export const DIMENSIONS = {
  datetime,
  dayOfWeek,
  hourOfDay,
  url,
  urlPath: text('url_path'),
  eventType: code(EVENT_TYPES, { columns: ['type'] }),
  siteSection: id('site_section_id'),
  siteSpace: id('site_space_id'),
  siteShareKey: id('share_link_id'),
  displayContext: code(DISPLAY_CONTEXTS, { columns: ['display_context'] }),
  page,
  visitorGeoCountry: text('country'),
  visitorGeoPoint: geoPointDimension,
  visitorDevice: code(DEVICES, { columns: ['device'] }),
  visitorBrowser: code(BROWSERS, { columns: ['browser'] }),
  visitorOS: code(SYSTEMS, { columns: ['os'] }),
  // The older of the public clients knows no null here, and no program that is newer than itself.
  visitorBot: code(BOTS, {
    columns: ['bot'],
    sql: [`${botFamilies}::smallint`],
    clickHouse: [botFamilies],
    absent: 'empty',
  }),
  /** The programs by their own names. */
  visitorProgram: code(BOTS, { columns: ['bot'], absent: 'empty' }),
  visitorLanguage: text('language'),
  eventLinkTargetValue: linkTarget,
  eventLinkTargetKind: linkKind,
  eventLinkTargetDomain: text('link_domain'),
  eventLinkPosition: code(LINK_POSITIONS, { columns: ['link_position'], absent: 'left-out' }),
  eventAPIOperationPath: text('operation_path'),
  eventAPIOperationMethod: text('operation_method'),
  eventLLMSVariant: code(LLMS_VARIANTS, {
    columns: ['variant'],
    sql: [ofTypes('variant', 'llms_request')],
  }),
  eventPageNotFoundType: code(NOT_FOUND_TYPES, { columns: ['not_found'] }),
  eventMarkdownSource: code(MARKDOWN_SOURCES, {
    columns: ['variant'],
    sql: [ofTypes('variant', 'page_markdown_request')],
  }),
  eventSearchQuery: text('search_query', 'left-out'),
  eventSearchResultRecordId: text('search_record_id'),
  eventPageFeedbackRating: code(PAGE_RATINGS, {
    columns: ['rating'],
    sql: [ofTypes('rating', 'page_post_feedback', 'page_post_feedback_comment')],
    absent: 'left-out',
  }),
  eventPageFeedbackComment: text('comment', 'left-out'),
  eventAskResponseRating: number(
    { columns: ['rating'], sql: [ofTypes('rating', 'ask_rate_response')], absent: 'left-out' },
    { minimum: -1, maximum: 1 },
  ),
  referrer: text('referrer', 'empty'),
  referrerDomain: text('referrer_domain', 'empty'),
  utmSource: text('utm_source', 'empty'),
  utmMedium: text('utm_medium', 'empty'),
  utmCampaign: text('utm_campaign', 'empty'),
  utmTerm: text('utm_term', 'empty'),
  utmContent: text('utm_content', 'empty'),
  visitorAuthenticated: authenticated,
  eventAdDomain: text('ad_domain', 'left-out'),
  eventAdPlacement: code(AD_PLACEMENTS, {
    columns: ['placement'],
    sql: [ofTypes('placement', 'ad_click', 'ad_display')],
    absent: 'left-out',
  }),
  eventTrademarkPlacement: code(TRADEMARK_PLACEMENTS, {
    columns: ['placement'],
    sql: [ofTypes('placement', 'trademark_click')],
    absent: 'left-out',
  }),
} as const satisfies Record<string, DimensionFor>;

export type DimensionName = keyof typeof DIMENSIONS;

/** Columns of claims, of which an event can have several values. */
export const CLAIM_COLUMNS = ['visitorClaim', 'visitorClaimProperty'] as const;
export type ClaimColumn = (typeof CLAIM_COLUMNS)[number];
