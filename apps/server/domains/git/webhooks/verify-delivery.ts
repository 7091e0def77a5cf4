import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DeliveryHeaders } from './read-delivery.ts';

/** Both sides of a comparison go through it, so that it takes the same time for texts of any length. */
const COMPARISON_KEY = randomBytes(32);

/** Whether the sender of the body knows the secret. Takes the same time for every wrong signature. */
export function isAuthentic(
  { signature, secret: sent }: DeliveryHeaders,
  { body, secret }: { body: Buffer; secret: string },
): boolean {
  if (sent !== undefined) return isSameText(sent, secret);
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return signature !== undefined && isSameText(signature.toLowerCase(), expected);
}

const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHmac('sha256', COMPARISON_KEY).update(text).digest();
