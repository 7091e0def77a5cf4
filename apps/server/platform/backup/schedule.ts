/** When backups are made: every so many hours, or once a day at a time in UTC. */
export type BackupSchedule = { hours: number } | { minuteOfDay: number };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Reads `6h` or `02:30`; undefined if it is neither. */
export function parseSchedule(text: string): BackupSchedule | undefined {
  const [, hours] = /^(\d{1,3})h$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) > 0 ? { hours: Number(hours) } : undefined;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : { minuteOfDay: Number(hour) * 60 + Number(minute) };
}

/** The time of the next backup after the one that is due now. */
export function nextBackupAt(schedule: BackupSchedule, now: Date): Date {
  if ('hours' in schedule) return new Date(now.getTime() + schedule.hours * HOUR_MS);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + schedule.minuteOfDay * 60_000;
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}
