import { currentLanguage } from '../messages/messages.ts';

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** A time as people say it: “5 minutes ago”, “yesterday”, “3 March”. */
export function sayTime(at: string | Date, now = Date.now()): string {
  const date = new Date(at);
  const seconds = (date.getTime() - now) / 1000;
  if (Math.abs(seconds) > 6 * 86_400)
    return new Intl.DateTimeFormat(currentLanguage(), {
      day: 'numeric',
      month: 'long',
      ...(date.getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' }),
    }).format(date);
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return relative.format(0, 'second');
}

/** The whole date with the time of day. */
export const fullTime = (at: string | Date): string =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));

/** The day, for headings in a list of what happened. */
export function sayDay(at: string | Date, now = Date.now()): string {
  const date = new Date(at);
  const startOf = (time: Date): number =>
    new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  const days = Math.round((startOf(date) - startOf(new Date(now))) / 86_400_000);
  if (days === 0 || days === -1) {
    const said = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(days, 'day');
    return said.charAt(0).toLocaleUpperCase(currentLanguage()) + said.slice(1);
  }
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' }).format(date);
}

export const timeOfDay = (at: string | Date): string =>
  new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' }).format(new Date(at));

/** A time that shows its whole date when it is pointed at. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {sayTime(at)}
    </time>
  );
}
