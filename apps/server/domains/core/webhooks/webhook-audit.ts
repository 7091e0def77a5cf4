import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { WebhookRow } from './webhooks.repository.ts';

interface WebhookChange {
  action:
    | 'webhook.created'
    | 'webhook.updated'
    | 'webhook.disabled'
    | 'webhook.secret-rotated'
    | 'webhook.deleted';
  before?: WebhookRow;
  after?: WebhookRow;
  at: Date;
}

/** Records nothing if an update changed nothing. */
export async function recordWebhookChange(
  trx: Transaction<DB>,
  cause: Cause,
  { action, before, after, at }: WebhookChange,
): Promise<void> {
  const row = (after ?? before) as WebhookRow;
  const [old, now] = [before && describe(before), after && describe(after)];
  const isUpdate = action === 'webhook.updated';
  if (isUpdate && JSON.stringify(old) === JSON.stringify(now)) return;
  await recordEvent(trx, {
    organizationId: row.organization_id,
    cause,
    action,
    target: { type: 'webhook', id: row.webhook_id, label: row.title },
    payload:
      action === 'webhook.secret-rotated'
        ? {}
        : { ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) },
    at,
  });
}

/** Records only the origin of the address: the rest may be a secret of the receiver. */
const describe = ({ title, url, events, is_enabled, disabled_reason }: WebhookRow) => ({
  title,
  origin: new URL(url).origin,
  events,
  enabled: is_enabled,
  ...(disabled_reason === null ? {} : { reason: disabled_reason }),
});
