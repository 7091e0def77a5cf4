import { newId } from '@lectern/std/ids';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { toJsonText } from '../../platform/db/json-text.ts';
import { lockInOrganization } from '../../platform/db/organization-lock.queries.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { MaskedConversation } from './mask-conversations.ts';

export type ConversationRow = Omit<Selectable<DB['conversation']>, 'attributes' | 'parts'> & {
  attributes: Record<string, string>;
  parts: { type: 'message'; role: string; body: string }[];
};

export interface ConversationKey {
  organizationId: string;
  conversationId: string;
}

/**
 * Stores conversations in their order; one that is stored already is replaced where it differs. Each source and id may
 * appear once. Returns how many are new or different.
 */
export async function storeConversations(
  trx: Transaction<DB>,
  organizationId: string,
  conversations: readonly MaskedConversation[],
  now: Date,
): Promise<number> {
  // Two requests with the same conversations in different orders would wait for each other.
  await lockInOrganization(trx, { organizationId, things: 'conversations' });
  const rows = conversations.map((conversation) => ({ ...conversation, conversationId: newId() }));
  const { numAffectedRows } = await sql`
    insert into conversation (organization_id, conversation_id, source, external_id, url, subject, attributes, parts,
      digest, created_at, ingested_at)
    select ${organizationId}::uuid, c."conversationId", c.source, c."externalId", c.url, c.subject, c.attributes, c.parts,
      decode(c.digest, 'hex'), coalesce(c."createdAt", ${now}::timestamptz), ${now}::timestamptz
    from rows from (jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as ("conversationId" uuid, source text,
      "externalId" text, url text, subject text, attributes jsonb, parts jsonb, digest text, "createdAt" timestamptz))
      with ordinality as c
    order by c.ordinality
    on conflict on constraint conversation_source_unique do update set url = excluded.url,
      subject = excluded.subject, attributes = excluded.attributes, parts = excluded.parts, digest = excluded.digest,
      created_at = case when excluded.created_at = excluded.ingested_at then conversation.created_at else excluded.created_at end,
      ingested_at = excluded.ingested_at, processed_at = null
    where conversation.digest <> excluded.digest`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

export async function findConversationRow(
  db: Database,
  { organizationId, conversationId }: ConversationKey,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select * from conversation
    where organization_id = ${organizationId} and conversation_id = ${conversationId}`.execute(db);
  return rows[0];
}

export async function findConversationId(
  db: Database,
  { organizationId, source, externalId }: { organizationId: string; source: string; externalId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from conversation
    where organization_id = ${organizationId} and source = ${source} and external_id = ${externalId}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** The oldest conversations whose time has passed. */
export async function listExpiredConversations(
  db: Database,
  { organizationId, before, limit }: { organizationId: string; before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from conversation
    where organization_id = ${organizationId} and ingested_at < ${before}
    order by ingested_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteConversationRows(
  trx: Transaction<DB>,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from conversation where organization_id = ${organizationId} and conversation_id = any(${ids}::uuid[])`.execute(
    trx,
  );
}

export async function listIssueIds(
  db: Database,
  { organizationId, conversationId }: ConversationKey,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select issue_id as id from conversation_issue
    where organization_id = ${organizationId} and conversation_id = ${conversationId}
    order by issue_id`.execute(db);
  return rows.map(({ id }) => id);
}
