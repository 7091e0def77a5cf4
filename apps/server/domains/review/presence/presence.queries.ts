import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { PRESENT_MS, STREAMED_MS } from './presence-lifetime.ts';

export type PresenceRow = Selectable<DB['presence']>;

/** A tab of a user in a space. Empty for clients that do not distinguish tabs. */
export interface PresenceKey extends SpaceKey {
  authorId: string;
  tab: string;
}

export interface Heartbeat extends PresenceKey {
  changeRequestId: string | undefined;
  pageId: string | undefined;
  block: string | undefined;
  caret: { offset: number; length?: number } | undefined;
  at: Date;
}

/** The most tabs of one user in a space. The least recently seen are removed. */
const MAX_TABS = 50;

/** Whether a row `p` is present; one with a stream lives as long as a process sees the stream. */
const isPresent = (now: Date): RawBuilder<boolean> => sql`
  case when p.streamed_at is null then p.seen_at > ${new Date(now.getTime() - PRESENT_MS)}
    else p.streamed_at > clock_timestamp() - ${STREAMED_MS}::int * interval '1 millisecond' end`;

const isTab = ({ organizationId, spaceId, authorId, tab }: PresenceKey): RawBuilder<boolean> => sql`
  p.organization_id = ${organizationId} and p.space_id = ${spaceId} and p.author_id = ${authorId} and p.tab = ${tab}`;

/**
 * Stores a heartbeat, in place of the last one of the tab. `since` stays while it stays on the page. `isChanged`:
 * others see something new.
 */
export async function upsertPresence(
  trx: Transaction<DB>,
  heartbeat: Heartbeat,
): Promise<PresenceRow & { isChanged: boolean }> {
  const { organizationId, spaceId, authorId, tab, changeRequestId = null, pageId = null, at } = heartbeat;
  const caret = heartbeat.caret ? JSON.stringify(heartbeat.caret) : null;
  const { rows } = await sql<PresenceRow & { isChanged: boolean }>`
    insert into presence as n (organization_id, space_id, author_id, tab, change_request_id, page_id, block, caret, since,
      seen_at)
    values (${organizationId}, ${spaceId}, ${authorId}, ${tab}, ${changeRequestId}, ${pageId},
      ${heartbeat.block ?? null}, ${caret}::text::jsonb, ${at}, ${at})
    on conflict (organization_id, space_id, author_id, tab) do update set
      change_request_id = excluded.change_request_id, page_id = excluded.page_id, block = excluded.block,
      caret = excluded.caret, seen_at = excluded.seen_at,
      streamed_at = case when n.streamed_at > clock_timestamp() - ${STREAMED_MS}::int * interval '1 millisecond'
        then n.streamed_at end,
      since = case when (n.change_request_id, n.page_id) is not distinct from
        (excluded.change_request_id, excluded.page_id) then n.since else excluded.since end
    returning *, not exists (
      select 1 from presence p where ${isTab(heartbeat)} and ${isPresent(at)}
        and (p.change_request_id, p.page_id, p.block, p.caret) is not distinct from
          (n.change_request_id, n.page_id, n.block, n.caret)) as "isChanged"`.execute(trx);
  await sql`
    delete from presence where (organization_id, space_id, author_id, tab) in (
      select organization_id, space_id, author_id, tab from presence
      where organization_id = ${organizationId} and space_id = ${spaceId} and author_id = ${authorId}
      order by greatest(seen_at, streamed_at) desc offset ${MAX_TABS})`.execute(trx);
  return rows[0] as PresenceRow & { isChanged: boolean };
}

/** Records that the streams of these tabs are open. */
export async function touchStreamed(db: Kysely<DB>, tabs: readonly PresenceKey[]): Promise<void> {
  const json = JSON.stringify(tabs);
  await sql`
    update presence p set streamed_at = clock_timestamp()
    from jsonb_to_recordset(${json}::text::jsonb)
      as t("organizationId" uuid, "spaceId" uuid, "authorId" uuid, tab text)
    where p.organization_id = t."organizationId" and p.space_id = t."spaceId" and p.author_id = t."authorId"
      and p.tab = t.tab`.execute(db);
}

/** Whether there is a presence at all, expired or not. */
export const isAnybodyPresent = (): RawBuilder<boolean> => sql`exists (select 1 from presence)`;

/** Removes those who are no longer present, of all spaces. */
export async function deleteExpired(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from presence p where not ${isPresent(now)}`.execute(db);
}

/** Returns whether the tab was there. */
export async function deletePresence(trx: Transaction<DB>, key: PresenceKey): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from presence p where ${isTab(key)}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * The tabs of users who are present; in drafts only if the viewer can see them. Those who have been there longest come
 * first.
 */
export async function listPresences(
  db: Kysely<DB>,
  { organizationId, spaceId }: SpaceKey,
  { now, seesDrafts, viewerId }: { now: Date; seesDrafts: boolean; viewerId: string },
): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`
    select p.* from presence p
    left join change_request c using (organization_id, space_id, change_request_id)
    where p.organization_id = ${organizationId} and p.space_id = ${spaceId} and ${isPresent(now)}
      and (p.change_request_id is null or ${seesDrafts} or c.status <> 'draft' or c.author_id = ${viewerId})
    order by p.since, p.author_id, p.tab limit 1000`.execute(db);
  return rows;
}

/** A tab, with what decides who sees it: the author of the draft that it is in, if it is in one. */
export type SharedPresenceRow = PresenceRow & { draftAuthorId: string | null };

/** The tabs of users who are present in any of these spaces, for all who may see them. */
export async function listPresencesIn(
  db: Kysely<DB>,
  spaces: readonly SpaceKey[],
  now: Date,
): Promise<SharedPresenceRow[]> {
  const json = JSON.stringify(spaces.map(({ organizationId, spaceId }) => ({ organizationId, spaceId })));
  const { rows } = await sql<SharedPresenceRow>`
    select p.*, case when c.status = 'draft' then c.author_id end as "draftAuthorId"
    from jsonb_to_recordset(${json}::text::jsonb) as s("organizationId" uuid, "spaceId" uuid)
    join presence p on p.organization_id = s."organizationId" and p.space_id = s."spaceId"
    left join change_request c using (organization_id, space_id, change_request_id)
    where ${isPresent(now)} and (p.change_request_id is null or c.change_request_id is not null)`.execute(db);
  return rows;
}
