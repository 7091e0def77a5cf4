import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import { lockInOrganization } from '../../../platform/db/organization-lock.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { ImportReport } from './archive-format.ts';

export type ExportRow = Selectable<DB['organization_export']>;
export type ImportRow = Selectable<DB['archive_import']>;

export interface ExportKey {
  organizationId: string;
  exportId: string;
}

type Executor = Database | Transaction<DB>;

const isExport = ({ organizationId, exportId }: ExportKey) =>
  sql<boolean>`organization_id = ${organizationId} and export_id = ${exportId}`;

/** Returns undefined if as many exports of the organization exist or run as may. */
export async function insertExport(
  trx: Transaction<DB>,
  {
    organizationId,
    exportId,
    authorId,
    at,
    most,
  }: ExportKey & { authorId: string | null; at: Date; most: number },
): Promise<ExportRow | undefined> {
  await lockInOrganization(trx, { organizationId, things: 'export' });
  const { rows } = await sql<ExportRow>`
    insert into organization_export (organization_id, export_id, status, author_id, created_at)
    select ${organizationId}, ${exportId}, 'pending', ${authorId}, ${at}
    where not exists (
        select 1 from organization_export where organization_id = ${organizationId} and ended_at is null)
      and (select count(*) from organization_export
        where organization_id = ${organizationId} and hash is not null) < ${most}
    returning *`.execute(trx);
  return rows[0];
}

export async function findExport(db: Executor, key: ExportKey): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`select * from organization_export where ${isExport(key)}`.execute(db);
  return rows[0];
}

export async function listExports(
  db: Database,
  organizationId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageOfRows<ExportRow, string>> {
  const { rows } = await sql<ExportRow>`
    select * from organization_export
    where organization_id = ${organizationId} and (${after ?? null}::uuid is null or export_id < ${after ?? null}::uuid)
    order by export_id desc limit ${limit + 1}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from organization_export where organization_id = ${organizationId}`.execute(
    db,
  );
  return cutPage(rows, limit, counted[0]?.count ?? 0, (row) => row.export_id);
}

export async function startExport(db: Executor, key: ExportKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organization_export set status = 'in-progress' where ${isExport(key)} and ended_at is null`.execute(
    db,
  );
  return Number(numAffectedRows) > 0;
}

export async function completeExport(
  db: Executor,
  key: ExportKey,
  archive: { hash: Buffer; size: number; counts: object; at: Date; expiresAt: Date },
): Promise<boolean> {
  const { hash, size, counts, at, expiresAt } = archive;
  const { numAffectedRows } = await sql`
    update organization_export set status = 'completed', hash = ${hash}, size = ${size},
      counts = ${toJsonText(counts)}::text::jsonb, ended_at = ${at}, expires_at = ${expiresAt}
    where ${isExport(key)} and ended_at is null`.execute(db);
  return Number(numAffectedRows) > 0;
}

export async function failExport(
  db: Executor,
  key: ExportKey,
  { reason, message, at }: { reason: string; message: string; at: Date },
): Promise<void> {
  await sql`
    update organization_export set status = 'failed', reason = ${reason}, message = ${message}, ended_at = ${at}
    where ${isExport(key)} and ended_at is null`.execute(db);
}

export async function deleteExport(trx: Transaction<DB>, key: ExportKey): Promise<ExportRow | undefined> {
  const { rows } =
    await sql<ExportRow>`delete from organization_export where ${isExport(key)} returning *`.execute(trx);
  return rows[0];
}

/** Exports whose archive is to be removed. */
export async function listExpiredExports(db: Database, now: Date): Promise<ExportKey[]> {
  const { rows } = await sql<ExportKey>`
    select organization_id as "organizationId", export_id as "exportId" from organization_export
    where expires_at <= ${now}`.execute(db);
  return rows;
}

/** The archive is no longer there; what was exported when is still known. */
export async function forgetArchive(db: Executor, key: ExportKey): Promise<void> {
  await sql`update organization_export set hash = null, expires_at = null where ${isExport(key)}`.execute(db);
}

export async function listExportIds(db: Executor, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ export_id: string }>`
    select export_id from organization_export where organization_id = ${organizationId}`.execute(db);
  return rows.map(({ export_id }) => export_id);
}

export interface NewImport {
  organizationId: string;
  archiveId: string;
  hash: Buffer | null;
  size: number;
  administratorId: string;
  authorId: string | null;
  at: Date;
}

export async function insertImport(db: Executor, row: NewImport): Promise<ImportRow> {
  const { rows } = await sql<ImportRow>`
    insert into archive_import
      (organization_id, archive_id, hash, size, status, administrator_id, author_id, created_at)
    values (${row.organizationId}, ${row.archiveId}, ${row.hash}, ${row.size}, 'pending', ${row.administratorId},
      ${row.authorId}, ${row.at}) returning *`.execute(db);
  return rows[0] as ImportRow;
}

export async function findImport(db: Executor, organizationId: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select * from archive_import where organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

export async function listImports(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageOfRows<ImportRow, string>> {
  const { rows } = await sql<ImportRow>`
    select * from archive_import
    where ${after ?? null}::uuid is null or organization_id < ${after ?? null}::uuid
    order by organization_id desc limit ${limit + 1}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from archive_import`.execute(db);
  return cutPage(rows, limit, counted[0]?.count ?? 0, (row) => row.organization_id);
}

export async function startImport(db: Executor, organizationId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update archive_import set status = 'in-progress'
    where organization_id = ${organizationId} and ended_at is null`.execute(db);
  return Number(numAffectedRows) > 0;
}

export async function completeImport(
  trx: Transaction<DB>,
  organizationId: string,
  { report, at }: { report: ImportReport; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update archive_import set status = 'completed', report = ${toJsonText(report)}::text::jsonb, ended_at = ${at}
    where organization_id = ${organizationId} and ended_at is null`.execute(trx);
  return Number(numAffectedRows) > 0;
}

export async function failImport(
  db: Executor,
  organizationId: string,
  { reason, message, at }: { reason: string; message: string; at: Date },
): Promise<void> {
  await sql`
    update archive_import set status = 'failed', reason = ${reason}, message = ${message}, ended_at = ${at}
    where organization_id = ${organizationId} and ended_at is null`.execute(db);
}

/** Imports that a killed command left behind. */
export async function listAbandonedImports(db: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from archive_import
    where ended_at is null and hash is null and created_at < ${before}`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

export async function deleteImport(db: Executor, organizationId: string): Promise<void> {
  await sql`delete from archive_import where organization_id = ${organizationId}`.execute(db);
}

/** Of a command: its files are removed already, and nobody asks for its end. */
export async function deleteUnfinishedImport(db: Executor, organizationId: string): Promise<void> {
  await sql`delete from archive_import where organization_id = ${organizationId} and ended_at is null`.execute(
    db,
  );
}

export async function isUser(db: Executor, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from user_account where user_id = ${userId} and deleted_at is null`.execute(db);
  return rows.length > 0;
}
