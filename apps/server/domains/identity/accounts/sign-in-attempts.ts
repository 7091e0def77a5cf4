import { createHash } from 'node:crypto';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { createAttempts } from './attempts.ts';

const codes = createAttempts('second-factor');
const fromOneNetwork = createAttempts('password-by-network');
/**
 * Limits attempts from all networks together, but generously: otherwise a stranger could lock the owner out with a
 * wrong password now and then.
 */
const fromAnywhere = createAttempts('password', { most: 100 });

/** A key of fixed length, however long the submitted address is. */
const keyOf = (email: string): string => createHash('sha256').update(foldEmail(email)).digest('base64');

/** Also counts attempts for unknown addresses: the responses must not distinguish them. */
export const tryPassword = (
  { email, network }: { email: string; network: string },
  now: Date,
  prove: () => Promise<boolean>,
): Promise<boolean> =>
  fromAnywhere.try(keyOf(email), now, () => fromOneNetwork.try(`${keyOf(email)} ${network}`, now, prove));

/** Counted separately: a caller who knows the password must not get new attempts at the code by sending it again. */
export const tryCode = (userId: string, now: Date, prove: () => Promise<boolean>): Promise<boolean> =>
  codes.try(userId, now, prove);

/** An owner who has proven their identity in another way may sign in at once. */
export function forgiveFailures({ email, network }: { email: string; network: string }): void {
  fromAnywhere.forget(keyOf(email));
  fromOneNetwork.forget(`${keyOf(email)} ${network}`);
}
