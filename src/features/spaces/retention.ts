/** How long a deleted space can be restored. */
const RETENTION_DAYS = 7;
const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000;

/** When a space that is deleted now is gone for good. */
export const endOfRetention = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RETENTION_MS);

export const isPastRetention = (deletedAt: Date | null, now: Date): boolean =>
  deletedAt !== null && endOfRetention(deletedAt) <= now;

/** What was deleted until then is gone for good now. */
export const startOfRetention = (now: Date): Date => new Date(now.getTime() - RETENTION_MS);
