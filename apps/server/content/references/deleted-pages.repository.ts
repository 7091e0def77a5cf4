import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { queueStatement } from '../../platform/db/statement-queue.ts';
import { cutPage, type PageOfRows } from '../../platform/http/lists.ts';

interface Key {
  organizationId: string;
  spaceId: string;
}

const isOf = ({ organizationId, spaceId }: Key) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId}`;

/** A page that is gone, with the topmost page above it that went with it. */
export interface DeletedPage {
  pageId: string;
  rootId: string | null;
}

/** Notes which pages a space has lost. `revisionId`: the last revision that has them. */
export async function insertDeletedPages(
  trx: Transaction<DB>,
  key: Key,
  lost: { pages: readonly DeletedPage[]; revisionId: string; by: string | null; at: Date },
): Promise<void> {
  const { pages, revisionId, by, at } = lost;
  await queueStatement(
    trx,
    sql`
      insert into deleted_page (organization_id, space_id, page_id, root_id, revision_id, deleted_by, deleted_at)
      select ${key.organizationId}::uuid, ${key.spaceId}::uuid, p.page_id, p.root_id, ${revisionId}::uuid, ${by}::uuid,
        ${at}::timestamptz
      from unnest(${pages.map(({ pageId }) => pageId)}::uuid[], ${pages.map(({ rootId }) => rootId)}::uuid[])
        as p(page_id, root_id)
      on conflict (organization_id, space_id, page_id) do update set root_id = excluded.root_id,
        revision_id = excluded.revision_id, deleted_by = excluded.deleted_by, deleted_at = excluded.deleted_at`,
  );
}

/** Forgets that pages were deleted, because the space has them again. */
export async function forgetDeletedPages(
  trx: Transaction<DB>,
  key: Key,
  pageIds: readonly string[],
): Promise<void> {
  await queueStatement(
    trx,
    sql`delete from deleted_page where ${isOf(key)} and page_id = any(${pageIds}::uuid[])`,
  );
}

export interface DeletedPageRow {
  pageId: string;
  revisionId: string;
  deletedBy: string | null;
  deletedAt: Date;
  /** The number of pages that went with it and are still gone. */
  pagesBelow: number;
  /** Some of these. */
  below: string[];
}

export type TrashPosition = [deletedAt: string, pageId: string];

/** Lists the pages deleted since then that are not below another one, the latest first. */
export async function listDeletedPages(
  db: Database,
  key: Key,
  {
    since,
    after,
    limit,
    maxBelow,
  }: { since: Date; after: TrashPosition | undefined; limit: number; maxBelow: number },
): Promise<PageOfRows<DeletedPageRow, TrashPosition>> {
  const isRoot = sql`d.organization_id = ${key.organizationId} and d.space_id = ${key.spaceId}
    and d.deleted_at > ${since} and not exists (
      select 1 from deleted_page r where r.organization_id = d.organization_id and r.space_id = d.space_id
        and r.page_id = d.root_id)`;
  const isAfter = after
    ? sql`(d.deleted_at, d.page_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`;
  const isBelow = sql`b.organization_id = d.organization_id and b.space_id = d.space_id and b.root_id = d.page_id`;
  const { rows } = await sql<DeletedPageRow>`
    select d.page_id as "pageId", d.revision_id as "revisionId", d.deleted_by as "deletedBy",
      d.deleted_at as "deletedAt",
      (select count(*)::int from deleted_page b where ${isBelow}) as "pagesBelow",
      array(select b.page_id from deleted_page b where ${isBelow} order by b.page_id limit ${maxBelow}) as below
    from deleted_page d where ${isRoot} and ${isAfter}
    order by d.deleted_at desc, d.page_id desc limit ${limit + 1}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from deleted_page d where ${isRoot}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => [
    row.deletedAt.toISOString(),
    row.pageId,
  ]);
}

/** The last revision with a page that was deleted since then; undefined for any other page. */
export async function findDeletedPage(
  db: Database,
  key: Key,
  { pageId, since }: { pageId: string; since: Date },
): Promise<{ revisionId: string } | undefined> {
  const { rows } = await sql<{ revisionId: string }>`
    select revision_id as "revisionId" from deleted_page
    where ${isOf(key)} and page_id = ${pageId} and deleted_at > ${since}`.execute(db);
  return rows[0];
}

/** Deletes the oldest rows from before this time. Returns how many. */
export async function dropDeletedPages(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deleted_page where (organization_id, space_id, page_id) in (
      select organization_id, space_id, page_id from deleted_page where deleted_at < ${before} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
