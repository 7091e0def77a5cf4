import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';

/** A user who gets the weekly mail about a site. */
export interface WeeklySubscriber {
  organizationId: string;
  siteId: string;
  userId: string;
}

export async function isWeeklySubscriber(
  db: Database,
  { organizationId, siteId, userId }: WeeklySubscriber,
): Promise<boolean> {
  const row = await db
    .selectFrom('site_weekly_mail')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a subscriber, unless the user is one already. `monday` begins the current week, for which no mail is sent. */
export async function addWeeklySubscriber(
  trx: Transaction<DB>,
  { organizationId, siteId, userId }: WeeklySubscriber,
  monday: string,
): Promise<void> {
  await sql`
    insert into site_weekly_mail (organization_id, site_id, user_id, sent_for)
    values (${organizationId}, ${siteId}, ${userId}, ${monday}::date)
    on conflict do nothing`.execute(trx);
}

/** `siteId` is unique in the instance. */
export async function removeWeeklySubscriber(
  trx: Transaction<DB>,
  { siteId, userId }: Pick<WeeklySubscriber, 'siteId' | 'userId'>,
): Promise<void> {
  await trx
    .deleteFrom('site_weekly_mail')
    .where('user_id', '=', userId)
    .where('site_id', '=', siteId)
    .execute();
}

/**
 * Takes some of those who have not got the mail of this Monday, in organizations of a time zone: they count as having got
 * it.
 */
export async function takeDueSubscribers(
  trx: Transaction<DB>,
  { timeZone, monday, limit }: { timeZone: string; monday: string; limit: number },
): Promise<WeeklySubscriber[]> {
  const { rows } = await sql<WeeklySubscriber>`
    update site_weekly_mail w set sent_for = ${monday}::date
    from (
      select s.organization_id, s.site_id, s.user_id from site_weekly_mail s
      join organization o on o.organization_id = s.organization_id and o.time_zone = ${timeZone}
      where s.sent_for < ${monday}::date
      order by s.sent_for limit ${limit} for update of s skip locked) d
    where w.organization_id = d.organization_id and w.site_id = d.site_id and w.user_id = d.user_id
    returning w.organization_id as "organizationId", w.site_id as "siteId", w.user_id as "userId"`.execute(
    trx,
  );
  return rows;
}
