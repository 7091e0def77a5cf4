import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { SiteKey } from '../sites/structure.queries.ts';
import { ofSite, type RedirectRow, type StoredRedirect, toRedirect } from './redirects.repository.ts';

/** With how often it was followed; undefined: never. */
export interface ListedRedirect extends StoredRedirect {
  used: { times: number; lastAt: Date } | undefined;
}

interface UsedRow extends RedirectRow {
  uses: number | null;
  last_used_at: Date | null;
}

const toListed = ({ uses, last_used_at: lastAt, ...row }: UsedRow): ListedRedirect => ({
  ...toRedirect(row),
  used: uses === null || lastAt === null ? undefined : { times: uses, lastAt },
});

const ORDERS = {
  createdAt: { column: 'created_at', type: 'timestamptz', isDescending: true },
  updatedAt: { column: 'updated_at', type: 'timestamptz', isDescending: true },
  source: { column: 'source', type: 'text', isDescending: false },
} as const;

export interface RedirectList {
  isDraft: boolean;
  /** A part of the source, percent-encoded and in lower case; empty: all. */
  search: string;
  orderBy: keyof typeof ORDERS;
  after: RedirectPosition | undefined;
  limit: number;
}

/** The position where a page ends: the sort key (times as ISO 8601) and the id. */
export type RedirectPosition = [key: string, redirectId: string];

export async function listRedirects(
  db: Database,
  site: SiteKey,
  list: RedirectList,
): Promise<PageOfRows<ListedRedirect, RedirectPosition>> {
  const { column, type, isDescending } = ORDERS[list.orderBy];
  const key = sql.ref(column);
  const [side, order] = isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const isListed = sql`${ofSite(site)} and is_draft = ${list.isDraft}
    ${list.search === '' ? sql`` : sql`and strpos(source, ${list.search}) > 0`}`;
  const isAfter = list.after
    ? sql`and (${key}, site_redirect_id) ${side} (${list.after[0]}::${sql.raw(type)}, ${list.after[1]}::uuid)`
    : sql``;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from site_redirect where ${isListed}`.execute(db);
  const { rows } = await sql<UsedRow>`
    select site_redirect.*, used.uses::float8 as uses, used.last_used_at
    from site_redirect left join site_redirect_use used using (organization_id, site_id, site_redirect_id)
    where ${isListed} ${isAfter}
    order by ${key} ${order}, site_redirect_id ${order} limit ${list.limit + 1}`.execute(db);
  return cutPage(rows.map(toListed), list.limit, counted[0]?.count ?? 0, (row): RedirectPosition => {
    const value = list.orderBy === 'source' ? row.source : row[list.orderBy].toISOString();
    return [value, row.redirectId];
  });
}
