import type { Context } from '../../../platform/context.ts';
import { isTimeZone, UTC } from '../../../platform/http/time-zone.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { enqueueMails } from '../../../platform/mail/enqueue-mail.ts';
import { listTimeZones } from '../../identity/organizations/time-zone.queries.ts';
import { takeDueSubscribers } from '../../review/notifications/weekly/weekly-mails.queries.ts';
import { mondayOf } from './week.ts';

export const WEEKLY_MAILS = 'weekly-mails' as const;

const HOUR_MS = 60 * 60_000;
const BATCH = 100;

/**
 * The hourly job: on Mondays in the time zones of the organizations, or as soon as the service runs again, enqueues the
 * mails about the week before. Users are marked in the transaction that enqueues their mail.
 */
export const createWeeklyMailsJob = (context: Pick<Context, 'db' | 'transact' | 'clock' | 'config'>) =>
  defineRecurringJob(context, {
    kind: WEEKLY_MAILS,
    lane: 'upkeep',
    schedule: { firstDelayMs: 5 * 60_000, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const { db, clock, config } = context;
      if (config.smtpUrl === undefined) return;
      for (const timeZone of await listTimeZones(db)) {
        const monday = mondayOf(clock(), isTimeZone(timeZone) ? timeZone : UTC);
        let taken = BATCH;
        while (taken === BATCH) {
          signal.throwIfAborted();
          taken = await sendSome(context, { timeZone, monday });
        }
      }
    },
  });

/** Enqueues some of the mails of a Monday in a time zone, and returns their number. */
const sendSome = (
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  due: { timeZone: string; monday: string },
): Promise<number> =>
  transact(async (unit) => {
    const subscribers = await takeDueSubscribers(unit.trx, { ...due, limit: BATCH });
    const mails = subscribers.map(({ userId, ...site }) => ({
      template: 'weekly' as const,
      to: { userId },
      site,
      monday: due.monday,
    }));
    await enqueueMails(unit, mails, clock());
    return subscribers.length;
  });
