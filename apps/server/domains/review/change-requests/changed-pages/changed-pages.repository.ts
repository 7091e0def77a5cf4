import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ChangeRequestKey, ChangeRequestRow } from '../change-requests.repository.ts';

/** The revisions that a change request compares. */
export interface ComparedRow {
  changeRequestId: string;
  baseId: string;
  revisionId: string;
}

const base = sql`coalesce(c.ancestor_revision_id, c.initial_revision_id)`;

/** Change requests of a space whose stored changed pages are out of date, the last updated first. */
export async function listUnknown(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  statuses: readonly ChangeRequestRow['status'][],
  limit: number,
): Promise<ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select c.change_request_id as "changeRequestId", ${base} as "baseId", c.revision_id as "revisionId"
    from change_request c
    where c.organization_id = ${organizationId} and c.space_id = ${spaceId} and c.status = any(${statuses}::text[])
      and (c.pages_revision_id is distinct from c.revision_id or c.pages_base_id is distinct from ${base})
    order by c.updated_at desc limit ${limit}`.execute(db);
  return rows;
}

/** Stores which pages a change request changes, unless its revisions have changed meanwhile. */
export async function storeChangedPages(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  { baseId, revisionId, pageIds }: { baseId: string; revisionId: string; pageIds: readonly string[] },
): Promise<void> {
  const isIt = sql`organization_id = ${organizationId} and space_id = ${spaceId}
    and change_request_id = ${changeRequestId}`;
  const { numAffectedRows } = await sql`
    update change_request c set pages_base_id = ${baseId}, pages_revision_id = ${revisionId}
    where ${isIt} and c.revision_id = ${revisionId} and ${base} = ${baseId}`.execute(trx);
  if (numAffectedRows !== 1n) return;
  await sql`
    delete from change_request_page where ${isIt} and page_id <> all(${[...pageIds]}::uuid[])`.execute(trx);
  await sql`
    insert into change_request_page (organization_id, space_id, page_id, change_request_id)
    select ${organizationId}, ${spaceId}, p.id, ${changeRequestId} from unnest(${[...pageIds]}::uuid[]) p(id)
    on conflict do nothing`.execute(trx);
}

/** Whether a change request `c` changes a page. */
export const changesPage = (pageId: string): RawBuilder<boolean> => sql`c.change_request_id in (
  select p.change_request_id from change_request_page p
  where p.organization_id = c.organization_id and p.space_id = c.space_id and p.page_id = ${pageId})`;
