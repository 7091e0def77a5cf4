import { type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';

export type EditConflictRow = Selectable<DB['edit_conflict']>;

export interface EditConflictKey extends SpaceKey {
  editConflictId: string;
}

/** Where the block is, and what its author wants it to be. */
export interface UnsavedText {
  /** The revision that has the block. */
  revisionId: string;
  /** Its key; undefined: it was deleted. */
  block: string | undefined;
  unsaved: object | undefined;
  at: Date;
}

export interface NewEditConflict extends EditConflictKey, UnsavedText {
  authorId: string;
  changeRequestId: string | undefined;
  pageId: string;
  before: object | undefined;
}

/** How many open conflicts somebody can have in one space; the oldest ones go. */
const MAX_CONFLICTS = 200;

const isOf = ({ organizationId, spaceId }: SpaceKey) =>
  sql<boolean>`organization_id = ${organizationId} and space_id = ${spaceId}`;

/** The conflicts of a page, in the space itself or in a change request, the oldest first. */
export async function listEditConflicts(
  db: Database,
  key: SpaceKey,
  { pageId, changeRequestId }: { pageId: string; changeRequestId: string | undefined },
): Promise<EditConflictRow[]> {
  return db
    .selectFrom('edit_conflict')
    .selectAll()
    .where(isOf(key))
    .where('page_id', '=', pageId)
    .where(sql<boolean>`change_request_id is not distinct from ${changeRequestId ?? null}::uuid`)
    .orderBy('created_at')
    .orderBy('edit_conflict_id')
    .limit(1000)
    .execute();
}

const jsonOf = (document: object | undefined) =>
  document === undefined ? sql`null` : sql`${toJsonText(document)}::text::jsonb`;

export async function insertEditConflict(
  trx: Transaction<DB>,
  conflict: NewEditConflict,
): Promise<EditConflictRow> {
  const { organizationId, spaceId, authorId, at } = conflict;
  const { rows } = await sql<EditConflictRow>`
    insert into edit_conflict (organization_id, space_id, edit_conflict_id, author_id, change_request_id, page_id,
      revision_id, block, before, unsaved, created_at, updated_at)
    values (${organizationId}, ${spaceId}, ${conflict.editConflictId}, ${authorId}, ${conflict.changeRequestId ?? null},
      ${conflict.pageId}, ${conflict.revisionId}, ${conflict.block ?? null}, ${jsonOf(conflict.before)}, ${jsonOf(conflict.unsaved)}, ${at}, ${at})
    returning *`.execute(trx);
  await sql`
    delete from edit_conflict where (organization_id, space_id, edit_conflict_id) in (
      select organization_id, space_id, edit_conflict_id from edit_conflict
      where ${isOf(conflict)} and author_id = ${authorId}
      order by updated_at desc, edit_conflict_id desc offset ${MAX_CONFLICTS})`.execute(trx);
  return rows[0] as EditConflictRow;
}

/** Stores a later text. Undefined: the conflict was settled. */
export async function updateEditConflict(
  trx: Transaction<DB>,
  key: EditConflictKey,
  { revisionId, block, unsaved, at }: UnsavedText,
): Promise<EditConflictRow | undefined> {
  const { rows } = await sql<EditConflictRow>`
    update edit_conflict set revision_id = ${revisionId}, block = ${block ?? null}, unsaved = ${jsonOf(unsaved)}, updated_at = ${at}
    where ${isOf(key)} and edit_conflict_id = ${key.editConflictId}
    returning *`.execute(trx);
  return rows[0];
}

export async function findEditConflict(
  db: Database,
  key: EditConflictKey,
): Promise<EditConflictRow | undefined> {
  return db
    .selectFrom('edit_conflict')
    .selectAll()
    .where(isOf(key))
    .where('edit_conflict_id', '=', key.editConflictId)
    .executeTakeFirst();
}

export async function deleteEditConflict(
  trx: Transaction<DB>,
  key: EditConflictKey,
): Promise<EditConflictRow | undefined> {
  return trx
    .deleteFrom('edit_conflict')
    .where(isOf(key))
    .where('edit_conflict_id', '=', key.editConflictId)
    .returningAll()
    .executeTakeFirst();
}
