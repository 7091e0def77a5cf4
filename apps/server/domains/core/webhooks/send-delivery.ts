import { unseal } from '../../../platform/access/keys.ts';
import type { Context } from '../../../platform/context.ts';
import { type GuardedResponse, guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import { webhookDeliveries } from '../../../platform/metrics/meters.ts';
import { findTraceparent, inSpan } from '../../../platform/tracing/tracing.ts';
import type { Attempt, DeliveryRow } from './deliveries.repository.ts';
import { presentEvent } from './event.present.ts';
import { signBody } from './signature.ts';
import type { WebhookRow } from './webhooks.repository.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_LENGTH = 1024;
/** Characters have up to four bytes. */
const MAX_RESPONSE_BYTES = 4 * MAX_RESPONSE_LENGTH;

/** Sends a delivery to its receiver. Throws only when `signal` is aborted. */
export async function sendDelivery(
  context: Pick<Context, 'config' | 'keyRing' | 'clock'>,
  sent: { webhook: WebhookRow; delivery: DeliveryRow },
  signal: AbortSignal,
): Promise<Attempt> {
  const attributes = {
    'lectern.event': sent.delivery.type,
    'lectern.delivery.id': sent.delivery.delivery_id,
  };
  const attempt = await inSpan('webhook delivery', { kind: 'client', attributes }, async (span) => {
    const made = await attemptDelivery(context, sent, signal);
    span?.set({ 'http.response.status_code': made.status });
    if (outcomeOf(made) !== 'delivered') span?.fail(outcomeOf(made));
    return made;
  });
  webhookDeliveries.observe(attempt.milliseconds, outcomeOf(attempt));
  return attempt;
}

function outcomeOf({ status }: Attempt): 'delivered' | 'refused' | 'unanswered' {
  if (status === undefined) return 'unanswered';
  return status >= 200 && status < 300 ? 'delivered' : 'refused';
}

async function attemptDelivery(
  { config, keyRing, clock }: Pick<Context, 'config' | 'keyRing' | 'clock'>,
  { webhook, delivery }: { webhook: WebhookRow; delivery: DeliveryRow },
  signal: AbortSignal,
): Promise<Attempt> {
  const at = clock();
  const startedAt = performance.now();
  const end = (): Pick<Attempt, 'at' | 'milliseconds'> => ({
    at: at.toISOString(),
    milliseconds: Math.round(performance.now() - startedAt),
  });
  const secrets = readSecrets(webhook, keyRing.keys('credentials'), at);
  if (!secrets) return { ...end(), error: 'The secret of the webhook cannot be read. Rotate it.' };
  const traceparent = findTraceparent();
  const body = JSON.stringify(presentEvent(delivery, config.baseUrl));
  try {
    const response = await guardedFetch(webhook.url, {
      allowPrivate: config.allowPrivateNetworks,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Lectern-Webhooks/1',
        'x-lectern-event': delivery.type,
        'x-lectern-delivery': delivery.delivery_id,
        'x-lectern-signature': signBody(body, secrets, at),
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      body,
      // The owner of the address could redirect the request elsewhere.
      returnsRedirects: true,
      maxBytes: MAX_RESPONSE_BYTES,
      truncate: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return { ...end(), status: response.status, response: toText(response, secrets) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetworkError) return { ...end(), error: error.message };
    throw error;
  }
}

/** The current secret, and the former one while it is valid. Undefined if they were sealed under another key. */
function readSecrets(
  { secret, previous_secret, previous_secret_until }: WebhookRow,
  keys: Buffer[],
  now: Date,
): string[] | undefined {
  const sealed = [
    secret,
    ...(previous_secret && previous_secret_until && previous_secret_until > now ? [previous_secret] : []),
  ];
  try {
    return sealed.map((one) => unseal(keys, one));
  } catch {
    return undefined;
  }
}

/** The beginning of a response as plain text, without the secrets, should the receiver send them back. */
function toText({ body }: GuardedResponse, secrets: readonly string[]): string {
  const text = new TextDecoder().decode(body).replace(/\p{Cc}+/gu, ' ');
  const shown = secrets.reduce((kept, secret) => kept.replaceAll(secret, '…'), text);
  return [...shown].slice(0, MAX_RESPONSE_LENGTH).join('').trim();
}
