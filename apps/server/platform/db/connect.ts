import { type CompiledQuery, Kysely } from 'kysely';
import type postgres from 'postgres';
import { DatabaseFailure } from './database-failure.ts';
import { type DatabaseSource, readDatabaseSource, type SourceOptions } from './database-source.ts';
import type { DatabaseSpace } from './database-space.ts';
import type { Log } from './log.ts';
import { withLearning, withReplicas } from './replicas/replica-dialect.ts';
import { Replicas } from './replicas/replicas.ts';
import type { DB } from './schema.ts';
import {
  identifySession,
  verifyNewShared,
  verifyOwnSessions,
  verifySession,
  verifyShared,
} from './session-identity.ts';
import { withSessions } from './session-sql.ts';
import { type PoolUsage, type SessionChecks, SessionPool } from './sessions.ts';
import { sessionsDialect } from './sessions-dialect.ts';
import { StartError } from './start-error.ts';
import { valueTypes } from './value-types.ts';

export type { DatabaseConnection } from './database-source.ts';

export interface Database {
  /**
   * For requests: with deadlines for statements and for the wait for a connection. Reads of requests for which `replicas`
   * allows it go to a replica.
   */
  db: Kysely<DB>;
  /** The same, and always the primary: for what decides about access. */
  primaryDb: Kysely<DB>;
  /** For jobs, on the same connections: with longer deadlines. */
  jobDb: Kysely<DB>;
  /** The same on sessions of their own, for what needs one beyond a transaction. */
  sessionDb: Kysely<DB>;
  /** On a connection of its own, so that announcements never wait for requests. */
  announcerDb: Kysely<DB>;
  /**
   * The driver's client, for what Kysely does not support: COPY, LISTEN, advisory locks. `begin` and `reserve` share
   * the pool with `db`; everything else uses two separate connections.
   */
  sql: postgres.Sql;
  space: DatabaseSpace;
  /** Undefined: there are none. */
  replicas: Replicas | undefined;
  /** Reads how the pool is used now. */
  readUsage: () => PoolUsage;
  /** Waits for running queries for at most five seconds. */
  close(): Promise<void>;
}

interface ConnectOptions extends SourceOptions {
  /**
   * The way past a pooler that shares sessions between transactions, for what needs a session; set only if there is such
   * a pooler.
   */
  direct?: SourceOptions | undefined;
  poolSize: number;
  log: Log;
  /** The deadlines of requests and jobs; by default none, except for a connection. */
  requestSeconds?: number;
  jobSeconds?: number;
  /** Standbys that answer reads, and how long a read waits for one that is behind. */
  replicas?: { sources: readonly SourceOptions[]; waitMs: number };
}

/** How long a job waits for a connection, and by default a request. */
const MAX_WAIT_SECONDS = 30;

/** How long announcements wait for a connection, and for the statement. */
const ANNOUNCER_SECONDS = 5;

const OLDEST_SERVER = 15;
/** Held while the settings of the role are changed: a second process would fail. */
const ROLE_LOCK = 5_171_986_300_282;
const PLAIN_CONNECTIONS = 2;
/** One connection that stays open, in a pool of sessions. */
const SESSION = { max: 1, max_lifetime: null, idle_timeout: 0 } as const;
/** Past a pooler: for migrations, and for jobs that need a session. */
const DIRECT_SESSIONS = 4;
const DIRECT_IDLE_SECONDS = 5;

/**
 * Opens the pool and makes sure that the database is one that the service can work with.
 * 64-bit integers arrive as numbers, `timestamptz` as `Date`, `bytea` as `Buffer`. Throws `StartError`.
 */
