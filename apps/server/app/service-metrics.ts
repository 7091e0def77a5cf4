/** The metrics that are read when somebody asks for them. What a process counts by itself is in `meters.ts`. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { countChecks } from '../domains/content/links/checks/external-links.queries.ts';
import { readWaitingDeliveries } from '../domains/core/webhooks/waiting-deliveries.queries.ts';
import { countOpenSessions } from '../domains/identity/sessions/sessions.queries.ts';
import { findLastBackup } from '../domains/instance/backup/backup.queries.ts';
import type { Context } from '../platform/context.ts';
import { JOB_LANES, type JobLane } from '../platform/jobs/job-lanes.ts';
import { type LaneState, readLaneStates } from '../platform/jobs/lane-states.queries.ts';

/** Anybody can ask for the metrics, as often as they like: the database is asked once in this time. */
const KEPT_MS = 5000;

interface Sources {
  context: Context;
  /** The memory of cached responses. */
  readResponseBytes: () => number;
  laneOf: (kind: string) => JobLane | undefined;
}

export function addServiceMetrics(server: FastifyInstance, sources: Sources): void {
  const { context } = sources;
  addQueue(server, sources);
  addDatabase(server, context);
  addDisk(server, context);
  addReads(server, sources);
  const readWaiting = keepFor(KEPT_MS, () => readWaitingDeliveries(context.db, context.clock()));
  server.metrics.addMetric({
    name: 'webhook_queues_waiting',
    isOfInstance: true,
    help: 'Queues of webhooks with deliveries that wait.',
    read: async () => (await readWaiting()).queues,
  });
  server.metrics.addMetric({
    name: 'webhook_oldest_waiting_age_seconds',
    isOfInstance: true,
    help: 'Age of the oldest delivery that waits.',
    read: async () => (await readWaiting()).oldestSeconds,
  });
  server.metrics.addMetric({
    name: 'sessions',
    isOfInstance: true,
    help: 'Sessions of browsers that have not expired.',
    read: keepFor(KEPT_MS, () => countOpenSessions(context.db, context.clock())),
  });
  if (context.config.backup)
    server.metrics.addMetric({
      name: 'last_backup_timestamp_seconds',
      isOfInstance: true,
      help: 'When the last scheduled backup that succeeded was begun, in seconds since 1970; 0: none has.',
      read: keepFor(KEPT_MS, async () => ((await findLastBackup(context.db))?.getTime() ?? 0) / 1000),
    });
  if (context.config.linkCheckDays !== undefined)
    server.metrics.addMetric({
      name: 'external_links',
      isOfInstance: true,
      help: 'External links by the result of their last check.',
      label: 'state',
      read: keepFor(KEPT_MS, () => countChecks(context.db)),
    });
}

/** Simultaneous and repeated callers share one reading. One that failed is not kept. */
function keepFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; reading: Promise<T> } | undefined;
  return () => {
    if (kept && performance.now() - kept.at < milliseconds) return kept.reading;
    const own = { at: performance.now(), reading: read() };
    kept = own;
    own.reading.catch(() => {
      if (kept === own) kept = undefined;
    });
    return own.reading;
  };
}

function addQueue({ metrics }: FastifyInstance, { context, laneOf }: Sources): void {
  const read = keepFor(KEPT_MS, () =>
    readLaneStates(context.db, { now: context.clock(), laneOf, lanes: JOB_LANES }),
  );
  const addByLane = (name: string, help: string, field: keyof LaneState) =>
    metrics.addMetric({
      name,
      isOfInstance: true,
      help,
      label: 'lane',
      read: async () =>
        Object.fromEntries(Object.entries(await read()).map(([lane, state]) => [lane, state[field]])),
    });
  metrics.addMetric({
    name: 'jobs',
    isOfInstance: true,
    help: 'Waiting and running jobs.',
    label: 'state',
    read: async () => {
      const states = Object.values(await read());
      const sum = (field: 'waiting' | 'running') => states.reduce((all, state) => all + state[field], 0);
      return { waiting: sum('waiting'), running: sum('running') };
    },
  });
  addByLane('jobs_waiting', 'Jobs that wait for their time or for a worker, by lane.', 'waiting');
  addByLane('jobs_running', 'Jobs that run now, by lane.', 'running');
  addByLane('jobs_failing', 'Jobs whose last attempt failed and that are tried again, by lane.', 'failing');
  addByLane('jobs_given_up', 'Jobs that were given up in the last day, by lane.', 'failed');
  addByLane(
    'jobs_oldest_due_age_seconds',
    'Time for which the job has waited that is due the longest, by lane.',
    'oldestDueSeconds',
  );
}

function addDatabase({ metrics }: FastifyInstance, { databaseSpace, readPoolUsage }: Context): void {
  metrics.addMetric({
    name: 'database_connections',
    help: 'Connections of the pool, by whether a caller uses them.',
    label: 'state',
    read: () => {
      const { idle, used } = readPoolUsage();
      return { idle, used };
    },
  });
  metrics.addMetric({
    name: 'database_connections_max',
    help: 'Connections that the pool may open.',
    read: () => readPoolUsage().size,
  });
  metrics.addMetric({
    name: 'database_waiting',
    help: 'Callers that wait for a connection to the database.',
    read: () => readPoolUsage().waiting,
  });
  metrics.addMetric({
    name: 'database_full',
    help: 'Whether the database found no room on its disk.',
    read: () => Number(databaseSpace.isFull),
  });
}

function addDisk({ metrics }: FastifyInstance, { config, blobs }: Context): void {
  const read = keepFor(KEPT_MS, () => statfs(config.dataDir));
  metrics.addMetric({
    name: 'disk_free_bytes',
    help: 'Free space of the disk with the data directory.',
    read: async () => {
      const { bavail, bsize } = await read();
      return bavail * bsize;
    },
  });
  metrics.addMetric({
    name: 'disk_size_bytes',
    help: 'Size of the disk with the data directory.',
    read: async () => {
      const { blocks, bsize } = await read();
      return blocks * bsize;
    },
  });
  metrics.addMetric({
    name: 'store_full',
    help: 'Whether there is no room for another file.',
    read: async () => Number(await blobs.isFull()),
  });
}

function addReads({ metrics }: FastifyInstance, { context, readResponseBytes }: Sources): void {
  const { readQuota } = context;
  metrics.addMetric({
    name: 'ready_answers_bytes',
    help: 'Memory used by cached responses, in bytes.',
    read: readResponseBytes,
  });
  metrics.addMetric({
    name: 'read_work_seconds_total',
    help: 'Processor time of reads whose answer was not in memory, in seconds.',
    type: 'counter',
    read: () => readQuota.usedMs / 1000,
  });
  metrics.addMetric({
    name: 'read_quota_refusals_total',
    help: 'Reads that were refused because their caller had used up a quota.',
    type: 'counter',
    read: () => readQuota.refusals,
  });
}
