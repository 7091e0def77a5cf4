import { newId } from '@lectern/std/ids';
import { sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { addSums, subtractSums } from './cluster-sums.repository.ts';
import type { ChangedCluster, Placed, PlacedIssue } from './place-issues.ts';

interface Placing {
  organizationId: string;
  /** The conversations whose issues were placed. */
  conversationIds: readonly string[];
  now: Date;
}

/** Stores placed issues. The sums of clusters change only by these conversations. */
export async function storePlaced(
  trx: Transaction<DB>,
  placing: Placing,
  { clusters, issues, gone, merges }: Placed,
): Promise<void> {
  const { organizationId, conversationIds } = placing;
  await subtractSums(trx, organizationId, conversationIds);
  await sql`
    delete from conversation_issue
    where organization_id = ${organizationId} and issue_id = any(${gone}::uuid[])`.execute(trx);
  await insertClusters(trx, placing, { clusters, issues });
  for (const merge of merges) await mergeCluster(trx, placing, merge);
  await storeIssues(trx, placing, issues);
  await updateClusters(trx, placing, clusters);
  await addSums(trx, organizationId, conversationIds);
  await deleteEmptyClusters(trx, organizationId);
}

async function insertClusters(
  trx: Transaction<DB>,
  { organizationId, now }: Placing,
  { clusters, issues }: Pick<Placed, 'clusters' | 'issues'>,
): Promise<void> {
  const titles = new Map([...issues].reverse().map(({ number, title }) => [number, title]));
  const rows = clusters.map(({ number }) => ({ id: newId(), number, label: titles.get(number) ?? '' }));
  await sql`
    insert into issues_cluster (organization_id, cluster_id, number, label, icon, summary, features, issues,
      conversations, created_at, updated_at)
    select ${organizationId}, n.id, n.number, left(n.label, 80), 'comments', '', ''::bytea, 0, 0, ${now}, ${now}
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as n(id uuid, number int, label text)
    order by n.number
    on conflict on constraint issues_cluster_number do nothing`.execute(trx);
}

/**
 * Moves the issues, tasks and sums of the younger cluster to the older one. Both are locked, so that no task that is
 * created meanwhile is lost.
 */
async function mergeCluster(
  trx: Transaction<DB>,
  { organizationId, conversationIds }: Placing,
  { from, into }: { from: number; into: number },
): Promise<void> {
  const { rows } = await sql<{ number: number; id: string }>`
    select number, cluster_id as id from issues_cluster
    where organization_id = ${organizationId} and number in (${from}, ${into})
    order by number for update`.execute(trx);
  const [younger, older] = [from, into].map((number) => rows.find((row) => row.number === number)?.id);
  // It began among these very conversations.
  if (!younger || !older) return;
  const organization = sql`organization_id = ${organizationId}`;
  await sql`
    update issues_cluster c set
      conversations = c.conversations + y.conversations - (
        select count(distinct i.conversation_id) from conversation_issue i
        where i.${organization} and i.cluster_id = ${younger} and i.conversation_id <> all(${conversationIds}::uuid[])
          and exists (
            select 1 from conversation_issue o
            where o.${organization} and o.conversation_id = i.conversation_id and o.cluster_id = ${older})),
      tasks_backlog = c.tasks_backlog + y.tasks_backlog, tasks_started = c.tasks_started + y.tasks_started,
      tasks_completed = c.tasks_completed + y.tasks_completed,
      tasks_cancelled = c.tasks_cancelled + y.tasks_cancelled
    from issues_cluster y
    where c.${organization} and c.cluster_id = ${older} and y.${organization} and y.cluster_id = ${younger}`.execute(
    trx,
  );
  await sql`
    update conversation_issue set cluster_id = ${older} where ${organization} and cluster_id = ${younger}`.execute(
    trx,
  );
  await sql`
    update conversation_task set cluster_id = ${older} where ${organization} and cluster_id = ${younger}`.execute(
    trx,
  );
  await sql`
    insert into issues_cluster_week (organization_id, cluster_id, source, week, issues)
    select organization_id, ${older}, source, week, issues from issues_cluster_week
    where ${organization} and cluster_id = ${younger}
    on conflict (organization_id, cluster_id, source, week)
      do update set issues = issues_cluster_week.issues + excluded.issues`.execute(trx);
  await sql`delete from issues_cluster where ${organization} and cluster_id = ${younger}`.execute(trx);
}

async function storeIssues(
  trx: Transaction<DB>,
  { organizationId, now }: Placing,
  issues: readonly PlacedIssue[],
): Promise<void> {
  const rows = issues.map((issue) => ({
    ...issue,
    ...encodeVectors(issue),
    issueId: issue.issueId ?? newId(),
  }));
  await sql`
    insert into conversation_issue (organization_id, issue_id, conversation_id, cluster_id, title, summary, features,
      embedding, created_at, ingested_at)
    select ${organizationId}, n."issueId", n."conversationId", c.cluster_id, n.title, n.summary,
      decode(n.features, 'base64'), decode(n.embedding, 'base64'), o.created_at, ${now}
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as n("issueId" uuid, "conversationId" uuid, number int,
      title text, summary text, features text, embedding text)
    join issues_cluster c on c.organization_id = ${organizationId} and c.number = n.number
    join conversation o on o.organization_id = ${organizationId} and o.conversation_id = n."conversationId"
    on conflict (organization_id, issue_id) do update set cluster_id = excluded.cluster_id, title = excluded.title,
      summary = excluded.summary, features = excluded.features, embedding = excluded.embedding,
      created_at = excluded.created_at`.execute(trx);
}

const encodeVectors = ({ features, embedding }: Pick<PlacedIssue, 'features' | 'embedding'>) => ({
  features: Buffer.from(features).toString('base64'),
  embedding: embedding ? Buffer.from(embedding).toString('base64') : null,
});

/** A cluster is described again when it has grown by a quarter, and when it has lost what its description may quote. */
async function updateClusters(
  trx: Transaction<DB>,
  { organizationId, now }: Placing,
  clusters: readonly ChangedCluster[],
): Promise<void> {
  const rows = clusters.map((cluster) => ({ ...cluster, ...encodeVectors(cluster) }));
  await sql`
    update issues_cluster c set issues = n.issues, features = decode(n.features, 'base64'),
      embedding = decode(n.embedding, 'base64'), embedded_issues = n.embedded, updated_at = ${now},
      summary = case when n."hasLost" then '' else c.summary end,
      described_issues = case when n."hasLost" or n.issues >= 1.25 * c.described_issues then 0
        else c.described_issues end
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as n(number int, issues int, features text,
      embedding text, embedded int, "hasLost" boolean)
    where c.organization_id = ${organizationId} and c.number = n.number`.execute(trx);
}

/**
 * Deletes clusters without issues, unless they have tasks. Uses the counts in the row, which the transaction of a new
 * task locks and updates.
 */
export async function deleteEmptyClusters(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await sql`
    delete from issues_cluster
    where organization_id = ${organizationId} and issues = 0
      and tasks_backlog + tasks_started + tasks_completed + tasks_cancelled = 0`.execute(trx);
}
