import { createHash } from 'node:crypto';
import { foldEmail } from '../../db/fold-text.ts';
import { createAttempts } from './attempts.ts';

const codes = createAttempts();
const fromOneNetwork = createAttempts();
/** Else whoever knows an address could keep the one whose it is from signing in, by a wrong password now and then. */
const fromAnywhere = createAttempts({ most: 100 });

/** As short as any other, however long a text somebody sends for an address. */
const keyOf = (email: string): string => createHash('sha256').update(foldEmail(email)).digest('base64');

/** Counts also for addresses of nobody: an answer must not tell them from others. */
export const tryPassword = (
  { email, network }: { email: string; network: string },
  now: Date,
  prove: () => Promise<boolean>,
): Promise<boolean> =>
  fromAnywhere.try(keyOf(email), now, () => fromOneNetwork.try(`${keyOf(email)} ${network}`, now, prove));

/** By itself: who knows the password must not get new tries at the code by sending it again. */
export const tryCode = (userId: string, now: Date, prove: () => Promise<boolean>): Promise<boolean> =>
  codes.try(userId, now, prove);

/** Who proved to be the owner in another way may sign in at once. */
export function forgiveFailures({ email, network }: { email: string; network: string }): void {
  fromAnywhere.forget(keyOf(email));
  fromOneNetwork.forget(`${keyOf(email)} ${network}`);
}
