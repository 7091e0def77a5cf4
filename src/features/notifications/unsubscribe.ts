import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../access/keys.ts';
import type { Context } from '../../context.ts';
import { defineNotFound } from '../../http/errors.ts';
import { isId } from '../../http/ids.ts';
import { isNotificationKind, type NotificationKind } from './notification-kinds.ts';
import { changePreference } from './notifications.repository.ts';

export const unsubscribeLinkInvalid = defineNotFound('unsubscribe-link-not-found', 'link to unsubscribe');

/** A user who wants no mails of a kind. */
export interface Subscription {
  userId: string;
  kind: NotificationKind;
}

/** The text in a link that ends mails of one kind. It never expires, and allows nothing else. */
export function subscriptionTicket(keyRing: KeyRing, { userId, kind }: Subscription): string {
  const name = `${userId}.${kind}`;
  return `${name}.${macOf(keyRing.keys('unsubscribe')[0] as Buffer, name).toString('base64url')}`;
}

/** Throws a 404 for a text that is not ours. */
export function openSubscription(keyRing: KeyRing, ticket: string): Subscription {
  const [userId = '', kind = '', signature = ''] = ticket.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isOurs = keyRing.keys('unsubscribe').some((key) => {
    const mac = macOf(key, `${userId}.${kind}`);
    return mac.length === given.length && timingSafeEqual(mac, given);
  });
  if (!isOurs || !isId(userId) || !isNotificationKind(kind)) throw unsubscribeLinkInvalid();
  return { userId, kind };
}

const macOf = (key: Buffer, name: string): Buffer => createHmac('sha256', key).update(name).digest();

/** Ends the mails that a link names. */
export async function unsubscribe(
  { transact, keyRing }: Pick<Context, 'transact' | 'keyRing'>,
  ticket: string,
): Promise<void> {
  const { userId, kind } = openSubscription(keyRing, ticket);
  const isKnown = await transact(({ trx }) => changePreference(trx, userId, { kind, mail: false }));
  if (!isKnown) throw unsubscribeLinkInvalid();
}
