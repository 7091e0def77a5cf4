/** Finds and counts the members with a role on a site, in the order of a list of members. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import { effectiveRank, rankOf } from '../../../platform/access/role-sql.ts';
import { type Role, rank } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { GrantTarget } from './grant-target.ts';
import { ofTarget } from './grants.repository.ts';

/** The position where a page ends: the sort key (times as ISO 8601) and the id. */
export type SiteAccessPosition = [key: string, userId: string];

export interface SiteAccessList {
  /** Undefined: any. */
  role: Role | undefined;
  /** Folded; '': everybody is found. */
  search: string;
  /** Whether addresses are searched as well. */
  findsAddresses: boolean;
  /** Only the members of this team. */
  teamId: string | undefined;
  sort: 'joinedAt' | 'lastSeenAt' | 'name';
  order: 'asc' | 'desc';
  after: SiteAccessPosition | undefined;
  limit: number;
}

const KEYS = {
  joinedAt: { column: 'joined_at', type: 'timestamptz' },
  lastSeenAt: { column: 'last_seen_at', type: 'timestamptz' },
  name: { column: 'name_folded', type: 'text' },
} as const;

export interface SiteReaderRow {
  userId: string;
  key: string | Date;
  lastSeenAt: Date | null;
}

/**
 * Returns one row more than `limit`, and the total number. A site has no parent, so one pass over the members suffices.
 */
export async function findSiteReaders(
  db: Database,
  site: GrantTarget,
  list: SiteAccessList,
): Promise<{ rows: SiteReaderRow[]; count: number }> {
  const { column, type } = KEYS[list.sort];
  const key = sql.ref(column);
  const [side, order] = list.order === 'asc' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const isAfter = list.after
    ? sql`where (${key}, user_id) ${side} (${list.after[0]}::${sql.raw(type)}, ${list.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<SiteReaderRow & { count: number }>`
    with reader as materialized (${selectReaders(site, list)}),
    page as (
      select user_id, ${key} as key, last_seen_at from reader ${isAfter}
      order by ${key} ${order}, user_id ${order} limit ${list.limit + 1})
    select counted.count, page.user_id as "userId", page.key, page.last_seen_at as "lastSeenAt"
    from (select count(*)::int as count from reader) counted
    left join page on true
    order by page.key ${order}, page.user_id ${order}`.execute(db);
  return { rows: rows.filter(({ userId }) => userId !== null), count: rows[0]?.count ?? 0 };
}

function selectReaders(site: GrantTarget, list: SiteAccessList): RawBuilder<unknown> {
  const { organizationId } = site;
  const found = effectiveRank({
    own: sql`m.rank`,
    level: sql`${rankOfLevel(site.defaultLevel)}::int`,
    granted: sql`given.granted`,
  });
  const isWanted = list.role === undefined ? sql`is not null` : sql`= ${rank(list.role)}::int`;
  return sql`
    select m.user_id, m.joined_at, m.last_seen_at, m.name_folded
    from member m
    left join (
      select user_id, max(granted) as granted from (
        select g.user_id, ${rankOf(sql`g.role`)} as granted from ${ofTarget(site, 'user')} g
        union all
        select i.user_id, ${rankOf(sql`g.role`)} from ${ofTarget(site, 'team')} g
        join team_member i on i.organization_id = ${organizationId} and i.team_id = g.team_id) granted
      group by user_id) given on given.user_id = m.user_id
    where m.organization_id = ${organizationId} and not m.disabled and ${found} ${isWanted}
      and ${isListed(organizationId, list)}`;
}

function isListed(organizationId: string, list: SiteAccessList): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`true`];
  if (list.sort === 'lastSeenAt') parts.push(sql`m.last_seen_at is not null`);
  if (list.teamId !== undefined)
    parts.push(sql`exists (
      select 1 from team_member t
      where t.organization_id = ${organizationId} and t.team_id = ${list.teamId}::uuid and t.user_id = m.user_id)`);
  if (list.search !== '') {
    const byName = sql`strpos(m.name_folded, ${list.search}) > 0`;
    const byAddress = list.findsAddresses ? sql`strpos(m.email_folded, ${list.search}) > 0` : sql`false`;
    parts.push(sql`(${byName} or ${byAddress})`);
  }
  return sql.join(parts, sql` and `) as RawBuilder<SqlBool>;
}

/** As `effectiveRank` takes it. */
function rankOfLevel(level: DefaultLevel): number | null {
  if (level === null) return null;
  return level === 'inherit' ? 0 : rank(level);
}
