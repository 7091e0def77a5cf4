import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { StoredCluster, StoredModel, UnreadConversation } from './place-issues.ts';

/** The model of an organization with the version by which a change of it is noticed. */
export interface VersionedModel extends StoredModel {
  version: number;
  /** The language model that the embeddings are of; null if none was used yet. */
  embeddingModel: string | null;
}

const EMPTY = Buffer.alloc(0);
const NEW_MODEL: VersionedModel = {
  version: 0,
  embeddingModel: null,
  nextNumber: 1,
  issues: 0,
  counts: EMPTY,
  frozenIssues: 0,
  frozenCounts: EMPTY,
};

export async function findModel(db: Database, organizationId: string): Promise<VersionedModel> {
  const { rows } = await sql<VersionedModel>`
    select version::float8 as version, embedding_model as "embeddingModel", next_number as "nextNumber", issues::float8 as issues, counts,
      frozen_issues::float8 as "frozenIssues", frozen_counts as "frozenCounts"
    from issues_model where organization_id = ${organizationId}`.execute(db);
  return rows[0] ?? NEW_MODEL;
}

/** Locks the issues and clusters of an organization against all other changes. Returns the version. */
export async function lockModel(trx: Transaction<DB>, organizationId: string): Promise<number> {
  await sql`
    insert into issues_model (organization_id, version, next_number, issues, counts, frozen_issues, frozen_counts)
    values (${organizationId}, 0, 1, 0, ''::bytea, 0, ''::bytea) on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ version: number }>`
    select version::float8 as version from issues_model where organization_id = ${organizationId} for update`.execute(
    trx,
  );
  return rows[0]?.version ?? 0;
}

export async function updateModel(
  trx: Transaction<DB>,
  organizationId: string,
  model: StoredModel,
): Promise<void> {
  await sql`
    update issues_model set version = version + 1, next_number = ${model.nextNumber}, issues = ${model.issues},
      counts = ${Buffer.from(model.counts)}, frozen_issues = ${model.frozenIssues},
      frozen_counts = case when frozen_issues = ${model.frozenIssues} then frozen_counts
        else ${Buffer.from(model.frozenCounts)} end
    where organization_id = ${organizationId}`.execute(trx);
}

/**
 * Forgets all embeddings if they are of another language model, because these cannot be compared, and has all
 * conversations read again. Issues stay in their clusters.
 */
export async function changeEmbeddingModel(
  trx: Transaction<DB>,
  organizationId: string,
  name: string,
): Promise<void> {
  await lockModel(trx, organizationId);
  const { numAffectedRows } = await sql`
    update issues_model set version = version + 1, embedding_model = ${name}
    where organization_id = ${organizationId} and embedding_model is distinct from ${name}`.execute(trx);
  if (!numAffectedRows) return;
  await sql`
    update issues_cluster set embedding = null, embedded_issues = 0
    where organization_id = ${organizationId} and embedded_issues > 0`.execute(trx);
  await sql`
    update conversation_issue set embedding = null
    where organization_id = ${organizationId} and embedding is not null`.execute(trx);
  await sql`
    update conversation set processed_at = null
    where organization_id = ${organizationId} and processed_at is not null`.execute(trx);
}

/** Raises the version of the model, by which readers of the former one notice that issues or clusters have changed. */
export async function raiseVersion(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await sql`update issues_model set version = version + 1 where organization_id = ${organizationId}`.execute(
    trx,
  );
}

export async function listStoredClusters(db: Database, organizationId: string): Promise<StoredCluster[]> {
  const { rows } = await sql<StoredCluster>`
    select number, issues, features, embedding, embedded_issues as embedded from issues_cluster
    where organization_id = ${organizationId} order by number`.execute(db);
  return rows;
}

export type UnprocessedConversation = UnreadConversation & { digest: Buffer };

/** The oldest conversations whose issues are not up to date, with the issues that they have. */
export async function listUnprocessed(
  db: Database,
  organizationId: string,
  { count, bytes }: { count: number; bytes: number },
): Promise<UnprocessedConversation[]> {
  const { rows } = await sql<Omit<UnprocessedConversation, 'former'>>`
    select conversation_id as "conversationId", subject, parts, digest from (
      select *, sum(pg_column_size(parts)) over (order by number) - pg_column_size(parts) as before
      from (
        select conversation_id, number, subject, parts, digest from conversation
        where organization_id = ${organizationId} and processed_at is null order by number limit ${count}) c) c
    where before < ${bytes} order by number`.execute(db);
  const ids = rows.map(({ conversationId }) => conversationId);
  const { rows: issues } = await sql<UnprocessedConversation['former'][number] & { conversationId: string }>`
    select i.conversation_id as "conversationId", i.issue_id as "issueId", c.number, i.title, i.summary, i.features,
      i.embedding
    from conversation_issue i
    join issues_cluster c on c.organization_id = i.organization_id and c.cluster_id = i.cluster_id
    where i.organization_id = ${organizationId} and i.conversation_id = any(${ids}::uuid[])
    order by i.issue_id`.execute(db);
  const former = new Map<string, UnprocessedConversation['former'][number][]>();
  for (const { conversationId, ...issue } of issues)
    former.set(conversationId, [...(former.get(conversationId) ?? []), issue]);
  return rows.map((row) => ({ ...row, former: former.get(row.conversationId) ?? [] }));
}

/** Notes that the issues of conversations are up to date, unless they were replaced meanwhile. */
export async function markProcessed(
  trx: Transaction<DB>,
  organizationId: string,
  conversations: readonly UnprocessedConversation[],
  now: Date,
): Promise<number> {
  const rows = conversations.map(({ conversationId, digest }) => ({
    conversationId,
    digest: digest.toString('hex'),
  }));
  const { numAffectedRows } = await sql`
    update conversation c set processed_at = ${now}
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as n("conversationId" uuid, digest text)
    where c.organization_id = ${organizationId} and c.conversation_id = n."conversationId"
      and c.digest = decode(n.digest, 'hex')`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
