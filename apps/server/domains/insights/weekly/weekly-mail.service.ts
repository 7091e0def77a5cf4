import type { UserActor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { findTimeZoneOf } from '../../identity/organizations/time-zone.queries.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import {
  addWeeklySubscriber,
  isWeeklySubscriber,
  removeWeeklySubscriber,
} from '../../review/notifications/weekly/weekly-mails.queries.ts';
import { mondayOf } from './week.ts';

export const getsWeeklyMail = (
  { db }: Pick<Context, 'db'>,
  { organizationId, siteId }: SiteKey,
  { userId }: Pick<UserActor, 'userId'>,
): Promise<boolean> => isWeeklySubscriber(db, { organizationId, siteId, userId });

/** The first mail is sent on the next Monday. */
export async function setWeeklyMail(
  { db, transact, clock }: Pick<Context, 'db' | 'transact' | 'clock'>,
  { organizationId, siteId }: SiteKey,
  { userId, isWanted }: { userId: string; isWanted: boolean },
): Promise<void> {
  const subscriber = { organizationId, siteId, userId };
  const monday = mondayOf(clock(), await findTimeZoneOf(db, organizationId));
  await transact(({ trx }) =>
    isWanted ? addWeeklySubscriber(trx, subscriber, monday) : removeWeeklySubscriber(trx, subscriber),
  );
}
