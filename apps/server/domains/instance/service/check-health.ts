import type { Context } from '../../../platform/context.ts';
import { findRoom } from '../../../platform/db/database-space.ts';
import { type QueueState, readQueueState } from '../../../platform/jobs/job-list.queries.ts';
import { type DatabaseFacts, readDatabaseFacts } from './measure.repository.ts';
import { type Disk, measureDisk } from './measure-storage.ts';

type HealthStatus = 'ok' | 'warning' | 'failing';

export interface Health {
  status: HealthStatus;
  database: DatabaseFacts & { status: HealthStatus; milliseconds: number };
  /** As the process that responds sees them. */
  replicas: { status: HealthStatus; name: string; problem?: string; lagSeconds?: number }[];
  /** Undefined: there is none. As the process that responds sees it. */
  broker: { status: HealthStatus } | undefined;
  /** Undefined: events are in the database. */
  insights: { status: HealthStatus; error?: string } | undefined;
  files: { status: HealthStatus; storage: 'disk' | 's3'; error?: string };
  disk: (Disk & { status: HealthStatus }) | undefined;
  jobs: QueueState & { status: HealthStatus };
  mail: { isConfigured: boolean };
  memory: { bytes: number };
}

/** A job that has been due for longer waits for a worker that does not come. */
const LATE_MS = 10 * 60 * 1000;
/** The share of the disk, or of the connections of the database, below which there is little left. */
const LITTLE = 0.1;
/** A replica that is further behind answers hardly any reads. */
const LAG_SECONDS = 30;

/** Looks at everything that the instance needs. Each part says itself whether it is well. */
export async function checkHealth(context: Context): Promise<Health> {
  const { config } = context;
  const database = await checkDatabase(context);
  const replicas = checkReplicas(context);
  const broker = checkBroker(context);
  const insights = await checkInsights(context);
  const files = await checkFiles(context);
  const disk = await checkDisk(config);
  const jobs = await checkJobs(context);
  const optional = [broker, insights, disk].filter((part) => part !== undefined);
  const parts = [database, ...replicas, files, jobs, ...optional];
  return {
    status: worstOf(parts.map(({ status }) => status)),
    database,
    replicas,
    broker,
    insights,
    files,
    disk,
    jobs,
    mail: { isConfigured: config.smtpUrl !== undefined },
    memory: { bytes: process.memoryUsage.rss() },
  };
}

const worstOf = (all: readonly HealthStatus[]): HealthStatus =>
  all.includes('failing') ? 'failing' : all.includes('warning') ? 'warning' : 'ok';

async function checkDatabase({ db, databaseSpace }: Context): Promise<Health['database']> {
  const begun = performance.now();
  const facts = await readDatabaseFacts(db);
  const milliseconds = Math.round(performance.now() - begun);
  const hasRoom = await findRoom(db, databaseSpace);
  const isCrowded = facts.connections > facts.maxConnections * (1 - LITTLE);
  return { ...facts, milliseconds, status: hasRoom ? (isCrowded ? 'warning' : 'ok') : 'failing' };
}

/** Nothing fails without a replica: the primary answers. */
const checkReplicas = ({ replicas }: Context): Health['replicas'] =>
  (replicas?.states ?? []).map(({ name, problem, lag }) => ({
    name,
    status: problem !== undefined || (lag && lag.seconds > LAG_SECONDS) ? 'warning' : 'ok',
    ...(problem === undefined ? {} : { problem }),
    ...(lag ? { lagSeconds: lag.seconds } : {}),
  }));

/** Without the broker, changes arrive through the database; in no way, and nothing is cached. */
function checkBroker({ config, news }: Context): Health['broker'] {
  if (config.eventsUrl === undefined) return undefined;
  const { ways } = news;
  return { status: ways.includes('broker') ? 'ok' : ways.length > 0 ? 'warning' : 'failing' };
}

/** Events are refused meanwhile, and nothing else is. */
async function checkInsights({ clickHouse }: Context): Promise<Health['insights']> {
  if (!clickHouse) return undefined;
  try {
    await clickHouse.check();
    return { status: 'ok' };
  } catch (error) {
    return { status: 'failing', error: (error as Error).message };
  }
}

async function checkFiles({ blobs, config }: Context): Promise<Health['files']> {
  const storage = config.storage === 'disk' ? 'disk' : 's3';
  try {
    await blobs.check();
    return { storage, status: (await blobs.isFull()) ? 'failing' : 'ok' };
  } catch (error) {
    return { storage, status: 'failing', error: (error as Error).message };
  }
}

async function checkDisk(config: Context['config']): Promise<Health['disk']> {
  const disk = await measureDisk(config);
  return disk && { ...disk, status: disk.freeBytes < disk.totalBytes * LITTLE ? 'warning' : 'ok' };
}

async function checkJobs({ db, clock }: Context): Promise<Health['jobs']> {
  const now = clock();
  const state = await readQueueState(db, now);
  const isLate = state.oldestDueAt !== null && now.getTime() - state.oldestDueAt.getTime() > LATE_MS;
  return { ...state, status: isLate || state.failedLately > 0 ? 'warning' : 'ok' };
}
