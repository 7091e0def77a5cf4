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
import { checkCommit, type Session, type SessionPool } from './sessions.ts';

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Kysely on the sessions: its connection is a lent session, its queries are prepared statements. */
export function sessionsDialect(sessions: SessionPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(sessions),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(sessions: SessionPool): Driver {
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
      const session = await sessions.lend();
      const connection = createConnection(session);
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
      if (session.lost) throw session.lost;
      checkCommit(await session.client.unsafe('commit'));
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

function createConnection(session: Session): DatabaseConnection {
  const start = ({ sql, parameters }: CompiledQuery) => {
    if (session.lost) throw session.lost;
    return session.client.unsafe(sql, parameters.map(asParameter) as never[], { prepare: true });
  };
  // The driver would give a list the type of its first element; of a list of hashes it makes one hash.
  const asParameter = (value: unknown) =>
    Array.isArray(value) ? session.client.typed(value as never, 0) : value;
  return {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      try {
        const result = await start(query);
        const rows = Array.from(result) as R[];
        return COUNTED.has(result.command) ? { rows, numAffectedRows: BigInt(result.count) } : { rows };
      } catch (error) {
        throw withCaller(error);
      }
    },
    streamQuery: async function* <R>(query: CompiledQuery, chunkSize: number) {
      for await (const rows of start(query).cursor(chunkSize)) yield { rows: rows as R[] };
    },
  };
}

/** The error comes from the socket; who asked is in the stack of the one who waits. */
function withCaller(error: unknown): unknown {
  if (error instanceof Error)
    error.stack = `${error.stack}\n${new Error().stack?.split('\n').slice(2).join('\n')}`;
  return error;
}