export async function connectDatabase(options: ConnectOptions): Promise<Database> {
  const { poolSize, log, requestSeconds = 0, jobSeconds = 0 } = options;
  const source = readDatabaseSource(options);
  const direct = options.direct && readDatabaseSource(options.direct);
  const isShared = direct !== undefined;
  // A pooler does not know which session has which prepared statement.
  const open = (settings: postgres.Options<Record<string, postgres.PostgresType>>) =>
    openClient(source, log, isShared ? { ...settings, prepare: false } : settings);
  const openSession = (onclose: () => void) => open({ ...SESSION, onclose });
  const sessions = new SessionPool({
    size: poolSize,
    open: openSession,
    log,
    isShared,
    ...(isShared
      ? { checks: createSharedChecks(source) }
      : source.isRemote
        ? { checks: createChecks(source) }
        : {}),
  });
  const announcing = new SessionPool({
    size: 1,
    open: openSession,
    isShared,
    // The pool of the requests tells that the database is away.
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });
  const createDialect = (
    deadlines: { connectionSeconds: number; statementSeconds: number },
    pool: SessionPool = sessions,
  ) =>
    sessionsDialect(pool, {
      connectionMs: deadlines.connectionSeconds * 1000,
      statementMs: deadlines.statementSeconds * 1000,
    });
  const primary = createDialect({
    connectionSeconds: requestSeconds || MAX_WAIT_SECONDS,
    statementSeconds: requestSeconds,
  });
  const primaryDb = new Kysely<DB>({ dialect: primary });
  const replicas = options.replicas && openReplicas(options.replicas, { ...options, primaryDb });
  const own = direct && openDirect(direct, log);
  const sql = own
    ? withSessions(own.open({ max: PLAIN_CONNECTIONS, idle_timeout: DIRECT_IDLE_SECONDS }), own.sessions)
    : withSessions(open({ max: PLAIN_CONNECTIONS }), sessions);
  const close = async (timeout = 5) => {
    await Promise.all([
      sessions.close(timeout),
      announcing.close(timeout),
      own?.sessions.close(timeout),
      sql.end({ timeout }),
      replicas?.close(timeout),
    ]);
  };
  try {
    if (direct ? direct.isRemote : source.isRemote) await verifyOwnSessions(direct ?? source);
    const { hasCitus, compiles } = await checkServer(sql, source.name);
    // Before the pooler opens a session, which it keeps.
    if (compiles) await stopCompiling(sql, log);
    if (isShared) await verifyNewShared(source);
    const isDistributed = hasCitus && (await hasDistribution(sql));
    for (const pool of [sessions, announcing, own?.sessions])
      if (pool) pool.distribution.isDistributed = isDistributed;
  } catch (error) {
    await close(0);
    throw error instanceof StartError ? error : new StartError(explain(error, source.name), { cause: error });
  }
  await replicas?.start();
  const jobDeadlines = { connectionSeconds: MAX_WAIT_SECONDS, statementSeconds: jobSeconds };
  const jobDb = new Kysely<DB>({ dialect: createDialect(jobDeadlines) });
  return {
    db: replicas ? new Kysely<DB>({ dialect: withReplicas(primary, replicas) }) : primaryDb,
    primaryDb: replicas ? new Kysely<DB>({ dialect: withLearning(primary, replicas) }) : primaryDb,
    jobDb,
    sessionDb: own ? new Kysely<DB>({ dialect: createDialect(jobDeadlines, own.sessions) }) : jobDb,
    announcerDb: new Kysely<DB>({
      dialect: createDialect(
        { connectionSeconds: ANNOUNCER_SECONDS, statementSeconds: ANNOUNCER_SECONDS },
        announcing,
      ),
    }),
    sql,
    space: sessions.space,
    replicas,
    readUsage: () => sessions.usage,
    close: () => close(),
  };
}

function openReplicas(
  { sources, waitMs }: NonNullable<ConnectOptions['replicas']>,
  { poolSize, log, requestSeconds = 0, primaryDb }: ConnectOptions & { primaryDb: Kysely<DB> },
): Replicas {
  return new Replicas({
    replicas: sources.map((options) => {
      const source = readDatabaseSource({ ...options, isReplica: true });
      return {
        source,
        open: (onclose) => openClient(source, log, { ...SESSION, onclose }),
        poolSize,
        log,
        waitMs,
        statementMs: requestSeconds * 1000,
      };
    }),
    askPrimary: async <R>(query: CompiledQuery) => (await primaryDb.executeQuery<R>(query)).rows,
  });
}

const openClient = (
  source: DatabaseSource,
  log: Log,
  settings: postgres.Options<Record<string, postgres.PostgresType>>,
): postgres.Sql =>
  source.open({
    ...settings,
    types: valueTypes,
    fetch_types: false,
    onnotice: (notice) => log.debug(`PostgreSQL: ${notice.message}`),
  });

