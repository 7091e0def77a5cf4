import type { ReservedSql } from 'postgres';
import type { Config } from '../../server/platform/config.ts';
import { connectDatabase, type Database } from '../../server/platform/db/connect.ts';
import type { Log } from '../../server/platform/db/log.ts';
import { describeReplicas } from '../../server/platform/db/replicas/describe-replicas.ts';
import { readQueueState } from '../../server/platform/jobs/job-list.queries.ts';
import { describeBytes } from '../describe-bytes.ts';
import { openDatabase } from '../open-database.ts';
import { hasEmbeddedDatabase, measureFree } from './check-machine.ts';
import { checkMigrations } from './check-migrations.ts';
import {
  listIdleSlots,
  listInvalidIndexes,
  listLongTransactions,
  listPreparedTransactions,
  listReplicas,
  listWaitingSessions,
  readServerFacts,
} from './database-state.queries.ts';
import { Findings, messageOf } from './finding.ts';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const LONG_SECONDS = 60;
const CLOCK_WARNING_MS = 2000;
const CLOCK_PROBLEM_MS = 60_000;
const LAG_SECONDS = 60;
const LAG_BYTES = 1e9;
/** PostgreSQL stops accepting writes at two billion. */
const OLD_AGE = 1.5e9;
const STATEMENT_MS = 20_000;
/** Replicas that are later than this take few reads from a primary that is written to. */
const REPLICA_LAG_SECONDS = 5;
const LATE_MS = 10 * 60_000;

/** The database: reachable, able to take this version, and in good order. Nothing is written to it. */
export async function checkDatabase(config: Config, directory?: string): Promise<Findings[]> {
  const findings = new Findings('database');
  let close = async () => {};
  let database: Database | undefined;
  try {
    if (!config.databaseUrl && !(await hasEmbeddedDatabase(config.dataDir))) {
      findings.ok('There is no embedded database yet. The first start creates it.');
      return [findings];
    }
    const opened = await openDatabase(config, silent);
    close = opened.close;
    database = await connectDatabase({
      ...opened.database,
      poolSize: 1,
      log: silent,
      jobSeconds: STATEMENT_MS / 1000,
      ...describeReplicas(config),
    });
    const connection = await database.sql.reserve();
    try {
      await connection.unsafe(
        `set default_transaction_read_only = on; set statement_timeout = ${STATEMENT_MS}; set lock_timeout = 2000`,
      );
      await checkServer(connection, { config, findings });
      const order = await checkOrder(connection);
      const free = config.databaseUrl ? undefined : measureFree(config.dataDir);
      const migrations = await checkMigrations(connection, { free, directory });
      connection.release();
      return [findings, order, migrations, ...checkReplicas(database), await checkJobs(database)];
    } catch (error) {
      connection.release();
      throw error;
    }
  } catch (error) {
    findings.fail(
      `${messageOf(error)}.`,
      config.databaseUrl
        ? 'Check DATABASE_URL, and the server that it names.'
        : 'See the log of the service.',
    );
    return [findings];
  } finally {
    await database?.close();
    await close();
  }
}

async function checkServer(
  connection: ReservedSql,
  { config, findings }: { config: Config; findings: Findings },
): Promise<void> {
  const before = Date.now();
  const facts = await readServerFacts(connection);
  const after = Date.now();
  findings.ok(`PostgreSQL ${facts.version}, with a database of ${describeBytes(facts.bytes)}.`);
  const clockMs = Math.max(before - facts.now.getTime(), facts.now.getTime() - after, 0);
  const clock = `The clocks of this machine and of the database differ by ${(clockMs / 1000).toFixed(1)} seconds.`;
  if (clockMs > CLOCK_PROBLEM_MS)
    findings.fail(clock, 'Set both with NTP. Sessions and tokens depend on the time.');
  else if (clockMs > CLOCK_WARNING_MS) findings.warn(clock, 'Set both with NTP.');
  const left = facts.maxConnections - facts.connections;
  const needed = config.workers * config.databasePoolSize;
  if (config.databaseUrl && left < needed)
    findings.warn(
      `The server has ${left} of ${facts.maxConnections} connections left, and the service uses up to ${needed}.`,
      'Raise max_connections, or lower LECTERN_DATABASE_POOL. During an upgrade, two services run.',
    );
  if (facts.age > OLD_AGE)
    findings.fail(
      `The oldest transaction id is ${facts.age} transactions old; at two billion, the server refuses writes.`,
      'Run VACUUM FREEZE on the database, and find out why autovacuum does not.',
    );
  if (facts.hasOtherCollation)
    findings.warn(
      'The system’s rules for sorting text have changed since the database was created, so indexes may be wrong.',
      'Run REINDEX DATABASE, and then ALTER DATABASE … REFRESH COLLATION VERSION.',
    );
}

