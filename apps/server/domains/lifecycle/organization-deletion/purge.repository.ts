import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { deleteUnlinkedRows } from '../../../platform/db/unlinked-rows.queries.ts';

/** The number of rows that one statement deletes. Rows that refer to them are deleted as well. */
const BATCH = 1000;

/**
 * The tables with many rows of an organization, in an order in which no row refers to a deleted one. All other tables
 * have few of its rows, or their rows are deleted with these; the last are deleted with the organization itself.
 */
export const LARGE_TABLES = [
  'failed_job',
  'conversation_issue',
  'conversation',
  'issues_cluster',
  'openapi_version',
  'openapi_content',
  'translation_page',
  'translation_memory',
  'external_link',
  'search_segment',
  'search_summary',
  'document_facts',
  'document',
  'tree_node',
  'content_pack',
  'blob',
  'user_session',
  'user_ticket',
  'member',
  'team',
  'audit_event',
  'webhook_delivery',
  'webhook_event',
  'site_event_hour',
  'site_page_day',
  'site_visitor_day',
  'site_audience_day',
  'site_session_day',
  'site_referral_day',
  'site_event_receipt',
  'site_claim_value',
  'site_claims',
  'site_event_usage',
] as const;

/** Deletes some rows of the organization. Returns whether there may be more. */
export async function deleteSomeRows(
  db: Database,
  table: (typeof LARGE_TABLES)[number],
  organizationId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where organization_id = ${organizationId} and ctid = any(array(
      select ctid from ${sql.table(table)} where organization_id = ${organizationId} limit ${BATCH}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n) === BATCH;
}

/** Deletes some of the tokens that act in this organization alone: service accounts, and those bound to it. */
export async function deleteSomeTokens(db: Database, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ token_id: string }>`
    select token_id from organization_token where organization_id = ${organizationId}
    union all
    select token_id from user_token where organization_id = ${organizationId}
    limit ${BATCH}`.execute(db);
  const { numAffectedRows } = await sql`
    delete from token_directory where token_id = any(${rows.map((row) => row.token_id)}::uuid[])`.execute(db);
  return Number(numAffectedRows ?? 0n) === BATCH;
}

/** Some of its spaces, deleted ones too. */
export async function listSomeSpaces(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('space')
    .select('space_id')
    .where('organization_id', '=', organizationId)
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.space_id);
}

/** All at once: a collection refers to the one that holds it. */
export async function deleteCollections(db: Database, organizationId: string): Promise<void> {
  await db.deleteFrom('collection').where('organization_id', '=', organizationId).execute();
}

/** Deletes waiting jobs of the organization; a running one ends and finds nothing. */
export async function deleteWaitingJobs(
  db: Database,
  { organizationId, except }: { organizationId: string; except: string },
): Promise<void> {
  await db
    .deleteFrom('job')
    .where('organization_id', '=', organizationId)
    .where('job_id', '<>', except)
    .where('worker_id', 'is', null)
    .execute();
}

/** The organization itself, with every row that is left of it. */
export async function deleteOrganizationRow(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await deleteUnlinkedRows(trx, { organizationId });
  await trx.deleteFrom('organization').where('organization_id', '=', organizationId).execute();
}
