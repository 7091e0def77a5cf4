const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after failed attempts. After the last one, a delivery is given up. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS];

/** A webhook for which nothing has succeeded for this long is disabled. */
const PATIENCE_MS = 72 * HOUR_MS;

/** When to try again after so many failures; undefined: never. */
export function findNextAttempt(failures: number, now: Date): Date | undefined {
  const pause = PAUSES_MS[failures - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

export const isBeyondPatience = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= PATIENCE_MS;
