import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { waitOutside } from '../work-meter.ts';
import type { CopyingConnection } from './copy-rows.ts';
import { DistributedAdapter } from './distributed-adapter.ts';
import { SessionStatements } from './session-statements.ts';
import { checkCommit, type Session, type SessionPool } from './sessions.ts';
import type { QueueingConnection } from './statement-queue.ts';

/** The time for a statement that opens a connection or only sets an option. */
const CONNECT_MS = 30_000;

const BEGIN = 'begin';

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
    createAdapter: () => new DistributedAdapter(sessions.distribution),
    createDriver: () => createDriver(sessions, deadlines),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

interface Lent {
  session: Session;
  statements: SessionStatements;
}

function createDriver(sessions: SessionPool, { connectionMs, statementMs }: Deadlines): Driver {
  const lent = new WeakMap<DatabaseConnection, Lent>();
  const lentOf = (connection: DatabaseConnection): Lent => {
    const found = lent.get(connection);
    if (!found) throw new Error('The connection was not lent by this pool.');
    return found;
  };
  const run = (connection: DatabaseConnection, text: string) =>
    connection.executeQuery(CompiledQuery.raw(text));
  const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
  /** A lost session took its transaction with it: there is nothing left to undo. */
  const undo = async (connection: DatabaseConnection, text: string) => {
    const { session } = lentOf(connection);
    try {
      if (!session.lost) await run(connection, text);
    } catch (error) {
      if (!session.lost) throw error;
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
      const statements = new SessionStatements(
        session,
        (start) => sessions.run(session, statementMs, start),
        () => {
          sessions.space.isFull = false;
        },
      );
      const connection = createConnection(statements);
      lent.set(connection, { session, statements });
      return connection;
    },
    releaseConnection: async (connection) => {
      sessions.giveBack(lentOf(connection).session);
    },
    // Sent with the first statement.
    beginTransaction: async (connection, settings) => {
      const { statements } = lentOf(connection);
      statements.isInTransaction = true;
      statements.queue(CompiledQuery.raw(describeBegin(settings))).catch(() => {});
    },
    commitTransaction: async (connection) => {
      const { statements } = lentOf(connection);
      if (hasNotBegun(statements) && statements.queued.length === 1) statements.forget();
      else checkCommit(await statements.send((client) => client.unsafe('commit'), 'commit'));
    },
    rollbackTransaction: async (connection) => {
      const { statements } = lentOf(connection);
      const isNothing = hasNotBegun(statements);
      statements.forget();
      if (!isNothing) await undo(connection, 'rollback');
    },
    savepoint: async (connection, name) => {
      await run(connection, `savepoint ${quote(name)}`);
    },
    rollbackToSavepoint: (connection, name) => undo(connection, `rollback to ${quote(name)}`),
    releaseSavepoint: async (connection, name) => {
      await run(connection, `release ${quote(name)}`);
    },
  };
}

/** Whether nothing of the transaction was sent so far. */
const hasNotBegun = ({ queued }: SessionStatements): boolean => queued[0]?.sql.startsWith(BEGIN) === true;

function describeBegin({ isolationLevel, accessMode }: TransactionSettings): string {
  return [BEGIN, isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');
}

/** Lets the server itself cancel a statement that takes longer; 0: none. Requests and jobs share the sessions. */
export async function limitStatements(
  sessions: SessionPool,
  session: Session,
  milliseconds: number,
): Promise<void> {
  if (sessions.isShared || session.statementMs === milliseconds) return;
  const limitMs = milliseconds || CONNECT_MS;
  await sessions.run(session, limitMs, (client) => client.unsafe(`set statement_timeout = ${milliseconds}`));
  session.statementMs = milliseconds;
}

const createConnection = (statements: SessionStatements): QueueingConnection & CopyingConnection => ({
  copyIn: (statement, text) => statements.copyIn(statement, text),
  executeQuery: (query) => statements.execute(query),
  queueQuery: (query) => statements.queue(query),
  streamQuery: (query, chunkSize) => statements.stream(query, chunkSize),
});
