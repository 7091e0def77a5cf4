import type { Context } from '../../../../platform/context.ts';
import type { JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import { defineRecurringJob } from '../../../../platform/jobs/recurring.ts';
import { checkDirectories } from './check-directories.ts';

const DIRECTORY_CHECKS = 'directory-checks' as const;

const MINUTE_MS = 60 * 1000;

/**
 * Looks every minute for people whose check is due; the settings of each directory say how often that is. Nothing is
 * scheduled without a directory.
 */
export function createDirectoryCheckJob(context: Context): JobDefinition & { kind: typeof DIRECTORY_CHECKS } {
  const job = {
    kind: DIRECTORY_CHECKS,
    lane: 'upkeep',
    run: (_job, signal) => checkDirectories(context, signal),
  } satisfies JobDefinition;
  if (context.config.ldapDirectories.length === 0) return job;
  return defineRecurringJob(context, {
    ...job,
    schedule: { firstDelayMs: MINUTE_MS, intervalMs: MINUTE_MS },
  });
}
