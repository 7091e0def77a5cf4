/**
 * The tables that hold events: each event, events by hour, and events by day and session. The last two are made of the
 * first one and hold what is older than about a day.
 */
export type SourceName = 'events' | 'hours' | 'sessions';

export interface Source {
  name: SourceName;
  table: string;
  /** The column that tells the time, which is the beginning of the interval in a rollup. */
  time: string;
  /** How many events a row stands for. */
  count: string;
  /** The length in milliseconds of what a row covers: a query takes whole ones from a rollup. */
  stepMs: number;
}

const HOUR_MS = 3_600_000;

export const SOURCES: Readonly<Record<SourceName, Source>> = {
  events: { name: 'events', table: 'site_event', time: 'occurred_at', count: 'count(*)', stepMs: 1 },
  hours: { name: 'hours', table: 'site_event_hour', time: 'hour', count: 'sum(events)', stepMs: HOUR_MS },
  sessions: {
    name: 'sessions',
    table: 'site_session_day',
    time: 'day',
    count: 'sum(events)',
    stepMs: 24 * HOUR_MS,
  },
};

const IN_HOURS = [
  'type',
  'display_context',
  'bot',
  'site_section_id',
  'site_space_id',
  'space_id',
  'page_id',
];
const IN_SESSIONS = [
  ...['type', 'display_context', 'bot', 'site_section_id', 'site_space_id', 'claims_id', 'is_authenticated'],
  ...['device', 'browser', 'os', 'language', 'country'],
];

/** The columns of site_event that the rollups keep, beside the time and what they count. */
export const ROLLUP_COLUMNS: Readonly<Record<Exclude<SourceName, 'events'>, readonly string[]>> = {
  hours: IN_HOURS,
  sessions: IN_SESSIONS,
};

/** The sources that have all of these columns. */
export const sourcesWith = (columns: readonly string[]): readonly SourceName[] => [
  'events',
  ...(['hours', 'sessions'] as const).filter((name) =>
    columns.every((column) => ROLLUP_COLUMNS[name].includes(column)),
  ),
];
