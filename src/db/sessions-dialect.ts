import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Sql } from 'postgres';
import { waitOutside } from '../work-meter.ts';
import { checkCommit, type Session, type SessionPool } from './sessions.ts';

/** The time for a statement that opens a connection or only sets an option. */
const CONNECT_MS = 30_000;
const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** How long a caller waits, in milliseconds. */
export interface Deadlines {
  /** For a free connection. */
  connectionMs: number;
  /** For each statement. */
  statementMs: number;
}

/** Kysely on the sessions: its connection is a lent session, its queries are prepared statements. */
export function sessionsDialect(sessions: SessionPool, deadlines: Deadlines): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(sessions, deadlines),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(sessions: SessionPool, { connectionMs, statementMs }: Deadlines): Driver {
  const lent = new WeakMap<DatabaseConnection, Session>();
  const run = (connection: DatabaseConnection, text: string) =>
    connection.executeQuery(CompiledQuery.raw(text));
  const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
  /** A lost session took its transaction with it: there is nothing left to undo. */
  const undo = async (connection: DatabaseConnection, text: string) => {
    const session = lent.get(connection);
    try {
      if (!session?.lost) await run(connection, text);
    } catch (error) {
      if (!session?.lost) throw error;
    }
  };
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => {
      const session = await waitOutside(() => sessions.lend(connectionMs));
      try {
        await limitStatements(sessions, session, statementMs);
      } catch (error) {
        sessions.giveBack(session);
        throw error;
      }
      const connection = createConnection(
        session,
        (start) => sessions.run(session, statementMs, start),
        () => {
          sessions.space.isFull = false;
        },
      );
      lent.set(connection, session);
      return connection;
    },
    releaseConnection: async (connection) => {
      const session = lent.get(connection);
      if (session) sessions.giveBack(session);
    },
    beginTransaction: async (connection, settings) => {
      await run(connection, describeBegin(settings));
    },
    commitTransaction: async (connection) => {
      const session = lent.get(connection)!;
      checkCommit(await sessions.run(session, statementMs, (client) => client.unsafe('commit')));
    },
    rollbackTransaction: (connection) => undo(connection, 'rollback'),
    savepoint: async (connection, name) => {
      await run(connection, `savepoint ${quote(name)}`);
    },
    rollbackToSavepoint: (connection, name) => undo(connection, `rollback to ${quote(name)}`),
    releaseSavepoint: async (connection, name) => {
      await run(connection, `release ${quote(name)}`);
    },
  };
}

function describeBegin({ isolationLevel, accessMode }: TransactionSettings): string {
  return ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    .filter(Boolean)
    .join(' ');
}

/** Lets the server itself cancel a statement that takes longer; 0: none. Requests and jobs share the sessions. */
export async function limitStatements(
  sessions: SessionPool,
  session: Session,
  milliseconds: number,
): Promise<void> {
  if (session.statementMs === milliseconds) return;
  const limitMs = milliseconds || CONNECT_MS;
  await sessions.run(session, limitMs, (client) => client.unsafe(`set statement_timeout = ${milliseconds}`));
  session.statementMs = milliseconds;
}

type Run = <T>(start: (client: Sql) => PromiseLike<T>) => Promise<T>;

function createConnection(session: Session, run: Run, onWritten: () => void): DatabaseConnection {
  const start = (client: Sql, { sql, parameters }: CompiledQuery) =>
    client.unsafe(sql, parameters.map(asParameter) as never[], { prepare: true });
  // The driver would give a list the type of its first element; of a list of hashes it makes one hash.
  const asParameter = (value: unknown) =>
    Array.isArray(value) ? session.client.typed(value as never, 0) : value;
  return {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      try {
        const result = await waitOutside(() => run((client) => start(client, query)));
        const rows = Array.from(result) as R[];
        if (!COUNTED.has(result.command)) return { rows };
        if (result.count > 0) onWritten();
        return { rows, numAffectedRows: BigInt(result.count) };
      } catch (error) {
        throw withCaller(error);
      }
    },
    streamQuery: async function* <R>(query: CompiledQuery, chunkSize: number) {
      if (session.lost) throw session.lost;
      for await (const rows of start(session.client, query).cursor(chunkSize)) yield { rows: rows as R[] };
    },
  };
}

/** The error comes from the socket; who asked is in the stack of the one who waits. */
function withCaller(error: unknown): unknown {
  if (error instanceof Error)
    error.stack = `${error.stack}\n${new Error().stack?.split('\n').slice(2).join('\n')}`;
  return error;
}
