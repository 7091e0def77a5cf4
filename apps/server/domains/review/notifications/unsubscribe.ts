import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '@lectern/std/ids';
import type { KeyRing } from '../../../platform/access/keys.ts';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { isPreferenceKind, type PreferenceKind } from './notification-kinds.ts';
import { changePreference } from './notifications.repository.ts';
import { removeWeeklySubscriber } from './weekly/weekly-mails.queries.ts';

export const unsubscribeLinkInvalid = defineNotFound('unsubscribe-link-not-found', 'link to unsubscribe');

/** The mail about the readers of a site, which users ask for. */
export const WEEKLY = 'weekly';

/** Mails of a kind that a user gets; weekly ones are about a site. */
export type Subscription = { userId: string } & (
  | { kind: PreferenceKind }
  | { kind: typeof WEEKLY; siteId: string }
);

/** The text in a link that ends mails of one kind. It never expires, and allows nothing else. */
export function subscriptionTicket(keyRing: KeyRing, subscription: Subscription): string {
  const name = nameOf(subscription);
  return `${name}.${macOf(keyRing.keys('unsubscribe')[0] as Buffer, name).toString('base64url')}`;
}

/** Throws a 404 for a text that is not ours. */
export function openSubscription(keyRing: KeyRing, ticket: string): Subscription {
  const [userId = '', kind = '', ...rest] = ticket.split('.');
  const [signature = '', siteId = ''] = rest.toReversed();
  const name = ticket.slice(0, -signature.length - 1);
  const given = Buffer.from(signature, 'base64url');
  const isOurs = keyRing.keys('unsubscribe').some((key) => {
    const mac = macOf(key, name);
    return mac.length === given.length && timingSafeEqual(mac, given);
  });
  if (isOurs && isId(userId)) {
    if (kind === WEEKLY && isId(siteId)) return { userId, kind, siteId };
    if (isPreferenceKind(kind) && rest.length === 1) return { userId, kind };
  }
  throw unsubscribeLinkInvalid();
}

const nameOf = (subscription: Subscription): string => {
  const { userId, kind } = subscription;
  return 'siteId' in subscription ? `${userId}.${kind}.${subscription.siteId}` : `${userId}.${kind}`;
};

const macOf = (key: Buffer, name: string): Buffer => createHmac('sha256', key).update(name).digest();

/** Ends the mails that a link names. */
export async function unsubscribe(
  { transact, keyRing }: Pick<Context, 'transact' | 'keyRing'>,
  ticket: string,
): Promise<void> {
  const subscription = openSubscription(keyRing, ticket);
  const { userId } = subscription;
  const isKnown = await transact(async ({ trx }) => {
    if (subscription.kind !== WEEKLY)
      return changePreference(trx, userId, { kind: subscription.kind, mail: false });
    await removeWeeklySubscriber(trx, subscription);
    return true;
  });
  if (!isKnown) throw unsubscribeLinkInvalid();
}
