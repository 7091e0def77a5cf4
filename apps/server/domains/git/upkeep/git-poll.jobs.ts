import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { findConnection, updateConnection } from '../connection/connection.repository.ts';
import { requestSync } from '../sync/request-sync.ts';
import { findNextPoll, LONGEST_WAIT } from './poll-time.ts';
import { isAnyPolled, listDueConnections, readRecentSyncs, runLatePollsNow } from './upkeep.repository.ts';

/** The kind of the job that polls repositories. */
const GIT_POLL = 'git-poll' as const;

const INTERVAL_MS = 30_000;
/** At most this many connections are polled in one run. The others follow in the next one. */
const MAX_POLLS = 500;
/** More failures in a row do not make the pause longer. */
const COUNTED_FAILURES = 6;

/** Requests a sync of each connection whose time has come. The sync asks the repository for its branches, no more. */
export const createGitPollJob = (context: Context, random: () => number = Math.random) =>
  defineRecurringJob(context, {
    kind: GIT_POLL,
    lane: 'upkeep',
    schedule: { firstDelayMs: INTERVAL_MS, intervalMs: INTERVAL_MS, hasWork: isAnyPolled },
    run: async (_job, signal) => {
      const now = context.clock();
      await runLatePollsNow(context.db, { now, longest: LONGEST_WAIT });
      for (const key of await listDueConnections(context.db, { now, limit: MAX_POLLS })) {
        signal.throwIfAborted();
        await pollConnection(context, key, random);
      }
    },
  });

async function pollConnection(
  { transact, clock }: Context,
  key: SpaceKey,
  random: () => number,
): Promise<void> {
  await transact(async (unit) => {
    const now = clock();
    const connection = await findConnection(unit.trx, key, { lock: true });
    const { poll_seconds: pollSeconds = null, next_poll_at: dueAt = null } = connection ?? {};
    // It was changed a moment ago.
    if (pollSeconds === null || !dueAt || dueAt > now) return;
    const { isRunning, failures } = await readRecentSyncs(unit.trx, key, COUNTED_FAILURES);
    const next = findNextPoll({ pollSeconds, failures }, { now, random: random() });
    await updateConnection(unit.trx, key, { next_poll_at: next });
    if (!isRunning) await requestSync(unit, key, { trigger: 'poll', authorId: null, now });
  });
}
