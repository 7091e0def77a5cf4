import type { Platform } from '../../server/app/platform.ts';
import { ANNOUNCED_CHANNEL, readAnnounced } from '../../server/platform/access/announcements.queries.ts';
import type { Way } from '../../server/platform/access/change-news.ts';
import { CHANGES_CHANNEL, type Change } from '../../server/platform/access/changes.ts';
import { brokerChannel } from '../../server/platform/broker/publisher.ts';
import { type Subscriber, startSubscriber } from '../../server/platform/broker/subscriber.ts';
import { startListener } from '../../server/platform/db/listener.ts';
import { WORKER_LOCK_CLASS } from '../../server/platform/jobs/claim-job.queries.ts';
import { JOBS_CHANNEL } from '../../server/platform/jobs/queue.ts';
import { keepLease } from '../../server/platform/jobs/worker-lease.ts';

interface JobNews {
  /** Jobs may be due. */
  wake(): void;
  /** This process no longer owns the jobs that it runs. */
  disown(): void;
}

export interface Hearing {
  /** The number under which this process owns jobs; undefined while it owns none. */
  workerId(): number | undefined;
  /** A look for jobs saw whether announcements of processes that have ended are left. */
  findLeft(isLeft: boolean): void;
  close(): Promise<void>;
}

/**
 * Hears what all processes announce: by notifications of the database, and through the broker if there is one. Nothing
 * is cached while neither works. Throws `StartError`.
 */
export async function startHearing(
  platform: Platform,
  { runsJobs, ...jobs }: JobNews & { runsJobs: boolean },
): Promise<Hearing> {
  const { log, news, announcer, config } = platform.context;
  const tell = (way: Way, channel: string, payload: string): void => {
    if (channel === CHANGES_CHANNEL) news.tell(JSON.parse(payload) as Change);
    // Whatever arrives in both ways wakes once: a look for jobs is a statement.
    else if (channel === JOBS_CHANNEL && (way === 'database' || !news.ways.includes('database'))) jobs.wake();
  };
  const owner =
    config.databaseDirectUrl === undefined
      ? await startDatabase(platform, jobs, tell)
      : await keepLease({ db: platform.context.jobDb, onTaken: jobs.wake, onLost: jobs.disown });
  const subscriber = await startBroker(platform, jobs, tell);
  const looks = {
    onFailed: (error: unknown) => {
      if (news.isMute) return;
      log.error(`Changes cannot be announced (${(error as Error).message}). Until then, nothing is cached.`);
      news.setMute(true);
    },
    onDone: () => news.setMute(false),
  };
  if (runsJobs) void announcer.look(looks);
  else announcer.startLooking(looks);
  return {
    workerId: owner.workerId,
    findLeft: (isLeft) => {
      if (isLeft) void announcer.look(looks);
      else looks.onDone();
    },
    async close() {
      await subscriber?.close();
      await owner.close();
    },
  };
}

type Tell = (way: Way, channel: string, payload: string) => void;

/** Listens on a connection, which also holds the lock by which this process owns jobs. */
async function startDatabase(
  { connection, context: { log, news, announcer } }: Platform,
  jobs: JobNews,
  tell: Tell,
): Promise<Pick<Hearing, 'workerId' | 'close'>> {
  let workerId: number | undefined;
  const listener = await startListener({
    ...connection,
    channels: [CHANGES_CHANNEL, JOBS_CHANNEL, ANNOUNCED_CHANNEL],
    onMessage: (channel, payload) => {
      if (channel === ANNOUNCED_CHANNEL) announcer.hear(readAnnounced(payload));
      else tell('database', channel, payload);
    },
    onLost: () => {
      workerId = undefined;
      // The lock that held the jobs of this worker went with the connection.
      jobs.disown();
      news.lose('database');
      log.warn(
        `The connection that receives change notifications was lost. ${news.ways.length > 0 ? 'Changes arrive through the broker.' : 'Caching is paused until it is restored.'}`,
      );
    },
    onProblem: (reason) => {
      log.error(
        `${reason} Until then, ${news.ways.length > 0 ? 'changes arrive through the broker' : 'nothing is cached'} and no jobs run.`,
      );
    },
    onRestored: () => {
      news.restore('database');
      jobs.wake();
    },
    onConnected: async (sql) => {
      const [row] = await sql<{ id: number }[]>`select nextval('job_worker_id')::int as id`;
      const id = row?.id as number;
      await sql`select pg_advisory_lock(${WORKER_LOCK_CLASS}::int, ${id}::int)`;
      workerId = id;
    },
  });
  return { workerId: () => workerId, close: listener.close };
}

async function startBroker(
  { context: { config, keyRing, news, announcer, log } }: Platform,
  jobs: JobNews,
  tell: Tell,
): Promise<Subscriber | undefined> {
  const { publisher } = announcer;
  if (config.eventsUrl === undefined || !publisher) return undefined;
  return startSubscriber({
    url: config.eventsUrl,
    channel: brokerChannel(keyRing.keys('events')),
    publisher,
    readLast: () => announcer.readLastBatch(),
    deliver: ({ messages, announcements }) => {
      announcer.hear(announcements);
      for (const { channel, payload } of messages) tell('broker', channel, payload);
    },
    onMissed: () => news.miss('broker'),
    onLost: (reason) => {
      news.lose('broker');
      log.warn(
        `No changes arrive through the broker (${reason}). ${news.ways.length > 0 ? 'They arrive through the database.' : 'Caching is paused until they do.'}`,
      );
    },
    onRestored: () => {
      news.restore('broker');
      jobs.wake();
    },
  });
}
