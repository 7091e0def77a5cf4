/**
 * The metrics that a process keeps of what it does, each once. They cover the process, like its memory, and therefore
 * belong to the module. Labels have few values: never an id, an address or anything that users write.
 */
import { Counter, Gauge, Histogram } from './instruments.ts';

export const databaseWaits = new Histogram({
  name: 'database_wait_duration_seconds',
  help: 'Time that callers waited for a connection to the database.',
  labels: [],
});
export const databaseStatements = new Counter({
  name: 'database_statements_total',
  help: 'Statements that were sent to the database, by outcome.',
  labels: ['outcome'],
});
export const insightsFailures = new Counter({
  name: 'insights_failures_total',
  help: 'Statements that ClickHouse did not answer, by what they did: read or write.',
  labels: ['kind'],
});
export const replicaReads = new Counter({
  name: 'replica_reads_total',
  help: 'Reads that a replica may answer, by what answered them: the replica, or the primary and why.',
  labels: ['outcome'],
});
export const replicaUsed = new Gauge({
  name: 'replica_used',
  help: 'Whether a replica is used, by its place in the setting.',
  labels: ['replica'],
});
export const replicaLagBytes = new Gauge({
  name: 'replica_lag_bytes',
  help: 'Bytes of the write-ahead log that a replica has not replayed.',
  labels: ['replica'],
});
export const replicaLagSeconds = new Gauge({
  name: 'replica_lag_seconds',
  help: 'Age of the last transaction of a replica that is behind.',
  labels: ['replica'],
});
export const listenerConnected = new Gauge({
  name: 'listener_connected',
  help: 'Whether news of other processes can arrive.',
  labels: [],
});
export const listenerHeartbeatAge = new Gauge({
  name: 'listener_heartbeat_age_seconds',
  help: 'Time since the listening connection last proved that news arrives.',
  labels: [],
});
export const listenerLosses = new Counter({
  name: 'listener_losses_total',
  help: 'How often the listening connection was lost.',
  labels: [],
});
export const brokerConnected = new Gauge({
  name: 'broker_connected',
  help: 'Whether news of other processes arrives through the broker.',
  labels: [],
});
export const brokerMisses = new Counter({
  name: 'broker_misses_total',
  help: 'How often batches of changes did not arrive through the broker.',
  labels: [],
});
export const announcementAge = new Histogram({
  name: 'announcement_age_seconds',
  help: 'Time from the oldest change of a batch until the batch was announced to all processes.',
  labels: [],
});
export const announcementBatches = new Counter({
  name: 'announcement_batches_total',
  help: 'Batches of changes that this process announced.',
  labels: [],
});
export const announcementTransactions = new Counter({
  name: 'announcement_transactions_total',
  help: 'Transactions whose changes this process announced.',
  labels: [],
});
export const jobDurations = new Histogram({
  name: 'job_duration_seconds',
  help: 'Duration of runs of jobs, by lane and outcome.',
  labels: ['lane', 'outcome'],
  isLong: true,
});
export const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of jobs, by kind and outcome.',
  labels: ['kind', 'outcome'],
});
const importDurations = new Histogram({
  name: 'import_duration_seconds',
  help: 'Duration of imports, exports and syncs, by operation and outcome.',
  labels: ['operation', 'outcome'],
  isLong: true,
});
const importsRunning = new Gauge({
  name: 'imports_running',
  help: 'Imports, exports and syncs that this process runs now.',
  labels: ['operation'],
});
export const storeDurations = new Histogram({
  name: 'store_operation_duration_seconds',
  help: 'Duration of operations on the store of files, by operation and outcome.',
  labels: ['operation', 'outcome'],
});
export const storeBytes = new Counter({
  name: 'store_bytes_total',
  help: 'Bytes that were written to the store of files.',
  labels: ['direction'],
});
export const threadTasks = new Histogram({
  name: 'thread_task_duration_seconds',
  help: 'Duration of tasks in threads, their wait included, by lane and outcome.',
  labels: ['lane', 'outcome'],
});
export const threadsBusy = new Gauge({
  name: 'threads_busy',
  help: 'Tasks that run in threads now.',
  labels: ['lane'],
});
export const threadsWaiting = new Gauge({
  name: 'threads_waiting',
  help: 'Tasks that wait for a thread.',
  labels: ['lane'],
});
export const mailsSent = new Counter({
  name: 'mails_total',
  help: 'Attempts to send a mail, by outcome.',
  labels: ['outcome'],
});
export const webhookDeliveries = new Histogram({
  name: 'webhook_delivery_duration_seconds',
  help: 'Duration of attempts to deliver an event to a webhook, by outcome.',
  labels: ['outcome'],
});
export const sitePurges = new Counter({
  name: 'site_purges_total',
  help: 'Purges of published sites that were sent to caches, by outcome.',
  labels: ['outcome'],
});
export const outgoingRequests = new Histogram({
  name: 'outgoing_request_duration_seconds',
  help: 'Duration of requests to addresses that users chose, by outcome.',
  labels: ['outcome'],
});
export const siteRequests = new Histogram({
  name: 'site_request_duration_seconds',
  help: 'Duration of requests to the sites origin, by method and status.',
  labels: ['method', 'status'],
});
export const cacheHits = new Counter({
  name: 'cache_hits_total',
  help: 'Lookups that found an entry in a cache.',
  labels: ['cache'],
});
export const cacheMisses = new Counter({
  name: 'cache_misses_total',
  help: 'Lookups that found nothing in a cache.',
  labels: ['cache'],
});
export const cacheEvictions = new Counter({
  name: 'cache_evictions_total',
  help: 'Entries that left a cache because there was no room.',
  labels: ['cache'],
});
export const cacheEntries = new Gauge({
  name: 'cache_entries',
  help: 'Entries in a cache.',
  labels: ['cache'],
});
export const cacheBytes = new Gauge({
  name: 'cache_bytes',
  help: 'Approximate memory of a cache that is limited by its size.',
  labels: ['cache'],
});
export const accessLinesLost = new Counter({
  name: 'access_log_lines_lost_total',
  help: 'Lines of the access log that could not be written.',
  labels: [],
});
export const tracedSpans = new Counter({
  name: 'trace_spans_total',
  help: 'Spans of traces, by outcome.',
  labels: ['outcome'],
});

