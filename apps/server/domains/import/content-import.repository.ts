import type { ImportProblem } from '@lectern/import/imported-content';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../platform/access/space-key.ts';
import type { Database } from '../../platform/db/database.ts';
import { toJsonText } from '../../platform/db/json-text.ts';
import type { DB } from '../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../platform/http/lists.ts';
import type { ImportProgress, ImportStatus } from './content-import.schemas.ts';

export type ImportRow = Selectable<DB['content_import']>;
/** Without its problems and its preview, which may be long. */
export type ListedImportRow = Omit<ImportRow, 'problems'>;

export interface ImportKey extends SpaceKey {
  importId: string;
}

const isImport = ({ organizationId, spaceId, importId }: ImportKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and import_id = ${importId}`;
const isActive = sql`status in ('pending', 'in-progress')`;

export interface NewImport extends ImportKey {
  changeRequestId: string | null;
  pageId: string | null;
  request: object;
  credentials: Buffer | null;
  actor: object;
  at: Date;
}

export async function insertImport(trx: Transaction<DB>, created: NewImport): Promise<void> {
  await trx
    .insertInto('content_import')
    .values({
      organization_id: created.organizationId,
      space_id: created.spaceId,
      import_id: created.importId,
      change_request_id: created.changeRequestId,
      page_id: created.pageId,
      status: 'pending',
      request: created.request,
      credentials: created.credentials,
      actor: created.actor,
      created_at: created.at,
      updated_at: created.at,
    })
    .execute();
}

export async function findImport(db: Database, key: ImportKey): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`select * from content_import where ${isImport(key)}`.execute(db);
  return rows[0];
}

/** Newest first. `after`: the last import of the page before. */
export async function listImportRows(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  {
    status,
    after,
    limit,
  }: { status: ImportStatus | 'active' | undefined; after: string | undefined; limit: number },
): Promise<PageOfRows<ListedImportRow, string>> {
  const matches = sql`organization_id = ${organizationId} and space_id = ${spaceId} and
    ${status === undefined ? sql`true` : status === 'active' ? isActive : sql`status = ${status}`}`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from content_import where ${matches}`.execute(db);
  const { rows } = await sql<ListedImportRow>`
    select organization_id, space_id, import_id, change_request_id, page_id, status, request, credentials, actor, progress,
      outcome - 'preview' as outcome, problem_count, reason, message, created_at, started_at, updated_at, ended_at
    from content_import where ${matches} and (${after ?? null}::uuid is null or import_id < ${after ?? null})
    order by import_id desc limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => row.import_id);
}

export async function countActive(db: Database, { organizationId, spaceId }: SpaceKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from content_import
    where organization_id = ${organizationId} and space_id = ${spaceId} and ${isActive}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Forgets imports that ended long ago. */
export async function deleteOldImports(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  endedBefore: Date,
): Promise<void> {
  await sql`
    delete from content_import
    where organization_id = ${organizationId} and space_id = ${spaceId} and ended_at < ${endedBefore}`.execute(
    trx,
  );
}

/** Stores the progress of an import. Returns whether it still has to run: it may have been cancelled. */
export async function updateProgress(
  db: Database,
  key: ImportKey,
  { progress, at }: { progress: ImportProgress | undefined; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update content_import
    set status = 'in-progress', started_at = coalesce(started_at, ${at}), updated_at = ${at},
      progress = ${toJsonText(progress ?? {})}::text::jsonb
    where ${isImport(key)} and ${isActive}`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
}

export interface ImportEnd {
  status: 'completed' | 'failed' | 'cancelled';
  at: Date;
  outcome?: object;
  problems?: readonly ImportProblem[];
  problemCount?: number;
  reason?: string;
  message?: string;
}

/** Ends an import and deletes its credentials. Returns false if it had ended before. */
export async function endImport(db: Database, key: ImportKey, end: ImportEnd): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update content_import
    set status = ${end.status}, ended_at = ${end.at}, updated_at = ${end.at}, progress = '{}', credentials = null,
      outcome = ${end.outcome ? toJsonText(end.outcome) : null}::text::jsonb,
      problems = ${toJsonText(end.problems ?? [])}::text::jsonb, problem_count = ${end.problemCount ?? 0},
      reason = ${end.reason ?? null}, message = ${end.message?.replaceAll('\0', '\ufffd') ?? null}
    where ${isImport(key)} and ${isActive}`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
}
