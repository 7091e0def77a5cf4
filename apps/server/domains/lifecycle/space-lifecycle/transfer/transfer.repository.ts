import { type Selectable, sql, type Transaction } from 'kysely';
import { allRevisions } from '../../../../content/revisions/revision-packs.repository.ts';
import type { DefaultLevel } from '../../../../platform/access/pointers.ts';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { deleteUnlinkedRows } from '../../../../platform/db/unlinked-rows.queries.ts';
import type { ErrorIdentity } from '../../../../platform/http/errors.ts';
import { lastPosition } from '../../../content/collections/order.queries.ts';

export type SpaceTransferRow = Selectable<DB['space_transfer']>;
export type LockedSpaceRow = Selectable<DB['space']>;

/** Returns the space, locked against changes, restoration, duplication and new revisions until the transaction ends. */
export async function lockSpace(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<LockedSpaceRow | undefined> {
  return trx
    .selectFrom('space')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .forUpdate()
    .executeTakeFirst();
}

export async function isOnSite(db: Database, { organizationId, spaceId }: SpaceKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from site_space where organization_id = ${organizationId} and space_id = ${spaceId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function isGitRunning(db: Database, { organizationId, spaceId }: SpaceKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from git_operation
    where organization_id = ${organizationId} and space_id = ${spaceId} and state = 'running' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function countRevisions(db: Database, { organizationId, spaceId }: SpaceKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${allRevisions({ organizationId, spaceId })} r`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findHistoryEpoch(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('space')
    .select('history_epoch')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return row?.history_epoch;
}

export async function findTransfer(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
): Promise<SpaceTransferRow | undefined> {
  return db
    .selectFrom('space_transfer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
}

/** Whether the job of a transfer is still in the queue. */
export async function hasJob(
  db: Database,
  { organization_id, transfer_id }: SpaceTransferRow,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from job
    where organization_id = ${organization_id} and payload->>'transferId' = ${transfer_id}::text limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Records a transfer as running, in place of one that failed. */
export async function insertTransfer(
  trx: Transaction<DB>,
  transfer: SpaceKey & { transferId: string; targetId: string; startedAt: Date },
): Promise<void> {
  const row = {
    transfer_id: transfer.transferId,
    target_id: transfer.targetId,
    state: 'running',
    error_status: null,
    error_reason: null,
    error: null,
    started_at: transfer.startedAt,
  };
  await trx
    .insertInto('space_transfer')
    .values({ organization_id: transfer.organizationId, space_id: transfer.spaceId, ...row })
    .onConflict((conflict) => conflict.columns(['organization_id', 'space_id']).doUpdateSet(row))
    .execute();
}

export async function failTransfer(
  db: Database,
  { organizationId, spaceId, transferId }: SpaceKey & { transferId: string },
  failure: ErrorIdentity & { message: string },
): Promise<void> {
  await db
    .updateTable('space_transfer')
    .set({
      state: 'failed',
      error_status: failure.status,
      error_reason: failure.reason,
      error: failure.message,
    })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('transfer_id', '=', transferId)
    .execute();
}

export interface SpaceMove extends SpaceKey {
  targetId: string;
  defaultLevel: DefaultLevel;
  at: Date;
}

/**
 * Inserts the space at the top of the target organization, with its revisions and the ids of entries that left it. A
 * new epoch invalidates the file addresses that the former organization knows. The Git connection and grants are not
 * moved.
 */
export async function insertInTarget(trx: Transaction<DB>, move: SpaceMove): Promise<void> {
  const { organizationId, spaceId, targetId } = move;
  const isSource = sql`organization_id = ${organizationId} and space_id = ${spaceId}`;
  await sql`
    insert into space (organization_id, space_id, title, emoji, icon_url, language, edit_mode, default_level,
      merge_rules, parent_id, position, revision_id, file_epoch, history_epoch, created_at, updated_at,
      last_change_request, change_requests, change_requests_open, change_requests_draft, comments_open)
    select ${targetId}, space_id, title, emoji, icon_url, language, edit_mode, ${move.defaultLevel},
      merge_rules, null, ${lastPosition({ organizationId: targetId, parentId: null })}, revision_id,
      file_epoch + 1, history_epoch, created_at, ${move.at}, last_change_request, change_requests, change_requests_open,
      change_requests_draft, comments_open
    from space where ${isSource}`.execute(trx);
  await sql`
    insert into revision (organization_id, space_id, revision_id, parents, root, type, author_id, co_author_id,
      message, git, created_at, began_at, autosaves)
    select ${targetId}, space_id, revision_id, parents, root, type, author_id, co_author_id, message, git, created_at,
      began_at, autosaves
    from ${allRevisions({ organizationId, spaceId })} r`.execute(trx);
  await sql`
    insert into git_departed (organization_id, space_id, kind, path, entry_id)
    select ${targetId}, space_id, kind, path, entry_id from git_departed where ${isSource}`.execute(trx);
  await sql`
    insert into deleted_page (organization_id, space_id, page_id, root_id, revision_id, deleted_by, deleted_at)
    select ${targetId}, space_id, page_id, root_id, revision_id, deleted_by, deleted_at
    from deleted_page where ${isSource}`.execute(trx);
  await sql`
    insert into working_copy (organization_id, space_id, author_id, change_request_id, page_id, version_id,
      base_revision_id, content, created_at, updated_at)
    select ${targetId}, space_id, author_id, change_request_id, page_id, version_id, base_revision_id, content,
      created_at, updated_at
    from working_copy where ${isSource}`.execute(trx);
  await sql`
    insert into edit_conflict (organization_id, space_id, edit_conflict_id, author_id, change_request_id, page_id,
      revision_id, block, before, unsaved, created_at, updated_at)
    select ${targetId}, space_id, edit_conflict_id, author_id, change_request_id, page_id, revision_id, block, before,
      unsaved, created_at, updated_at
    from edit_conflict where ${isSource}`.execute(trx);
}

/** Takes the space away from where it was, with all that belongs to it there, and points its id at the target. */
export async function deleteFromSource(
  trx: Transaction<DB>,
  { organizationId, spaceId, targetId }: SpaceMove,
): Promise<void> {
  await deleteUnlinkedRows(trx, { organizationId, spaceId });
  await trx
    .deleteFrom('space')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
  await trx
    .updateTable('space_directory')
    .set({ organization_id: targetId })
    .where('space_id', '=', spaceId)
    .execute();
}
