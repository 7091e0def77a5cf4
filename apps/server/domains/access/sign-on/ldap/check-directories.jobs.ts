import type { Context } from '../../../../platform/context.ts';
import { defineRecurringJob } from '../../../../platform/jobs/recurring.ts';
import { checkDirectories } from './check-directories.ts';

const MINUTE_MS = 60 * 1000;

/** Looks every minute for people whose check is due; the settings of each directory say how often that is. */
export const createDirectoryCheckJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: 'directory-checks',
    lane: 'upkeep',
    schedule: { firstDelayMs: MINUTE_MS, intervalMs: MINUTE_MS },
    run: (_job, signal) => checkDirectories(context, signal),
  });
