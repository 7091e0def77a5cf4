import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { Notice } from './notice.ts';
import type { PreferenceKind } from './notification-kinds.ts';

export type NotificationRow = Selectable<DB['notification']> & {
  /** The number of the change request, if there is one. */
  number: number | null;
  subject: string | null;
  title: string;
};

export interface Recipient {
  userId: string;
  inApp: boolean;
  mail: boolean;
}

/** The users among these ids, with their preferences for this kind of notification. */
export async function findRecipients(
  db: Database,
  kind: PreferenceKind,
  userIds: readonly string[],
): Promise<Recipient[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Recipient>`
    select u.user_id as "userId", coalesce(p.in_app, true) as "inApp", coalesce(p.mail, true) as mail
    from user_account u left join notification_preference p on p.user_id = u.user_id and p.kind = ${kind}
    where u.user_id = any(${[...new Set(userIds)]}::uuid[]) and u.deleted_at is null
    order by u.user_id`.execute(db);
  return rows;
}

export async function insertNotifications(
  trx: Transaction<DB>,
  notice: Omit<Notice, 'userIds'>,
  recipients: readonly { userId: string; notificationId: string }[],
): Promise<void> {
  if (recipients.length === 0) return;
  const { organizationId, spaceId, changeRequestId, pageId, commentId, kind, actorId, at } = notice;
  await sql`
    insert into notification (user_id, notification_id, organization_id, space_id, change_request_id, page_id,
      comment_id, kind, actor_id, created_at)
    select user_id, notification_id, ${organizationId}, ${spaceId}, ${changeRequestId ?? null}, ${pageId ?? null},
      ${commentId ?? null}, ${kind}, ${actorId}, ${at}
    from unnest(${recipients.map(({ userId }) => userId)}::uuid[],
      ${recipients.map(({ notificationId }) => notificationId)}::uuid[]) as r(user_id, notification_id)`.execute(
    trx,
  );
}

