import { type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';

export type WorkingCopyRow = Selectable<DB['working_copy']>;
export type WorkingCopySummaryRow = Omit<WorkingCopyRow, 'content'>;

export interface WorkingCopyKey extends SpaceKey {
  authorId: string;
  /** Undefined: the space itself. */
  changeRequestId: string | undefined;
  pageId: string;
}

/** The line of the space itself, as rows name it. */
const NO_CHANGE_REQUEST = '00000000-0000-0000-0000-000000000000';

export const changeRequestIdOf = (row: WorkingCopySummaryRow): string | undefined =>
  row.change_request_id === NO_CHANGE_REQUEST ? undefined : row.change_request_id;

const isOf = ({ organizationId, spaceId, authorId }: SpaceKey & { authorId: string }) =>
  sql<boolean>`organization_id = ${organizationId} and space_id = ${spaceId} and author_id = ${authorId}`;
const isNamed = (key: WorkingCopyKey) =>
  sql<boolean>`${isOf(key)} and change_request_id = ${key.changeRequestId ?? NO_CHANGE_REQUEST}
    and page_id = ${key.pageId}`;

export async function findWorkingCopy(
  db: Database,
  key: WorkingCopyKey,
): Promise<WorkingCopyRow | undefined> {
  return db.selectFrom('working_copy').selectAll().where(isNamed(key)).executeTakeFirst();
}

/** Those of one author, last changed first. */
export async function listWorkingCopies(
  db: Database,
  key: SpaceKey & { authorId: string },
): Promise<WorkingCopySummaryRow[]> {
  const { rows } = await sql<WorkingCopySummaryRow>`
    select organization_id, space_id, author_id, change_request_id, page_id, version_id, base_revision_id, created_at,
      updated_at
    from working_copy where ${isOf(key)} order by updated_at desc, page_id`.execute(db);
  return rows;
}

export interface NewVersion {
  versionId: string;
  /** The version that it replaces; undefined: there is none yet. */
  knownId: string | undefined;
  baseRevisionId: string;
  content: object;
  at: Date;
}

/** Stores a version, unless there is another one than the known one: undefined. */
export async function storeWorkingCopy(
  trx: Transaction<DB>,
  key: WorkingCopyKey,
  version: NewVersion,
): Promise<WorkingCopyRow | undefined> {
  const { rows } = await sql<WorkingCopyRow>`
    insert into working_copy as w (organization_id, space_id, author_id, change_request_id, page_id, version_id,
      base_revision_id, content, created_at, updated_at)
    values (${key.organizationId}, ${key.spaceId}, ${key.authorId}, ${key.changeRequestId ?? NO_CHANGE_REQUEST},
      ${key.pageId}, ${version.versionId}, ${version.baseRevisionId}, ${toJsonText(version.content)}::text::jsonb,
      ${version.at}, ${version.at})
    on conflict (organization_id, space_id, author_id, change_request_id, page_id) do update set
      version_id = excluded.version_id, base_revision_id = excluded.base_revision_id, content = excluded.content,
      updated_at = excluded.updated_at
      where w.version_id = ${version.knownId ?? null}::uuid
    returning *`.execute(trx);
  return rows[0];
}

/** Deletes a working copy, unless there is another version than the known one. */
export async function deleteWorkingCopy(
  trx: Transaction<DB>,
  key: WorkingCopyKey,
  knownId: string | undefined,
): Promise<boolean> {
  const isKnown = knownId === undefined ? sql<boolean>`true` : sql<boolean>`version_id = ${knownId}`;
  const { numDeletedRows } = await trx
    .deleteFrom('working_copy')
    .where(isNamed(key))
    .where(isKnown)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
