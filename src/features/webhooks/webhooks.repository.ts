import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';

type Database = Kysely<DB> | Transaction<DB>;

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
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${organizationId}`}, 0))`.execute(trx);
}

export async function insertWebhook(
  trx: Transaction<DB>,
  row: Omit<WebhookRow, 'previous_secret' | 'previous_secret_until' | 'disabled_reason' | 'failing_since'>,
): Promise<WebhookRow> {
  return trx.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateWebhookRow(
  trx: Transaction<DB>,
  { organizationId, webhookId }: WebhookKey,
  changes: Partial<WebhookRow>,
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

const isWebhook = ({ organizationId, webhookId }: WebhookKey) =>
  sql`organization_id = ${organizationId} and webhook_id = ${webhookId}`;
