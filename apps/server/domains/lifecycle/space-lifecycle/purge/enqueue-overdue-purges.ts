import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { enqueuePurge } from '../../../content/spaces/enqueue-purge.ts';
import { startOfRetention } from '../../../content/spaces/retention.ts';
import { listSpacesDeletedUntil } from './purge.repository.ts';

/** Enqueues the purge of spaces whose purge is overdue: a job that keeps failing is given up. */
export async function enqueueOverdueSpacePurges(unit: UnitOfWork, now: Date): Promise<void> {
  const overdue = await listSpacesDeletedUntil(unit.trx, startOfRetention(now));
  for (const { deletedAt, ...key } of overdue) await enqueuePurge(unit, key, deletedAt);
}
