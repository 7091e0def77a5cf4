/**
 * The times that pictures show. What a run creates is a few minutes old, and would be another few minutes old in the
 * next run; so each part of the run stands for a moment of its own, which is the same in every run.
 */

/** When the pictures are taken: a Thursday morning. */
export const NOW = Date.parse('2026-03-12T09:41:00.000Z');
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface PretendTime {
  /** From now on, what happens is shown as of `moment`, a time in ISO 8601. */
  setMoment(moment: string): void;
  /** Replaces the times in a text, which are in ISO 8601 as in all responses. */
  translate(text: string): string;
}

const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** The time of the last change of a published page, which is also written out. */
const WRITTEN_OUT = /(<time datetime=")([^"]+)(">)([^<]*)(<\/time>)/g;

export function createPretendTime(): PretendTime {
  const started = Date.now();
  const parts: { from: number; shown: number }[] = [];

  const showTime = (real: number): number => {
    const elapsed = Date.now() - real;
    // Until when something holds, such as a link.
    if (elapsed < -HOUR_MS) return NOW + Math.round(-elapsed / HOUR_MS) * HOUR_MS;
    // Borders of days and hours stay such.
    if (real < started) return real - Math.round((started - NOW) / DAY_MS) * DAY_MS;
    return parts.findLast(({ from }) => from <= real)?.shown ?? NOW;
  };
  const show = (time: string): string => new Date(showTime(Date.parse(time))).toISOString();

  return {
    setMoment: (moment) => void parts.push({ from: Date.now(), shown: Date.parse(moment) }),
    translate: (text) =>
      text.replaceAll(TIME, show).replaceAll(WRITTEN_OUT, (all, before, time, middle, written, after) => {
        const isMoment = time.includes('T') && /\d{4}/.test(written);
        return isMoment ? before + time + middle + writeDate(time) + after : all;
      }),
  };
}

const writeDate = (time: string): string =>
  new Date(time).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
