import { createHash } from 'node:crypto';
import { foldEmail } from '../users/email.ts';
import { createAttempts } from './attempts.ts';

const attempts = createAttempts();

/** As short as any other, however long a text somebody sends for an address. */
const keyOf = (email: string): string => createHash('sha256').update(foldEmail(email)).digest('base64');

/** Counts also for addresses of nobody: an answer must not tell them from others. */
export const tryPassword = (email: string, now: Date, prove: () => Promise<boolean>): Promise<boolean> =>
  attempts.try(keyOf(email), now, prove);

/** By itself: who knows the password must not get new tries at the code by sending it again. */
export const tryCode = (userId: string, now: Date, prove: () => Promise<boolean>): Promise<boolean> =>
  attempts.try(`code of ${userId}`, now, prove);

/** Who proved to be the owner in another way may sign in at once. */
export const forgiveFailures = (email: string): void => attempts.forget(keyOf(email));