/** What holds up migrations or fails them. */
async function checkOrder(connection: ReservedSql): Promise<Findings> {
  const findings = new Findings('sessions');
  for (const { pid, name, state, seconds } of await listLongTransactions(connection, LONG_SECONDS))
    findings.warn(
      `Session ${pid} (${name}, ${state}) has had a transaction open for ${seconds} seconds. Migrations of its tables wait for it.`,
      `End it before an upgrade: select pg_terminate_backend(${pid});`,
    );
  for (const { pid, blockers } of await listWaitingSessions(connection))
    findings.warn(
      `Session ${pid} waits for a lock of session ${blockers.join(', ')}.`,
      'Find out what the other session does, and end it if it hangs.',
    );
  const prepared = await listPreparedTransactions(connection);
  if (prepared.length > 0)
    findings.fail(
      `Prepared transactions hold locks: ${prepared.join(', ')}. Lectern makes none.`,
      'Run COMMIT PREPARED or ROLLBACK PREPARED for each.',
    );
  const invalid = await listInvalidIndexes(connection);
  if (invalid.length > 0)
    findings.warn(
      `Indexes are invalid, and are not used: ${invalid.join(', ')}.`,
      'Run REINDEX INDEX CONCURRENTLY for each, or DROP INDEX for those whose names end with _ccnew.',
    );
  for (const { name, lagSeconds, lagBytes } of await listReplicas(connection))
    if (lagSeconds > LAG_SECONDS || lagBytes > LAG_BYTES)
      findings.warn(
        `The replica ${name} is ${Math.round(lagSeconds)} seconds and ${describeBytes(lagBytes)} behind.`,
        'Let it catch up before an upgrade.',
      );
  for (const { name, bytes } of await listIdleSlots(connection))
    if (bytes > LAG_BYTES)
      findings.warn(
        `The replication slot ${name} is not used and keeps ${describeBytes(bytes)} of the log.`,
        `If its replica is gone, run: select pg_drop_replication_slot('${name}');`,
      );
  if (findings.list.length === 0)
    findings.ok('No long transactions, waiting sessions, invalid indexes or late replicas.');
  return findings;
}

/** Those of `DATABASE_REPLICA_URLS`, as the service sees them. */
function checkReplicas({ replicas }: Database): Findings[] {
  if (!replicas) return [];
  const findings = new Findings('replicas');
  for (const { name, problem, lag } of replicas.states)
    if (problem !== undefined)
      findings.warn(
        `The replica ${name} is not used: ${problem}`,
        'Check DATABASE_REPLICA_URLS, and the replication of the server. Reads go to the primary until then.',
      );
    else if (lag === undefined)
      findings.warn(`The replica ${name} does not respond.`, 'Check DATABASE_REPLICA_URLS, and the server.');
    else if (lag.seconds > REPLICA_LAG_SECONDS)
      findings.warn(
        `The replica ${name} is ${lag.seconds.toFixed(1)} seconds and ${describeBytes(lag.bytes)} behind.`,
        'Reads of what was just written go to the primary. Find out what holds the replica up.',
      );
    else findings.ok(`The replica ${name} answers reads, and is ${describeBytes(lag.bytes)} behind.`);
  return [findings];
}

async function checkJobs({ jobDb }: Database): Promise<Findings> {
  const findings = new Findings('jobs');
  try {
    const now = new Date();
    const { failedLately, oldestDueAt, waiting } = await readQueueState(jobDb, now);
    if (failedLately > 0)
      findings.warn(
        `${failedLately} ${failedLately === 1 ? 'job has' : 'jobs have'} failed in the last day.`,
        'See the jobs in the administration of the instance: the reason is beside each.',
      );
    if (oldestDueAt !== null && now.getTime() - oldestDueAt.getTime() > LATE_MS)
      findings.warn(
        `${waiting} jobs are waiting, the oldest since ${oldestDueAt.toISOString()}.`,
        'Start the service, or find out why its jobs do not run.',
      );
    if (findings.list.length === 0) findings.ok('No job has failed in the last day, and none is late.');
  } catch {
    findings.ok('The jobs can be checked once the database has the newest schema.');
  }
  return findings;
}
