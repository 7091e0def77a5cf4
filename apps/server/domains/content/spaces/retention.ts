/** How long a deleted space can be restored. */
const RETENTION_DAYS = 7;
const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000;

/** Returns when a space deleted at this time can no longer be restored. */
export const endOfRetention = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RETENTION_MS);

export const isPastRetention = (deletedAt: Date | null, now: Date): boolean =>
  deletedAt !== null && endOfRetention(deletedAt) <= now;

/** Spaces deleted before the returned time can no longer be restored. */
export const startOfRetention = (now: Date): Date => new Date(now.getTime() - RETENTION_MS);
