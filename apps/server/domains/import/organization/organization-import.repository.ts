import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { JobProgress } from '../import-job.ts';

export type OrganizationImportRow = Selectable<DB['organization_import']>;

export interface OrganizationImportKey {
  organizationId: string;
  importId: string;
}

const isImport = ({ organizationId, importId }: OrganizationImportKey) =>
  sql`organization_id = ${organizationId} and import_id = ${importId}`;
const isActive = sql`status in ('pending', 'in-progress')`;

export interface NewOrganizationImport extends OrganizationImportKey {
  isDryRun: boolean;
  request: object;
  credentials: Buffer | null;
  authorId: string;
  actor: object;
  at: Date;
}

export async function insertOrganizationImport(
  trx: Transaction<DB>,
  created: NewOrganizationImport,
): Promise<void> {
  await trx
    .insertInto('organization_import')
    .values({
      organization_id: created.organizationId,
      import_id: created.importId,
      is_dry_run: created.isDryRun,
      status: 'pending',
      request: created.request,
      credentials: created.credentials,
      author_id: created.authorId,
      actor: created.actor,
      created_at: created.at,
      updated_at: created.at,
    })
    .execute();
}

export async function findOrganizationImport(
  db: Database,
  key: OrganizationImportKey,
): Promise<OrganizationImportRow | undefined> {
  const { rows } = await sql<OrganizationImportRow>`
    select * from organization_import where ${isImport(key)}`.execute(db);
  return rows[0];
}

interface Listing {
  isDryRun: boolean;
  /** Only those of this user or service account; undefined for all. */
  authorId: string | undefined;
  /** The last import of the page before. */
  after: string | undefined;
  limit: number;
}

/** Newest first. */
export async function listOrganizationImports(
  db: Database,
  organizationId: string,
  { isDryRun, authorId, after, limit }: Listing,
): Promise<PageOfRows<OrganizationImportRow, string>> {
  const matches = sql`organization_id = ${organizationId} and is_dry_run = ${isDryRun}
    and ${authorId === undefined ? sql`true` : sql`author_id = ${authorId}`}`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from organization_import where ${matches}`.execute(db);
  const { rows } = await sql<OrganizationImportRow>`
    select * from organization_import
    where ${matches} and (${after ?? null}::uuid is null or import_id < ${after ?? null})
    order by import_id desc limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => row.import_id);
}

export async function countActiveImports(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from organization_import
    where organization_id = ${organizationId} and ${isActive}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Forgets dry runs that ended long ago; the reports of imports stay. */
export async function deleteOldDryRuns(
  trx: Transaction<DB>,
  organizationId: string,
  endedBefore: Date,
): Promise<void> {
  await sql`
    delete from organization_import
    where organization_id = ${organizationId} and is_dry_run and ended_at < ${endedBefore}`.execute(trx);
}

/** Stores the progress of an import. Returns whether it still has to run: it may have been cancelled. */
export async function updateImportProgress(
  db: Database,
  key: OrganizationImportKey,
  { progress, at }: { progress: JobProgress | undefined; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organization_import
    set status = 'in-progress', started_at = coalesce(started_at, ${at}), updated_at = ${at},
      progress = ${toJsonText(progress ?? {})}::text::jsonb
    where ${isImport(key)} and ${isActive}`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
}

/** Stores what has come of an import so far. Returns false if it has ended. */
export async function updateImportOutcome(
  db: Database,
  key: OrganizationImportKey,
  outcome: object,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organization_import set outcome = ${toJsonText(outcome)}::text::jsonb
    where ${isImport(key)} and ${isActive}`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
}

/** Ends an import and deletes its credentials; its outcome stays. Returns false if it had ended before. */
export async function endOrganizationImport(
  db: Database,
  key: OrganizationImportKey,
  end: { status: 'completed' | 'failed' | 'cancelled'; at: Date; reason?: string; message?: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organization_import
    set status = ${end.status}, ended_at = ${end.at}, updated_at = ${end.at}, progress = '{}', credentials = null,
      reason = ${end.reason ?? null}, message = ${end.message?.replaceAll('\0', '\ufffd') ?? null}
    where ${isImport(key)} and ${isActive}`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
}
