import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { BookmarkedObject } from './bookmarks.schemas.ts';

/** In place of the page of a space that was opened itself. */
const NO_PAGE = '00000000-0000-0000-0000-000000000000';

export interface RecentRow {
  object: BookmarkedObject;
  openedAt: Date;
}

/** Notes that somebody has opened something, and forgets what is older than `since` or beyond the latest `limit`. */
export async function noteOpened(
  trx: Transaction<DB>,
  userId: string,
  opened: { spaceId: string; pageId: string | undefined; at: Date; since: Date; limit: number },
): Promise<void> {
  await sql`
    insert into user_recent (user_id, space_id, page_id, opened_at)
    values (${userId}, ${opened.spaceId}, ${opened.pageId ?? NO_PAGE}, ${opened.at})
    on conflict (user_id, space_id, page_id) do update
      set opened_at = greatest(user_recent.opened_at, excluded.opened_at)`.execute(trx);
  await sql`
    delete from user_recent where user_id = ${userId} and (opened_at < ${opened.since} or (space_id, page_id) in (
      select space_id, page_id from user_recent where user_id = ${userId}
      order by opened_at desc, space_id, page_id offset ${opened.limit}))`.execute(trx);
}

export async function listRecent(db: Kysely<DB>, userId: string, since: Date): Promise<RecentRow[]> {
  const { rows } = await sql<{ spaceId: string; pageId: string; openedAt: Date }>`
    select space_id as "spaceId", page_id as "pageId", opened_at as "openedAt" from user_recent
    where user_id = ${userId} and opened_at >= ${since}
    order by opened_at desc, space_id, page_id`.execute(db);
  return rows.map(({ spaceId, pageId, openedAt }) => ({
    object: pageId === NO_PAGE ? { kind: 'space', id: spaceId } : { kind: 'page', spaceId, id: pageId },
    openedAt,
  }));
}

export interface FavoriteRow {
  favoriteId: string;
  object: BookmarkedObject;
}

export async function listFavorites(db: Kysely<DB>, userId: string): Promise<FavoriteRow[]> {
  const rows = await db
    .selectFrom('user_favorite')
    .select(['favorite_id', 'kind', 'space_id', 'object_id'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('favorite_id')
    .execute();
  return rows.map(({ favorite_id: favoriteId, kind, space_id: spaceId, object_id: id }) => ({
    favoriteId,
    object: { kind, id, ...(spaceId === null ? {} : { spaceId }) } as BookmarkedObject,
  }));
}

/** Lets one change of somebody's favorites after the other happen. */
export async function lockFavorites(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`select 1 from user_account where user_id = ${userId} for no key update`.execute(trx);
}

export async function insertFavorite(
  trx: Transaction<DB>,
  userId: string,
  { favoriteId, object }: FavoriteRow,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('user_favorite')
    .values({
      user_id: userId,
      favorite_id: favoriteId,
      kind: object.kind,
      space_id: 'spaceId' in object ? object.spaceId : null,
      object_id: object.id,
      position: 0,
      created_at: at,
    })
    .execute();
}

export async function orderFavorites(
  trx: Transaction<DB>,
  userId: string,
  favoriteIds: readonly string[],
): Promise<void> {
  await sql`
    update user_favorite f set position = o.position
    from unnest(${favoriteIds}::uuid[]) with ordinality as o(favorite_id, position)
    where f.user_id = ${userId} and f.favorite_id = o.favorite_id`.execute(trx);
}

/** Returns whether there were such favorites. */
export async function deleteFavorites(
  db: Kysely<DB>,
  userId: string,
  favoriteIds: readonly string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from user_favorite where user_id = ${userId} and favorite_id = any(${favoriteIds}::uuid[])`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** The titles of spaces, collections and sites, by their ids. */
export async function findTitles(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<Map<string, { title: string; emoji: string | null }>> {
  const { rows } = await sql<{ id: string; title: string; emoji: string | null }>`
    select s.space_id as id, s.title, s.emoji from space_directory d
    join space s on s.organization_id = d.organization_id and s.space_id = d.space_id
    where d.space_id = any(${ids}::uuid[])
    union all
    select c.collection_id, c.title, null from collection_directory d
    join collection c on c.organization_id = d.organization_id and c.collection_id = d.collection_id
    where d.collection_id = any(${ids}::uuid[])
    union all
    select s.site_id, s.title, null from site_directory d
    join site s on s.organization_id = d.organization_id and s.site_id = d.site_id
    where d.site_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...shown }) => [id, shown]));
}
