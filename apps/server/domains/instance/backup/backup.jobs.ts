import { nextBackupAt } from '../../../platform/backup/schedule.ts';
import type { Context } from '../../../platform/context.ts';
import { type JobBody, type JobDefinition, JobFailed } from '../../../platform/jobs/job-definition.ts';
import { scheduleNextRun } from '../../../platform/jobs/recurring.ts';
import { enqueueMails } from '../../../platform/mail/enqueue-mail.ts';
import { listInstanceAdministratorAddresses } from '../../identity/users/instance-standing.queries.ts';
import { recordBackup } from './backup.queries.ts';
import { runBackup } from './run-backup.ts';

/** A first backup of a large instance may take hours; its files are all read. */
const LIMIT_SECONDS = 24 * 60 * 60;
/** The attempts before administrators are told: a bucket may be unavailable for a moment. */
const MAX_ATTEMPTS = 3;

/** Makes backups as the settings say. Without `LECTERN_BACKUP_TARGET`, it does nothing and is not scheduled again. */
export function createBackupJob(
  context: Pick<Context, 'config' | 'clock' | 'db' | 'transact' | 'log'>,
  run: (signal: AbortSignal) => Promise<void> = runBackup,
) {
  const { config, clock, db, transact, log } = context;
  const { backup } = config;

  async function schedule(currentJobId?: string): Promise<void> {
    if (!backup) return;
    const now = clock();
    const next = { kind: 'backup', runAt: nextBackupAt(backup.schedule, now) } as const;
    await transact((unit) =>
      scheduleNextRun(unit, { ...next, ...(currentJobId ? { currentJobId } : {}) }, now),
    );
  }

  const body: JobBody = async ({ jobId, attempt }, signal) => {
    if (!backup) return;
    await schedule(jobId);
    const begunAt = clock();
    try {
      await run(signal);
    } catch (error) {
      if (signal.aborted || attempt < MAX_ATTEMPTS) throw error;
      const reason = (error as Error).message;
      log.error({ reason }, 'the scheduled backup failed');
      await tellAdministrators();
      throw new JobFailed(reason);
    }
    await recordBackup(db, begunAt);
    log.info({ seconds: Math.round((clock().getTime() - begunAt.getTime()) / 1000) }, 'backup made');
  };

  async function tellAdministrators(): Promise<void> {
    if (config.smtpUrl === undefined) return;
    const addresses = await listInstanceAdministratorAddresses(db);
    await transact((unit) =>
      enqueueMails(
        unit,
        addresses.map((to) => ({ to, template: 'backup-failed' as const })),
        clock(),
      ),
    );
  }

  return {
    kind: 'backup',
    lane: 'upkeep',
    limitSeconds: LIMIT_SECONDS,
    run: body,
    prepare: () => schedule(),
  } as const satisfies JobDefinition;
}
