import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { ConversationSettings } from './settings.schemas.ts';

export async function findSettings(db: Database, organizationId: string): Promise<ConversationSettings> {
  const { rows } = await sql<ConversationSettings>`
    select retention_days as "retentionDays", masking_rules as "maskingRules"
    from conversation_settings where organization_id = ${organizationId}`.execute(db);
  return rows[0] ?? { retentionDays: null, maskingRules: [] };
}

/** Two changes at once are made one after the other. */
export async function lockSettings(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<ConversationSettings> {
  await sql`
    insert into conversation_settings (organization_id, updated_at) values (${organizationId}, now())
    on conflict do nothing`.execute(trx);
  await sql`select 1 from conversation_settings where organization_id = ${organizationId} for update`.execute(
    trx,
  );
  return findSettings(trx, organizationId);
}

export async function storeSettings(
  trx: Transaction<DB>,
  organizationId: string,
  { retentionDays, maskingRules, at }: ConversationSettings & { at: Date },
): Promise<void> {
  await sql`
    update conversation_settings set retention_days = ${retentionDays},
      masking_rules = ${toJsonText(maskingRules)}::text::jsonb, updated_at = ${at}
    where organization_id = ${organizationId}`.execute(trx);
}

/** Lists the organizations with a retention period for conversations. */
export async function listRetentions(db: Database): Promise<{ organizationId: string; days: number }[]> {
  const { rows } = await sql<{ organizationId: string; days: number }>`
    select organization_id as "organizationId", retention_days as days
    from conversation_settings where retention_days is not null order by organization_id`.execute(db);
  return rows;
}
