import { storeMaintenance } from '../../../platform/access/maintenance.queries.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';

/** A mistyped year must not keep everybody out for longer. */
const MAX_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

type MaintenanceDeps = Pick<Context, 'transact' | 'clock' | 'log'>;

/** Begins a maintenance, or changes the one that there is. All processes know of it from the commit on. */
export async function beginMaintenance(
  { transact, clock, log }: MaintenanceDeps,
  { until, message }: { until: Date; message: string | null },
  by: string,
): Promise<void> {
  const now = clock();
  if (!(until > now)) throw invalidField('until', 'must be in the future');
  if (until.getTime() > now.getTime() + MAX_DAYS * DAY_MS)
    throw invalidField('until', `must be within ${MAX_DAYS} days`);
  await transact(async ({ trx, announce }) => {
    await storeMaintenance(trx, { until, message, startedAt: now });
    announce({ kind: 'maintenance' });
  });
  log.info({ until, by }, 'maintenance began: nothing can be changed');
}

/** Ends the maintenance. Does nothing if there is none. */
export async function endMaintenance({ transact, log }: MaintenanceDeps, by: string): Promise<void> {
  const wasStored = await transact(async ({ trx, announce }) => {
    const isStored = await storeMaintenance(trx, undefined);
    announce({ kind: 'maintenance' });
    return isStored;
  });
  if (wasStored) log.info({ by }, 'maintenance ended');
}
