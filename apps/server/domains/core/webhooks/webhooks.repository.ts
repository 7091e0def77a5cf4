import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { lockInOrganization } from '../../../platform/db/organization-lock.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

export type WebhookRow = Selectable<DB['webhook']>;

export interface WebhookKey {
  organizationId: string;
  webhookId: string;
}

/** Oldest first. `after`: the last webhook of the page before. */
export async function listWebhookRows(
  db: Database,
  { organizationId, after, limit }: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<WebhookRow, string>> {
  const count = await countWebhooks(db, organizationId);
  const { rows } = await sql<WebhookRow>`
    select * from webhook
    where organization_id = ${organizationId} and (${after ?? null}::uuid is null or webhook_id > ${after ?? null})
    order by webhook_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, count, (row) => row.webhook_id);
}

export async function countWebhooks(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findWebhookRow(db: Database, key: WebhookKey): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`select * from webhook where ${isWebhook(key)}`.execute(db);
  return rows[0];
}

/** Locks the row until the end of the transaction, but not against events that refer to it. */
export async function lockWebhookRow(trx: Transaction<DB>, key: WebhookKey): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`
    select * from webhook where ${isWebhook(key)} for no key update`.execute(trx);
  return rows[0];
}

/** Two webhooks that are added at once are counted one after the other. */
export async function lockWebhooks(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await lockInOrganization(trx, { organizationId, things: 'webhooks' });
}

export async function insertWebhook(
  trx: Transaction<DB>,
  row: Omit<
    WebhookRow,
    'previous_secret' | 'previous_secret_until' | 'disabled_reason' | 'failing_since' | 'paused_until'
  >,
): Promise<WebhookRow> {
  return trx.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateWebhookRow(
  trx: Transaction<DB>,
  { organizationId, webhookId }: WebhookKey,
  { organization_id: _organization, webhook_id: _webhook, ...changes }: Partial<WebhookRow>,
): Promise<void> {
  await trx
    .updateTable('webhook')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .execute();
}

export async function deleteWebhookRow(trx: Transaction<DB>, key: WebhookKey): Promise<void> {
  await sql`delete from webhook where ${isWebhook(key)}`.execute(trx);
}

/** The secrets of all webhooks, as they are stored, those of before a rotation too. */
export async function listSealedSecrets(db: Database): Promise<{ key: WebhookKey; secret: Buffer }[]> {
  const rows = await db
    .selectFrom('webhook')
    .select(['organization_id', 'webhook_id', 'secret', 'previous_secret'])
    .execute();
  return rows.flatMap(({ organization_id, webhook_id, secret, previous_secret }) =>
    [secret, ...(previous_secret ? [previous_secret] : [])].map((one) => ({
      key: { organizationId: organization_id, webhookId: webhook_id },
      secret: one,
    })),
  );
}

/** Does nothing if the secret was rotated meanwhile. */
export async function replaceSealedSecret(
  db: Database,
  key: WebhookKey,
  { secret, sealed }: { secret: Buffer; sealed: Buffer },
): Promise<void> {
  await sql`
    update webhook set
      secret = case when secret = ${secret} then ${sealed} else secret end,
      previous_secret = case when previous_secret = ${secret} then ${sealed} else previous_secret end
    where ${isWebhook(key)}`.execute(db);
}

const isWebhook = ({ organizationId, webhookId }: WebhookKey) =>
  sql`organization_id = ${organizationId} and webhook_id = ${webhookId}`;
