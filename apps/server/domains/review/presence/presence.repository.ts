import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

export type PresenceRow = Selectable<DB['presence']>;

export interface Heartbeat extends SpaceKey {
  authorId: string;
  changeRequestId: string | undefined;
  pageId: string | undefined;
  block: string | undefined;
  at: Date;
}

/** Stores a heartbeat, in place of the last one. `since` stays while the author stays on the page. */
export async function upsertPresence(trx: Transaction<DB>, heartbeat: Heartbeat): Promise<PresenceRow> {
  const { organizationId, spaceId, authorId, changeRequestId = null, pageId = null, at } = heartbeat;
  const { rows } = await sql<PresenceRow>`
    insert into presence as p (organization_id, space_id, author_id, change_request_id, page_id, block, since, seen_at)
    values (${organizationId}, ${spaceId}, ${authorId}, ${changeRequestId}, ${pageId}, ${heartbeat.block ?? null},
      ${at}, ${at})
    on conflict (organization_id, space_id, author_id) do update set
      change_request_id = excluded.change_request_id, page_id = excluded.page_id, block = excluded.block,
      seen_at = excluded.seen_at,
      since = case when (p.change_request_id, p.page_id) is not distinct from
        (excluded.change_request_id, excluded.page_id) then p.since else excluded.since end
    returning *`.execute(trx);
  return rows[0] as PresenceRow;
}

/** Removes those whose last heartbeat is not later than `seenUntil`, of all spaces. */
export async function deleteExpired(db: Kysely<DB>, seenUntil: Date): Promise<void> {
  await db.deleteFrom('presence').where('seen_at', '<=', seenUntil).execute();
}

export async function deletePresence(
  trx: Transaction<DB>,
  { organizationId, spaceId, authorId }: SpaceKey & { authorId: string },
): Promise<void> {
  await trx
    .deleteFrom('presence')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('author_id', '=', authorId)
    .execute();
}

/**
 * The users who sent a heartbeat after `seenAfter`; in drafts only if the viewer can see them. Those who have been
 * there longest come first.
 */
export async function listPresences(
  db: Kysely<DB>,
  { organizationId, spaceId }: SpaceKey,
  { seenAfter, seesDrafts, viewerId }: { seenAfter: Date; seesDrafts: boolean; viewerId: string },
): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`
    select p.* from presence p
    left join change_request c using (organization_id, space_id, change_request_id)
    where p.organization_id = ${organizationId} and p.space_id = ${spaceId} and p.seen_at > ${seenAfter}
      and (p.change_request_id is null or ${seesDrafts} or c.status <> 'draft' or c.author_id = ${viewerId})
    order by p.since, p.author_id limit 1000`.execute(db);
  return rows;
}
