import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Caller } from '../../access/role-sql.ts';
import type { RoleOrGuest } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';
import { findMemberRows, type MemberRow } from './members.repository.ts';

type Database = Kysely<DB> | Transaction<DB>;

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

/** Where in the list a page ends: what it is sorted by (times as ISO 8601), and the id. */
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

/** Along the index of the order, which begins with the filter. */
async function browse(db: Database, caller: Caller, list: MemberList): Promise<Found> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from member where ${isListed(caller, list)}`.execute(db);
  const { rows } = await sql<PageRow>`${pageOf(list, sql`member`, isListed(caller, list))}`.execute(db);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** A part of a name can be anywhere: all members are looked through once, for the count as for the page. */
async function search(db: Database, caller: Caller, list: MemberList): Promise<Found> {
  const { column } = KEYS[list.sort];
  const { rows } = await sql<{ count: number } & (PageRow | { user_id: null; key: null })>`
    with matching as materialized (
      select user_id, ${sql.ref(column)} from member where ${isListed(caller, list)} and ${matches(caller, list)})
    select counted.count, page.user_id, page.key
    from (select count(*)::int as count from matching) counted
    left join (${pageOf(list, sql`matching`, sql`true`)}) page on true
    order by ${inOrder(list, sql`page.key`, sql`page.user_id`)}`.execute(db);
  return { count: rows[0]?.count ?? 0, rows: rows.flatMap((row) => (row.user_id === null ? [] : [row])) };
}

function isListed({ organizationId }: Caller, { role, sort }: MemberList): RawBuilder<SqlBool> {
  return sql`organization_id = ${organizationId}
    ${role === undefined ? sql`` : role === null ? sql`and role is null` : sql`and role = ${role}`}
    ${sort === 'lastSeenAt' ? sql`and last_seen_at is not null` : sql``}`;
}

/** Only what the caller is shown is searched: nobody learns an address by guessing at it. */
function matches({ actor, role }: Caller, { search: text }: MemberList): RawBuilder<SqlBool> {
  const isInEmail = sql`strpos(email_folded, ${text}) > 0`;
  const ownId = actor.kind === 'user' ? actor.userId : null;
  const isFound = role === 'admin' ? isInEmail : sql`user_id = ${ownId} and ${isInEmail}`;
  return sql`(strpos(name_folded, ${text}) > 0 or ${isFound})`;
}

function pageOf(list: MemberList, table: RawBuilder<unknown>, isMeant: RawBuilder<SqlBool>) {
  const { column, type } = KEYS[list.sort];
  const key = sql.ref(column);
  const side = list.order === 'asc' ? sql`>` : sql`<`;
  const isAfter = list.after
    ? sql`and (${key}, user_id) ${side} (${list.after[0]}::${sql.raw(type)}, ${list.after[1]}::uuid)`
    : sql``;
  return sql`
    select user_id, ${key} as key from ${table} where ${isMeant} ${isAfter}
    order by ${inOrder(list, key, sql`user_id`)} limit ${list.limit + 1}`;
}

const inOrder = (
  { order }: MemberList,
  key: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<unknown> => (order === 'asc' ? sql`${key}, ${userId}` : sql`${key} desc, ${userId} desc`);
