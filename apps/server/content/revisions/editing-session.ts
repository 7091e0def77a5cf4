const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The longest pause between two edits of one session. */
const PAUSE_MS = 10 * MINUTE_MS;
/** How long each edit of a session stays a revision: as long as somebody may have a page open that began from it. */
const KEPT_MS = 24 * HOUR_MS;
/** From then on a revision that is read stays for good, because it could be dissolved at any time. */
const LONG_PAST_MS = KEPT_MS - HOUR_MS;

interface Edit {
  authorId: string | null;
  createdAt: Date;
  mayCoalesce?: boolean;
}

/** Whether an edit goes on with what its author was doing in the edit before it. */
export const isSameSession = (before: Edit, next: Edit): boolean =>
  before.mayCoalesce === true &&
  next.mayCoalesce === true &&
  next.authorId !== null &&
  before.authorId === next.authorId &&
  Math.abs(next.createdAt.getTime() - before.createdAt.getTime()) <= PAUSE_MS;

/** Edits from before the returned time need not stay revisions. */
export const startOfKeptEdits = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

export const isLongPast = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= LONG_PAST_MS;
