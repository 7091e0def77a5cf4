/** How many backups are kept: the last of each of the most recent hours, days, weeks, months or years that have any. */
export type Retention = Readonly<Record<Period, number>>;

const PERIODS = { h: 13, d: 10, w: 0, m: 7, y: 4 } as const;
type Period = keyof typeof PERIODS;

/** Reads `7d,4w,12m`; undefined if it is something else, or keeps nothing. */
export function parseRetention(text: string): Retention | undefined {
  const retention = { h: 0, d: 0, w: 0, m: 0, y: 0 };
  for (const part of text.split(',')) {
    const [, count, period] = /^\s*(\d{1,4})\s*([hdwmy])\s*$/.exec(part) ?? [];
    if (count === undefined) return undefined;
    retention[period as Period] = Number(count);
  }
  return Object.values(retention).some((count) => count > 0) ? retention : undefined;
}

/** Chooses the backups that are kept. The latest always is. Times are in UTC, and weeks begin on Monday. */
export function chooseKept<Backup extends { takenAt: string }>(
  backups: readonly Backup[],
  retention: Retention,
): Set<Backup> {
  const latestFirst = [...backups].sort((one, other) => (one.takenAt < other.takenAt ? 1 : -1));
  const kept = new Set(latestFirst.slice(0, 1));
  for (const period of Object.keys(PERIODS) as Period[]) {
    const seen = new Set<string>();
    for (const backup of latestFirst) {
      if (seen.size >= retention[period]) break;
      const key = nameOf(backup.takenAt, period);
      if (!seen.has(key)) kept.add(backup);
      seen.add(key);
    }
  }
  return kept;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function nameOf(takenAt: string, period: Period): string {
  if (period !== 'w') return takenAt.slice(0, PERIODS[period]);
  // The first of January 1970 was a Thursday.
  return String(Math.floor((Date.parse(takenAt) / DAY_MS + 3) / 7));
}
