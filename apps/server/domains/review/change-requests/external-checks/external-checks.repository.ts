import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ChangeRequestKey } from '../change-requests.repository.ts';

export type CheckRow = Selectable<DB['change_request_check']> & { status: 'pending' | 'passed' | 'failed' };

export interface NewCheck extends ChangeRequestKey {
  name: string;
  revisionId: string;
  status: CheckRow['status'];
  title: string | undefined;
  url: string | undefined;
  authorId: string;
  at: Date;
}

const isOf = ({ organizationId, spaceId, changeRequestId }: ChangeRequestKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}`;

/**
 * Stores a check in place of the one with this name of the same revision. Those with this name of other revisions than
 * the current one are deleted.
 */
export async function storeCheck(
  trx: Transaction<DB>,
  check: NewCheck,
  currentRevisionId: string,
): Promise<CheckRow> {
  const { organizationId, spaceId, changeRequestId, name, revisionId, status, authorId, at } = check;
  await sql`
    delete from change_request_check
    where ${isOf(check)} and name = ${name} and revision_id not in (${revisionId}, ${currentRevisionId})`.execute(
    trx,
  );
  const { rows } = await sql<CheckRow>`
    insert into change_request_check (organization_id, space_id, change_request_id, name, revision_id, status, title,
      url, author_id, created_at, updated_at)
    values (${organizationId}, ${spaceId}, ${changeRequestId}, ${name}, ${revisionId}, ${status},
      ${check.title ?? null}, ${check.url ?? null}, ${authorId}, ${at}, ${at})
    on conflict (organization_id, space_id, change_request_id, name, revision_id) do update
      set status = excluded.status, title = excluded.title, url = excluded.url, author_id = excluded.author_id,
        updated_at = excluded.updated_at
    returning *`.execute(trx);
  return rows[0] as CheckRow;
}

/** The last check of each name: that of the current content, if there is one. By name. */
export async function listChecks(
  db: Database,
  key: ChangeRequestKey,
  currentRevisionId: string,
): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select distinct on (name) * from change_request_check where ${isOf(key)}
    order by name, (revision_id = ${currentRevisionId}) desc, updated_at desc, revision_id desc`.execute(db);
  return rows;
}
