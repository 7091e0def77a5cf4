import { createHmac, randomBytes } from 'node:crypto';

/** The prefix lets secret scanners and people recognize it. */
export const newWebhookSecret = (): string => `lcw_${randomBytes(32).toString('base64url')}`;

/**
 * The value of `X-Lectern-Signature`: the time in seconds, and the HMAC-SHA256 of time and body with each secret. The
 * time is signed too, so that a receiver can refuse replayed deliveries.
 */
export function signBody(body: string, secrets: readonly string[], at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}