/** The spaces that the notifications of a user are about. */
export async function listSpacesOf(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select distinct space_id from notification where user_id = ${userId}`.execute(db);
  return rows.map((row) => row.space_id);
}

/** Selects the notifications of one user about some spaces. */
export interface NotificationFilter {
  userId: string;
  spaceIds: readonly string[];
  /** Those among them in which the user sees the drafts of others. */
  editedSpaceIds: readonly string[];
  isUnread: boolean;
  /** Undefined: all kinds. */
  kinds?: readonly string[] | undefined;
}

const matches = ({ userId, spaceIds, editedSpaceIds, isUnread, kinds }: NotificationFilter) => sql`
  n.user_id = ${userId} and n.space_id = any(${[...spaceIds]}::uuid[])
  and (n.space_id = any(${[...editedSpaceIds]}::uuid[]) or not exists (
    select 1 from change_request d where d.organization_id = n.organization_id and d.space_id = n.space_id
      and d.change_request_id = n.change_request_id and d.status = 'draft' and d.author_id <> n.user_id))
  ${isUnread ? sql`and not n.is_read` : sql``}
  ${kinds === undefined ? sql`` : sql`and n.kind = any(${[...kinds]}::text[])`}`;

const shown = sql`
  select n.*, c.number, c.subject, s.title from notification n
  join space s on s.organization_id = n.organization_id and s.space_id = n.space_id
  left join change_request c on c.organization_id = n.organization_id and c.space_id = n.space_id
    and c.change_request_id = n.change_request_id`;

/** Newest first. */
export async function listNotifications(
  db: Database,
  filter: NotificationFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageOfRows<NotificationRow, string>> {
  const older = after === undefined ? sql`` : sql`and n.notification_id < ${after}`;
  const { rows } = await sql<NotificationRow>`
    ${shown} where ${matches(filter)} ${older}
    order by n.notification_id desc limit ${limit + 1}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from notification n where ${matches(filter)}`.execute(db);
  return cutPage(rows, limit, counted[0]?.count ?? 0, (row) => row.notification_id);
}

/** Marks one as read or unread. Undefined: the user has no such notification about these spaces. */
export async function markNotification(
  trx: Transaction<DB>,
  filter: Omit<NotificationFilter, 'isUnread'>,
  { notificationId, isRead }: { notificationId: string; isRead: boolean },
): Promise<{ row: NotificationRow; isChanged: boolean } | undefined> {
  const { numAffectedRows } = await sql`
    update notification n set is_read = ${isRead}
    where ${matches({ ...filter, isUnread: false })} and n.notification_id = ${notificationId}
      and n.is_read <> ${isRead}`.execute(trx);
  const { rows } = await sql<NotificationRow>`
    ${shown} where ${matches({ ...filter, isUnread: false })} and n.notification_id = ${notificationId}`.execute(
    trx,
  );
  return rows[0] && { row: rows[0], isChanged: numAffectedRows === 1n };
}

/** Returns what those that were unread are about: spaces, and change requests of them. */
export async function markAllRead(
  trx: Transaction<DB>,
  filter: Omit<NotificationFilter, 'isUnread'>,
): Promise<Pick<NotificationRow, 'organization_id' | 'space_id' | 'change_request_id'>[]> {
  const { rows } = await sql<Pick<NotificationRow, 'organization_id' | 'space_id' | 'change_request_id'>>`
    with marked as (
      update notification n set is_read = true where ${matches({ ...filter, isUnread: true })}
      returning n.organization_id, n.space_id, n.change_request_id)
    select distinct organization_id, space_id, change_request_id from marked
    order by organization_id, space_id, change_request_id`.execute(trx);
  return rows;
}

export interface Preference {
  kind: string;
  inApp: boolean;
  mail: boolean;
}

/** The kinds that a user has changed. */
export async function listPreferences(db: Database, userId: string): Promise<Preference[]> {
  const { rows } = await sql<Preference>`
    select kind, in_app as "inApp", mail from notification_preference where user_id = ${userId}`.execute(db);
  return rows;
}

/** Absent fields keep their values. False: there is no such user. */
export async function changePreference(
  trx: Transaction<DB>,
  userId: string,
  { kind, inApp, mail }: { kind: PreferenceKind; inApp?: boolean | undefined; mail?: boolean | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notification_preference as p (user_id, kind, in_app, mail)
    select user_id, ${kind}, ${inApp ?? true}, ${mail ?? true} from user_account
    where user_id = ${userId} and deleted_at is null
    on conflict (user_id, kind) do update set
      in_app = coalesce(${inApp ?? null}::boolean, p.in_app), mail = coalesce(${mail ?? null}::boolean, p.mail)`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** The content of a mail, read when the mail is sent. */
export interface MailFacts {
  email: string;
  wantsMail: boolean;
  actor: string | null;
  spaceTitle: string;
  number: number | null;
  subject: string | null;
  status: string | null;
  authorId: string | null;
}

/** Undefined: the user, their address, the space or the change request is gone. */
export async function findMailFacts(
  db: Database,
  userId: string,
  notice: Pick<Notice, 'organizationId' | 'spaceId' | 'kind' | 'actorId' | 'changeRequestId'>,
): Promise<MailFacts | undefined> {
  const changeRequestId = notice.changeRequestId ?? null;
  const { rows } = await sql<MailFacts>`
    select u.email, coalesce(p.mail, true) as "wantsMail", s.title as "spaceTitle", c.number, c.subject, c.status,
      c.author_id as "authorId", coalesce(a.display_name, t.title) as actor
    from user_account u
    join space s on s.organization_id = ${notice.organizationId} and s.space_id = ${notice.spaceId}
      and s.deleted_at is null
    left join change_request c on c.organization_id = s.organization_id and c.space_id = s.space_id
      and c.change_request_id = ${changeRequestId}
    left join notification_preference p on p.user_id = u.user_id and p.kind = ${notice.kind}
    left join user_account a on a.user_id = ${notice.actorId}
    left join organization_token t on t.organization_id = s.organization_id and t.token_id = ${notice.actorId}
    where u.user_id = ${userId} and u.deleted_at is null and u.email is not null
      and (${changeRequestId}::uuid is null or c.change_request_id is not null)`.execute(db);
  return rows[0];
}