/** Sessions past a pooler, which last as long as they are used. */
function openDirect(source: DatabaseSource, log: Log) {
  const open = (settings: postgres.Options<Record<string, postgres.PostgresType>>) =>
    openClient(source, log, settings);
  const sessions = new SessionPool({
    size: DIRECT_SESSIONS,
    open: (onclose) => open({ ...SESSION, onclose }),
    log,
    subject: 'The direct address of the database',
    isTemporary: true,
    ...(source.isRemote ? { checks: createChecks(source) } : {}),
  });
  return { open, sessions };
}

/** The checks of sessions that a pooler shares. */
const createSharedChecks = (source: DatabaseSource): SessionChecks => ({
  identify: async (client) => {
    await verifyShared(client, source);
    return { mark: '', pid: 0 };
  },
  verify: (client) => verifyShared(client, source),
  verifyAll: () => verifyNewShared(source),
  onReadOnly: () => source.servers?.forget(),
});

/** The checks of a connection to another machine. */
const createChecks = (source: DatabaseSource): SessionChecks => ({
  identify: (client) => identifySession(client, source),
  verify: verifySession,
  verifyAll: () => verifyOwnSessions(source),
  onReadOnly: () => source.servers?.forget(),
});

interface Server {
  version: number;
  versionName: string;
  encoding: string;
  isStandby: boolean;
  hasCitus: boolean;
  /** Whether statements that seem expensive are compiled (JIT). */
  compiles: boolean;
}

async function describeServer(client: postgres.Sql): Promise<Server | undefined> {
  const sql = await client.reserve();
  try {
    const [server] = await sql<Server[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionName",
        pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as "isStandby",
        exists (select from pg_extension where extname = 'citus') as "hasCitus",
        current_setting('jit')::boolean as compiles
      from pg_database where datname = current_database()`;
    return server;
  } finally {
    sql.release();
  }
}

/**
 * From now on, no session of this role in this database compiles statements. Compiling takes seconds at every execution
 * of a statement that seems expensive, as those do that keep PostgreSQL from a plan. It is a setting of the role,
 * because a session of a pooler has none of its own.
 */
async function stopCompiling(client: postgres.Sql, log: Log): Promise<void> {
  // The only session so far.
  const sql = await client.reserve();
  try {
    await sql.unsafe('set jit = off');
    await sql.unsafe(`do $$ begin
      perform pg_advisory_xact_lock(${ROLE_LOCK});
      execute format('alter role current_user in database %I set jit = off', current_database());
    end $$`);
  } catch (error) {
    log.warn(
      `The setting “jit” of PostgreSQL cannot be turned off: ${(error as Error).message}. Requests may take seconds longer. Set jit = off for the role of Lectern.`,
    );
  } finally {
    sql.release();
  }
}

/** `lectern shard` distributes the tables of a database that has the extension. */
async function hasDistribution(client: postgres.Sql): Promise<boolean> {
  const sql = await client.reserve();
  try {
    const rows = await sql`
      select 1 from pg_dist_partition where logicalrelid = to_regclass('space') and partmethod = 'h'`;
    return rows.length > 0;
  } finally {
    sql.release();
  }
}

async function checkServer(client: postgres.Sql, where: string): Promise<Server> {
  const server = await describeServer(client);
  if (!server || server.version < OLDEST_SERVER * 10_000) {
    throw new StartError(
      `The database ${where} is PostgreSQL ${server?.versionName}, but Lectern needs PostgreSQL ${OLDEST_SERVER} or newer.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database ${where} stores text as ${server.encoding}, but Lectern needs UTF8: create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    );
  }
  if (server.isStandby) {
    throw new StartError(`The database ${where} is a read-only standby; point DATABASE_URL at the primary.`);
  }
  return server;
}

function explain(error: unknown, where: string): string {
  if (error instanceof DatabaseFailure && !error.cause) return error.message;
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
  switch (code) {
    case '28P01':
    case '28000':
      return `The database ${where} refused the user name or password: ${message}.`;
    case '3D000':
      return `The database ${where} does not exist; create it first.`;
    case '53300':
      return `The database ${where} has no free connections: ${message}.`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `The database ${where} refused the connection. Is PostgreSQL running?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database ${where} cannot be reached: its host name is unknown.`;
    case 'CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `The database ${where} does not respond.`;
    default:
      return `The database ${where} cannot be used: ${message || code}.`;
  }
}
