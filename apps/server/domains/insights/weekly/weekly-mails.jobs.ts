import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { enqueueMails } from '../../../platform/mail/enqueue-mail.ts';
import { takeDueSubscribers } from '../../review/notifications/weekly/weekly-mails.queries.ts';
import { mondayOf } from './week.ts';

export const WEEKLY_MAILS = 'weekly-mails' as const;

const HOUR_MS = 60 * 60_000;
const BATCH = 100;

/**
 * The hourly job: on Mondays, or as soon as the service runs again, enqueues the mails about the week before. Users are
 * marked in the transaction that enqueues their mail.
 */
export const createWeeklyMailsJob = (context: Pick<Context, 'transact' | 'clock' | 'config'>) =>
  defineRecurringJob(context, {
    kind: WEEKLY_MAILS,
    lane: 'upkeep',
    schedule: { firstDelayMs: 5 * 60_000, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const { transact, clock, config } = context;
      if (config.smtpUrl === undefined) return;
      const monday = mondayOf(clock());
      let taken = BATCH;
      while (taken === BATCH) {
        signal.throwIfAborted();
        taken = await transact(async (unit) => {
          const due = await takeDueSubscribers(unit.trx, monday, BATCH);
          const mails = due.map(({ userId, ...site }) => ({
            template: 'weekly' as const,
            to: { userId },
            site,
            monday,
          }));
          await enqueueMails(unit, mails, clock());
          return due.length;
        });
      }
    },
  });
