import { type Selectable, sql } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

/** `role`: in the organization, or on the space or collection. */
export type LinkInviteRow = Selectable<DB['organization_invite']> & { role: RoleOrGuest };

export interface LinkInviteKey {
  organizationId: string;
  inviteId: string;
}

/** The position where a page ends: the creation time of the invite and its id. */
export type LinkInvitePosition = [createdAt: string, inviteId: string];

/** Oldest first. `after`: where the page before ended. */
export async function listLinkInviteRows(
  db: Database,
  list: { organizationId: string; after: LinkInvitePosition | undefined; limit: number },
): Promise<PageOfRows<LinkInviteRow, LinkInvitePosition>> {
  const { organizationId, after, limit } = list;
  const counted = await sql<{ count: number }>`
    select count(*) as count from organization_invite where organization_id = ${organizationId}`.execute(db);
  const [createdAt, inviteId] = after ?? [null, null];
  const { rows } = await sql<LinkInviteRow>`
    select * from organization_invite
    where organization_id = ${organizationId}
      and (${createdAt}::timestamptz is null or (created_at, invite_id) > (${createdAt}::timestamptz, ${inviteId}::uuid))
    order by created_at, invite_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, Number(counted.rows[0]?.count ?? 0), (row) => [
    row.created_at.toISOString(),
    row.invite_id,
  ]);
}
