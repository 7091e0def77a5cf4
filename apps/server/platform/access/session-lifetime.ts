const HOUR_MS = 60 * 60 * 1000;

/** Counted from the sign-in; afterwards the user must sign in again. */
const MAX_HOURS = 7 * 24;

/** Without a use: longer than a weekend. Exact to the minute, as the last use is. */
export const MAX_IDLE_HOURS = 3 * 24;

/** When a session that is opened now ends, however much it is used. */
export const endOfSession = (openedAt: Date): Date => new Date(openedAt.getTime() + MAX_HOURS * HOUR_MS);

/** Sessions that were last used before that have ended. */
export const startOfIdleness = (now: Date): Date => new Date(now.getTime() - MAX_IDLE_HOURS * HOUR_MS);
