import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { findMemberRows, type MemberRow } from './members.queries.ts';

export interface MemberList {
  sort: 'joinedAt' | 'lastSeenAt' | 'name';
  order: 'asc' | 'desc';
  /** Undefined: of any role. */
  role: RoleOrGuest | undefined;
  /** Folded; '': everybody is found. */
  search: string;
  after: MemberPosition | undefined;
  limit: number;
}

/** The position where a page ends: the sort key (times as ISO 8601) and the id. */
export type MemberPosition = [key: string, userId: string];

const KEYS = {
  joinedAt: { column: 'joined_at', type: 'timestamptz' },
  lastSeenAt: { column: 'last_seen_at', type: 'timestamptz' },
  name: { column: 'name_folded', type: 'text' },
} as const;

interface PageRow {
  user_id: string;
  key: string | Date;
}

/** The members of the caller's organization. By when they were seen: only those who were. */
export async function listMemberRows(
  db: Database,
  caller: Caller,
  list: MemberList,
): Promise<PageOfRows<MemberRow, MemberPosition>> {
  const { count, rows } = await (list.search === '' ? browse : search)(db, caller, list);
  const page = cutPage(
    rows,
    list.limit,
    count,
    ({ key, user_id }): MemberPosition => [key instanceof Date ? key.toISOString() : key, user_id],
  );
  const userIds = page.rows.map((row) => row.user_id);
  return { ...page, rows: await findMemberRows(db, caller, userIds) };
}

interface Found {
  count: number;
  rows: PageRow[];
}

/** Along the index of the order. */
async function browse(db: Database, caller: Caller, list: MemberList): Promise<Found> {
  const page = pageOf(list, { table: sql`member`, columns: sql`user_id`, where: isListed(caller, list) });
  const { rows } = await sql<PageRow>`${page}`.execute(db);
  return { count: await count(db, caller, list), rows };
}

async function count(db: Database, caller: Caller, list: MemberList): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member
    where ${isListed(caller, list)} ${list.search === '' ? sql`` : sql`and ${matches(list)}`}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** This many times the page size is searched in list order before all members are. */
const NEAR = 20;

/**
 * A part of a name can be anywhere, so counting searches all members. A frequent text fills the page from nearby
 * members; for a rare one, a single pass over all members finds and counts.
 */
async function search(db: Database, caller: Caller, list: MemberList): Promise<Found> {
  const near = await searchNear(db, caller, list);
  return near ? { count: await count(db, caller, list), rows: near } : searchAll(db, caller, list);
}

/** Undefined: there may be more for the page further away. */
async function searchNear(db: Database, caller: Caller, list: MemberList): Promise<PageRow[] | undefined> {
  const most = NEAR * list.limit;
  const columns = sql`user_id, name_folded, email_folded`;
  const { rows } = await sql<{ looked: number } & MaybePageRow>`
    with near as materialized (
      select user_id, key, ${matches(list)} as is_match
      from (${pageOf(list, { table: sql`member`, columns, where: isListed(caller, list), limit: most })}) nearby)
    select counted.looked, page.user_id, page.key
    from (select count(*)::int as looked from near) counted
    left join (
      select user_id, key from near where is_match
      order by ${inOrder(list, sql`key`, sql`user_id`)} limit ${list.limit + 1}) page on true
    order by ${inOrder(list, sql`page.key`, sql`page.user_id`)}`.execute(db);
  const found = rows.flatMap(toPageRows);
  const isAtEnd = (rows[0]?.looked ?? 0) < most;
  return isAtEnd || found.length > list.limit ? found : undefined;
}

async function searchAll(db: Database, caller: Caller, list: MemberList): Promise<Found> {
  const key = sql.ref(KEYS[list.sort].column);
  const page = pageOf(list, { table: sql`matching`, columns: sql`user_id`, where: sql`true` });
  const { rows } = await sql<{ count: number } & MaybePageRow>`
    with matching as materialized (
      select user_id, ${key} from member where ${isListed(caller, list)} and ${matches(list)})
    select counted.count, page.user_id, page.key
    from (select count(*)::int as count from matching) counted
    left join (${page}) page on true
    order by ${inOrder(list, sql`page.key`, sql`page.user_id`)}`.execute(db);
  return { count: rows[0]?.count ?? 0, rows: rows.flatMap(toPageRows) };
}

/** A row of a page joined with the counts: nulls if the page is empty. */
type MaybePageRow = PageRow | { user_id: null; key: null };

const toPageRows = (row: MaybePageRow): PageRow[] => (row.user_id === null ? [] : [row]);

// The role is written out: how many have it decides about the plan.
function isListed({ organizationId }: Caller, { role, sort }: MemberList): RawBuilder<SqlBool> {
  return sql`organization_id = ${organizationId}
    ${role === undefined ? sql`` : role === null ? sql`and role is null` : sql`and role = ${sql.lit(role)}`}
    ${sort === 'lastSeenAt' ? sql`and last_seen_at is not null` : sql``}`;
}

/** Callers who may list the members see their addresses and can search by them. */
const matches = ({ search: text }: MemberList): RawBuilder<SqlBool> =>
  sql`(strpos(name_folded, ${text}) > 0 or strpos(email_folded, ${text}) > 0)`;

/** Selects the rows after the previous page, in order. */
function pageOf(
  list: MemberList,
  from: {
    table: RawBuilder<unknown>;
    columns: RawBuilder<unknown>;
    where: RawBuilder<SqlBool>;
    limit?: number;
  },
): RawBuilder<PageRow> {
  const { table, columns, where, limit = list.limit + 1 } = from;
  const { column, type } = KEYS[list.sort];
  const key = sql.ref(column);
  const side = list.order === 'asc' ? sql`>` : sql`<`;
  const isAfter = list.after
    ? sql`and (${key}, user_id) ${side} (${list.after[0]}::${sql.raw(type)}, ${list.after[1]}::uuid)`
    : sql``;
  return sql`
    select ${columns}, ${key} as key from ${table} where ${where} ${isAfter}
    order by ${inOrder(list, key, sql`user_id`)} limit ${limit}`;
}

const inOrder = (
  { order }: MemberList,
  key: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<unknown> => (order === 'asc' ? sql`${key}, ${userId}` : sql`${key} desc, ${userId} desc`);
