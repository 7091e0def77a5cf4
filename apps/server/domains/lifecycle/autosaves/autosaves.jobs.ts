import { startOfKeptEdits } from '../../../content/revisions/editing-session.ts';
import { PackDeleted } from '../../../content/tree/packs.repository.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { enqueueOnce } from '../../../platform/jobs/queue.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { CONTENT_SWEEP } from '../../content/sweep/enqueue-sweep.ts';
import { listSpacesWithOldEdits } from './autosaves.repository.ts';
import { coalesceAutosaves } from './coalesce-autosaves.ts';
import { packAutosaves, packableEdits } from './pack-autosaves.ts';
import { hasAutosaves, listSpacesToPack } from './packing.repository.ts';

/** The kind of the job that dissolves autosaves. */
const AUTOSAVE_UPKEEP = 'autosave-upkeep' as const;

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** A sweep reads the trees of a whole organization: one a day is enough for what autosaves leave behind. */
const SWEEP_DELAY_MS = 24 * HOUR_MS;
const SPACES = 500;

/** Dissolves the autosaves of all spaces that are old enough, and has their content swept. */
export const createAutosaveUpkeepJob = (context: Pick<Context, 'db' | 'transact' | 'clock' | 'log'>) =>
  defineRecurringJob(context, {
    kind: AUTOSAVE_UPKEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const { db, transact, clock, log } = context;
      const before = startOfKeptEdits(clock());
      let after: SpaceKey | undefined;
      let isLast = false;
      while (!isLast) {
        const spaces = await listSpacesWithOldEdits(db, { before, after, limit: SPACES });
        for (const key of spaces) {
          signal.throwIfAborted();
          const revisions = await coalesceAutosaves(context, key, signal);
          if (revisions === 0) continue;
          log.info({ ...key, revisions }, 'autosaves dissolved');
          await transact((unit) => enqueueOnce(unit, [sweepJob(key, clock())], clock()));
        }
        after = spaces.at(-1);
        isLast = spaces.length < SPACES;
      }
    },
  });

/** Packs the content of edits that others have superseded, in all spaces that have enough of it. */
export const createAutosavePackingJob = (context: Pick<Context, 'db' | 'transact' | 'clock' | 'log'>) =>
  defineRecurringJob(context, {
    kind: 'autosave-packing',
    lane: 'upkeep',
    schedule: { firstDelayMs: MINUTE_MS, intervalMs: MINUTE_MS, hasWork: hasAutosaves },
    run: async (_job, signal) => {
      const { db, clock, log } = context;
      const packable = packableEdits(clock());
      for (const key of await listSpacesToPack(db, packable)) {
        try {
          const revisions = await packAutosaves(context, key, packable, signal);
          if (revisions > 0) log.debug({ ...key, revisions }, 'autosaves packed');
        } catch (error) {
          // The other spaces are packed all the same, and this one in the next run.
          if (!(error instanceof PackDeleted)) throw error;
          log.debug({ ...key, err: error }, 'packs not joined');
        }
      }
    },
  });

const sweepJob = ({ organizationId }: SpaceKey, now: Date) => ({
  organizationId,
  kind: CONTENT_SWEEP,
  payload: {},
  concurrencyKey: `autosaves/${organizationId}`,
  runAt: new Date(now.getTime() + SWEEP_DELAY_MS),
});