// What alerts count begins at zero: Prometheus does not see an increase in the first value of a series.
accessLinesLost.of();
listenerLosses.of();
for (const kind of ['read', 'write']) insightsFailures.of(kind);
for (const outcome of ['sent', 'failed']) mailsSent.of(outcome);
for (const outcome of ['delivered', 'refused', 'unanswered']) webhookDeliveries.prepare(outcome);
for (const operation of ['put', 'stage', 'keep', 'read'])
  for (const outcome of ['failed', 'full']) storeDurations.prepare(operation, outcome);

const METERS = [
  databaseWaits,
  databaseStatements,
  insightsFailures,
  replicaReads,
  replicaUsed,
  replicaLagBytes,
  replicaLagSeconds,
  listenerConnected,
  listenerHeartbeatAge,
  listenerLosses,
  brokerConnected,
  brokerMisses,
  announcementAge,
  announcementBatches,
  announcementTransactions,
  jobDurations,
  jobRuns,
  importDurations,
  importsRunning,
  storeDurations,
  storeBytes,
  threadTasks,
  threadsBusy,
  threadsWaiting,
  mailsSent,
  webhookDeliveries,
  sitePurges,
  outgoingRequests,
  siteRequests,
  cacheHits,
  cacheMisses,
  cacheEvictions,
  cacheEntries,
  cacheBytes,
  accessLinesLost,
  tracedSpans,
];

export const renderMeters = (): string => METERS.map((meter) => meter.render()).join('\n');

/** Measures work under the outcome that its result or its error has. */
export async function measure<T>(
  observe: (milliseconds: number, outcome: string) => void,
  work: () => Promise<T>,
  outcomeOf: (end: { result: T } | { error: unknown }) => string = (end) =>
    'error' in end ? 'failed' : 'ok',
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    observe(performance.now() - startedAt, outcomeOf({ result }));
    return result;
  } catch (error) {
    observe(performance.now() - startedAt, outcomeOf({ error }));
    throw error;
  }
}

/** An import, export or sync, by the kind of its job. */
export async function measureImport(kind: string, work: () => Promise<void>): Promise<void> {
  const running = importsRunning.of(kind);
  running.value += 1;
  try {
    await measure((milliseconds, outcome) => importDurations.observe(milliseconds, kind, outcome), work);
  } finally {
    running.value -= 1;
  }
}
