/**
 * The tables of events: one with single events, and rollups of the events up to a mark: by hour, by page and day, by
 * visitor and day, and by session and day, once with the facts of the visitor and once with the origin of the session.
 * Audiences count the rows of visitors whose facts never change.
 */
export type SourceName = 'events' | RollupName;
export type RollupName = 'hours' | 'pages' | 'audiences' | 'visitors' | 'sessions' | 'referrals';

export interface Source {
  name: SourceName;
  table: string;
  /** The column of the time, which is the beginning of the interval in a rollup. */
  time: string;
  /** The expression that counts events. Sums of floating-point numbers are fast, and exact for integers. */
  count: string;
  /** The length in milliseconds of the interval of a row. A query reads only whole intervals from a rollup. */
  stepMs: number;
  /** Whether the table is in ClickHouse, whose functions have other names. */
  isInClickHouse?: true;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUM = 'sum(events::float8)';

const ofDays = (name: RollupName, table: string): Source => ({
  name,
  table,
  time: 'day',
  count: SUM,
  stepMs: DAY_MS,
});

export const SOURCES: Readonly<Record<SourceName, Source>> = {
  events: {
    name: 'events',
    table: 'site_event',
    time: 'occurred_at',
    count: 'count(*)::float8',
    stepMs: 1,
  },
  hours: { name: 'hours', table: 'site_event_hour', time: 'hour', count: SUM, stepMs: HOUR_MS },
  pages: ofDays('pages', 'site_page_day'),
  audiences: ofDays('audiences', 'site_audience_day'),
  visitors: ofDays('visitors', 'site_visitor_day'),
  sessions: ofDays('sessions', 'site_session_day'),
  referrals: ofDays('referrals', 'site_referral_day'),
};

/** The events themselves, where they are in ClickHouse, which needs no rollups. `final`: each event once. */
export const CLICKHOUSE_EVENTS: Source = {
  name: 'events',
  table: 'site_event',
  time: 'occurred_at',
  count: 'count()',
  stepMs: 1,
  isInClickHouse: true,
};

const IN_HOURS = ['type', 'display_context', 'bot', 'site_section_id', 'site_space_id'];
/** The SQL expression for the beginning of the step that contains a time. Steps of a week begin on Mondays. */
export const beginOfStep = (length: string, time: string): string =>
  `date_bin('${length}', ${time}, timestamptz '2001-01-01T00:00:00Z')`;

/** The columns that may change for a visitor: a visitor with another combination is another row in a rollup. */
export const COMBINATION = ['claims_id', 'is_authenticated', 'display_context', 'bot'];

/** The columns of site_event that the rollups keep, beside the time, the visitor and session, and the counts. */
export const ROLLUP_COLUMNS: Readonly<Record<RollupName, readonly string[]>> = {
  hours: IN_HOURS,
  pages: [...IN_HOURS, 'space_id', 'page_id'],
  audiences: COMBINATION,
  visitors: COMBINATION,
  sessions: [
    ...[...IN_HOURS, 'claims_id', 'is_authenticated'],
    ...['device', 'browser', 'os', 'language', 'country'],
  ],
  referrals: [...IN_HOURS, 'referrer_domain', 'utm_campaign'],
};

/** The rollups that can count visitors and sessions. */
const PEOPLE: Readonly<Record<RollupName, readonly ('visitor' | 'session')[]>> = {
  hours: [],
  pages: [],
  audiences: ['visitor'],
  visitors: ['visitor'],
  sessions: ['visitor', 'session'],
  referrals: ['visitor', 'session'],
};

/** The rollups, from the smallest to the largest. */
export const ROLLUPS = Object.keys(ROLLUP_COLUMNS) as readonly RollupName[];

/** Returns the rollups that can count visitors or sessions, if these are asked for. */
export const rollupsThatCount = (people: readonly ('visitor' | 'session')[]): readonly RollupName[] =>
  ROLLUPS.filter((name) => people.every((one) => PEOPLE[name].includes(one)));

/** The sources that have all of these columns. */
export const sourcesWith = (columns: readonly string[]): readonly SourceName[] => [
  'events',
  ...ROLLUPS.filter((name) => columns.every((column) => ROLLUP_COLUMNS[name].includes(column))),
];

/** The sources with times to the hour, and those with times to the day. */
export const HOURLY: readonly SourceName[] = ['events', 'hours'];
export const DAILY: readonly SourceName[] = ['events', ...ROLLUPS];
/** The sources from which single days can be left out. Audiences count the visitors of consecutive days. */
export const OF_SCATTERED_DAYS: readonly SourceName[] = DAILY.filter((name) => name !== 'audiences');
