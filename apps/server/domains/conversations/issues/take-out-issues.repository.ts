import { sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  addEmbedding,
  decodeEmbedding,
  type EmbeddingSum,
  encodeEmbedding,
} from '../clustering/embedding-sum.ts';
import { addVector, decodeVector, encodeVector } from '../clustering/sparse-vector.ts';
import { deleteEmptyClusters } from './store-placed.repository.ts';

/** Takes the issues of conversations out of their clusters, whose sums do not count them anymore. */
export async function takeOutIssues(
  trx: Transaction<DB>,
  organizationId: string,
  conversationIds: readonly string[],
  now: Date,
): Promise<void> {
  const { rows: issues } = await sql<{ clusterId: string; features: Buffer; embedding: Buffer | null }>`
    delete from conversation_issue
    where organization_id = ${organizationId} and conversation_id = any(${conversationIds}::uuid[])
    returning cluster_id as "clusterId", features, embedding`.execute(trx);
  const clusterIds = [...new Set(issues.map(({ clusterId }) => clusterId))];
  const { rows: clusters } = await sql<{
    clusterId: string;
    features: Buffer;
    embedding: Buffer | null;
    embedded: number;
  }>`
    select cluster_id as "clusterId", features, embedding, embedded_issues as embedded from issues_cluster
    where organization_id = ${organizationId} and cluster_id = any(${clusterIds}::uuid[])`.execute(trx);
  const changed = clusters.map(({ clusterId, features, embedding, embedded }) => {
    const sum = decodeVector(features);
    const total: EmbeddingSum = { count: embedded, sum: embedding ? decodeEmbedding(embedding) : undefined };
    const theirs = issues.filter((issue) => issue.clusterId === clusterId);
    for (const issue of theirs) {
      addVector(sum, decodeVector(issue.features), -1);
      if (issue.embedding) addEmbedding(total, decodeEmbedding(issue.embedding), -1);
    }
    return {
      clusterId,
      gone: theirs.length,
      features: encodeVector(sum).toString('base64'),
      embedding: total.sum ? encodeEmbedding(total.sum).toString('base64') : null,
      embedded: total.count,
    };
  });
  await sql`
    update issues_cluster c set issues = c.issues - n.gone, features = decode(n.features, 'base64'),
      embedding = decode(n.embedding, 'base64'), embedded_issues = n.embedded, summary = '', described_issues = 0, updated_at = ${now}
    from jsonb_to_recordset(${toJsonText(changed)}::text::jsonb) as n("clusterId" uuid, gone int, features text,
      embedding text, embedded int)
    where c.organization_id = ${organizationId} and c.cluster_id = n."clusterId"`.execute(trx);
  await deleteEmptyClusters(trx, organizationId);
}
