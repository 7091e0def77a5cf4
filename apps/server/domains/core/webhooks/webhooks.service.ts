import { isId, newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import { sealSecret } from '../../../platform/access/secrets.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { failWaiting } from './deliveries.repository.ts';
import { newWebhookSecret } from './signature.ts';
import { recordWebhookChange } from './webhook-audit.ts';
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhookRow,
  insertWebhook,
  lockWebhookRow,
  lockWebhooks,
  updateWebhookRow,
  type WebhookKey,
  type WebhookRow,
} from './webhooks.repository.ts';
import type { CreateWebhookBody, UpdateWebhookBody } from './webhooks.schemas.ts';

const MAX_WEBHOOKS = 20;
/** Receivers have this long to take over a new secret. */
const OVERLAP_MS = 24 * 3_600_000;

export const webhookNotFound = defineNotFound('webhook-not-found', 'webhook');
export const tooManyWebhooks = defineError(
  { status: 409, reason: 'too-many-webhooks' },
  () => `An organization can have at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
);

/** A webhook with the secret that is shown once. */
export interface RevealedWebhook {
  row: WebhookRow;
  secret: string;
}

export async function createWebhook(
  { transact, clock, keyRing }: Context,
  cause: Cause,
  organizationId: string,
  body: Static<typeof CreateWebhookBody>,
): Promise<RevealedWebhook> {
  const secret = newWebhookSecret();
  const now = clock();
  return transact(async ({ trx }) => {
    await lockWebhooks(trx, organizationId);
    if ((await countWebhooks(trx, organizationId)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
    const row = await insertWebhook(trx, {
      organization_id: organizationId,
      webhook_id: newId(),
      title: body.title,
      url: body.url,
      events: [...new Set(body.events)],
      secret: sealSecret(keyRing, secret),
      is_enabled: body.enabled ?? true,
      created_by: cause.actor?.kind === 'user' ? cause.actor.userId : null,
      created_at: now,
      updated_at: now,
    });
    await recordWebhookChange(trx, cause, { action: 'webhook.created', after: row, at: now });
    return { row, secret };
  });
}

export async function getWebhookRow(db: Context['db'], key: WebhookKey): Promise<WebhookRow> {
  const row = isId(key.webhookId) ? await findWebhookRow(db, key) : undefined;
  if (!row) throw webhookNotFound();
  return row;
}

/** Disabling takes what waits out of the queues; enabling forgets why the webhook was disabled. */
export async function updateWebhook(
  { transact, clock }: Context,
  cause: Cause,
  key: WebhookKey,
  body: Static<typeof UpdateWebhookBody>,
): Promise<WebhookRow> {
  return transact(async (unit) => {
    const before = await lockWebhook(unit, key);
    const isEnabled = body.enabled === undefined ? before.is_enabled : (body.enabled ?? true);
    const isSwitched = isEnabled !== before.is_enabled;
    const row: WebhookRow = {
      ...before,
      title: body.title ?? before.title,
      url: body.url ?? before.url,
      events: body.events ? [...new Set(body.events)] : before.events,
      is_enabled: isEnabled,
      ...(isSwitched ? { disabled_reason: null, failing_since: null } : {}),
      ...(isSwitched || body.url !== undefined ? { paused_until: null } : {}),
      updated_at: clock(),
    };
    await updateWebhookRow(unit.trx, key, row);
    if (isSwitched && !isEnabled) await failWaiting(unit.trx, key, row.updated_at);
    await recordWebhookChange(unit.trx, cause, {
      action: 'webhook.updated',
      before,
      after: row,
      at: row.updated_at,
    });
    return row;
  });
}

/** Disables a webhook whose receiver does not answer, inside the transaction that notes the failure. */
export async function disableWebhook(
  { trx }: UnitOfWork,
  cause: Cause,
  { before, reason, at }: { before: WebhookRow; reason: string; at: Date },
): Promise<void> {
  const key = { organizationId: before.organization_id, webhookId: before.webhook_id };
  const after = { ...before, is_enabled: false, disabled_reason: reason, updated_at: at };
  await updateWebhookRow(trx, key, after);
  await failWaiting(trx, key, at);
  await recordWebhookChange(trx, cause, { action: 'webhook.disabled', before, after, at });
}

export async function deleteWebhook(
  { transact, clock }: Context,
  cause: Cause,
  key: WebhookKey,
): Promise<void> {
  await transact(async (unit) => {
    const before = await lockWebhook(unit, key);
    await deleteWebhookRow(unit.trx, key);
    await recordWebhookChange(unit.trx, cause, { action: 'webhook.deleted', before, at: clock() });
  });
}

/** Replaces the secret. The former one also signs for another day; an older one stops signing immediately. */
export async function rotateSecret(
  { transact, clock, keyRing }: Context,
  cause: Cause,
  key: WebhookKey,
): Promise<RevealedWebhook> {
  const secret = newWebhookSecret();
  return transact(async (unit) => {
    const before = await lockWebhook(unit, key);
    const now = clock();
    const row: WebhookRow = {
      ...before,
      secret: sealSecret(keyRing, secret),
      previous_secret: before.secret,
      previous_secret_until: new Date(now.getTime() + OVERLAP_MS),
      updated_at: now,
    };
    await updateWebhookRow(unit.trx, key, row);
    await recordWebhookChange(unit.trx, cause, {
      action: 'webhook.secret-rotated',
      before,
      after: row,
      at: now,
    });
    return { row, secret };
  });
}

async function lockWebhook({ trx }: UnitOfWork, key: WebhookKey): Promise<WebhookRow> {
  const row = isId(key.webhookId) ? await lockWebhookRow(trx, key) : undefined;
  if (!row) throw webhookNotFound();
  return row;
}
