import { createStore, useStore } from '../api/store.ts';
import { currentLocale } from '../messages/messages.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats are kept: creating one takes longer than using it many times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = currentLocale() + JSON.stringify(options);
  const format = formats.get(name) ?? new Intl.DateTimeFormat(currentLocale(), options);
  formats.set(name, format);
  return format;
}

const relatives = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(): Intl.RelativeTimeFormat {
  const name = currentLocale();
  const format = relatives.get(name) ?? new Intl.RelativeTimeFormat(name, { numeric: 'auto' });
  relatives.set(name, format);
  return format;
}

/** The number of calendar days between two times. */
function daysBetween(from: Date, to: Date): number {
  const dayOf = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return (dayOf(to) - dayOf(from)) / DAY;
}

/** A relative time: “5 minutes ago”, “yesterday”, “3 March”. */
export function sayTime(at: string | Date, now = Date.now()): string {
  const date = new Date(at);
  const today = new Date(now);
  const passed = date.getTime() - now;
  const days = daysBetween(today, date);
  if (Math.abs(days) > 6)
    return formatOf({
      day: 'numeric',
      month: 'long',
      ...(date.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' }),
    }).format(date);
  const relative = relativeFormat();
  if (Math.abs(passed) < MINUTE) return relative.format(0, 'second');
  if (Math.abs(passed) < HOUR) return relative.format(Math.trunc(passed / MINUTE), 'minute');
  if (days === 0 || Math.abs(passed) < 6 * HOUR) return relative.format(Math.trunc(passed / HOUR), 'hour');
  return relative.format(days, 'day');
}

/** The whole date with the time of day. */
export const fullTime = (at: string | Date): string =>
  formatOf({ dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));

/** The day, for headings in a list of what happened. */
export function sayDay(at: string | Date, now = Date.now()): string {
  const date = new Date(at);
  const days = daysBetween(new Date(now), date);
  if (days === 0 || days === -1) {
    const said = relativeFormat().format(days, 'day');
    return said.charAt(0).toLocaleUpperCase(currentLocale()) + said.slice(1);
  }
  return formatOf({ dateStyle: 'long' }).format(date);
}

export const timeOfDay = (at: string | Date): string => formatOf({ timeStyle: 'short' }).format(new Date(at));

/** A clock that ticks every minute while relative times are shown. */
const minutes = createStore(0);
let timer: ReturnType<typeof setInterval> | undefined;
let shown = 0;
const everyMinute = {
  ...minutes,
  subscribe(listener: () => void): () => void {
    const leave = minutes.subscribe(listener);
    shown += 1;
    timer ??= setInterval(() => minutes.set(minutes.get() + 1), MINUTE);
    return () => {
      leave();
      shown -= 1;
      if (shown > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  },
};

/** A relative time with the full date as its tooltip. */
export function Time({ at }: { at: string }) {
  useStore(everyMinute);
  return (
    <time dateTime={at} title={fullTime(at)}>
      {sayTime(at)}
    </time>
  );
}

/** A time as a field for times has it, in the time zone of the browser. */
export function fieldTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
