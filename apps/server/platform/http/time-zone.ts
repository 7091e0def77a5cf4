/** Days and hours in the time zones of the IANA database, by the rules that Node.js has. */

export const UTC = 'UTC';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Names with a place, and UTC. The database and JavaScript read others differently: `CET` with and without summer time,
 * `+05:30` with opposite signs.
 */
const NAME = /^(?:UTC|[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){1,2})$/;

/** Returns the time zone as the IANA database spells it; undefined if there is none of this name. */
export function findTimeZone(name: string): string | undefined {
  if (name.toUpperCase() === UTC) return UTC;
  if (!NAME.test(name)) return undefined;
  if (!isTimeZone(name)) return undefined;
  // Other names of a zone, such as Asia/Kolkata in some versions, are not among them.
  const lower = name.toLowerCase();
  return Intl.supportedValuesOf('timeZone').find((one) => one.toLowerCase() === lower) ?? name;
}

/** Whether this version of Node.js knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** A formatter takes long to create; there are few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** How much later than UTC the clocks of a zone are at a time, in milliseconds. */
export function offsetAt(time: Date, zone: string): number {
  if (zone === UTC) return 0;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const clock = new Date(0);
  const year = parts.get('era')?.startsWith('B') ? 1 - number('year') : number('year');
  clock.setUTCFullYear(year, number('month') - 1, number('day'));
  clock.setUTCHours(number('hour'), number('minute'), number('second'));
  return clock.getTime() - Math.floor(time.getTime() / 1000) * 1000;
}

/** The day of a time, such as 2026-11-22. */
export const dayIn = (time: Date, zone: string): string =>
  new Date(time.getTime() + offsetAt(time, zone)).toISOString().slice(0, -'T00:00:00.000Z'.length);

/** A day some days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);

/** Returns when a day begins: its first moment, also where midnight is left out or happens twice. */
export function beginOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (zone === UTC) return new Date(midnight);
  const offsets = [-DAY_MS, DAY_MS].map((shift) => offsetAt(new Date(midnight + shift), zone));
  for (const offset of offsets) {
    const time = new Date(midnight - offset);
    if (offsetAt(time, zone) === offset) return time;
  }
  // The clocks were put forward over midnight. The day begins at that moment.
  let [before, after] = [midnight - 2 * DAY_MS, midnight + 2 * DAY_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(new Date(middle), zone) >= day) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** Returns when the hour of a time begins. In many zones, it is not the beginning of an hour in UTC. */
export function beginOfHour(time: Date, zone: string): Date {
  const offset = offsetAt(time, zone);
  return new Date(Math.floor((time.getTime() + offset) / HOUR_MS) * HOUR_MS - offset);
}

/** Writes a time with the offset of a zone, such as 2026-11-22T00:00:00.000+01:00. */
export function writeTimeIn(time: Date, zone: string): string {
  const offset = offsetAt(time, zone);
  if (offset === 0) return time.toISOString();
  const text = new Date(time.getTime() + offset).toISOString().slice(0, -1);
  const minutes = Math.abs(Math.trunc(offset / 60_000));
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${text}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const wholeHours = new Map<string, boolean>();
/** No event is older: events are kept for ten years at most. */
const FIRST_YEAR = 2014;
const LAST_YEAR = 2100;

/** Whether the hours of a zone begin with those of UTC, at any time at which there can be events. */
export function hasWholeHours(zone: string): boolean {
  let isWhole = wholeHours.get(zone);
  if (isWhole === undefined) {
    isWhole = true;
    for (let year = FIRST_YEAR; isWhole && year <= LAST_YEAR; year += 1)
      for (const month of [0, 3, 6, 9])
        if (offsetAt(new Date(Date.UTC(year, month, 1)), zone) % HOUR_MS !== 0) isWhole = false;
    wholeHours.set(zone, isWhole);
  }
  return isWhole;
}
