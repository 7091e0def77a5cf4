import type { Context } from '../../../../platform/context.ts';
import type { JobBody, JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import { SPACE_PURGE, type SpacePurgePayload } from '../../../content/spaces/enqueue-purge.ts';
import { isPastRetention } from '../../../content/spaces/retention.ts';
import { enqueueSweep } from '../../../content/sweep/enqueue-sweep.ts';
import { deleteSpaceRows } from './purge.queries.ts';
import { lockDeletedAt } from './purge.repository.ts';

/**
 * Deletes a deleted space for good. A space that was restored in the meantime stays; one that was deleted again has a
 * later job.
 */
export function createSpacePurgeJob({ transact, clock, log }: Context) {
  const run: JobBody = async ({ organizationId, payload }) => {
    const { spaceId } = payload as SpacePurgePayload;
    const key = { organizationId, spaceId };
    const deletedAt = await transact(async (unit) => {
      const now = clock();
      const space = await lockDeletedAt(unit.trx, key);
      if (!space || !isPastRetention(space.deletedAt, now)) return undefined;
      await deleteSpaceRows(unit.trx, key);
      await enqueueSweep(unit, { organizationId, runAt: now }, now);
      unit.announce({ kind: 'space', spaceId });
      return space.deletedAt;
    });
    if (deletedAt) log.info({ organizationId, spaceId, deletedAt }, 'space permanently removed');
  };
  return { kind: SPACE_PURGE, lane: 'upkeep', run } as const satisfies JobDefinition;
}
