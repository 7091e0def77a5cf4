import type {
  Compilable,
  CompiledQuery,
  DatabaseConnection,
  QueryResult,
  RawBuilder,
  Transaction,
} from 'kysely';
import type { DB } from './schema.ts';

/** A connection that can hold statements back, to send them together with the next one or with the commit. */
export interface QueueingConnection extends DatabaseConnection {
  /** Gives the result when the statement has been sent and executed. */
  queueQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>;
}

type Statement<Row> = RawBuilder<Row> | Compilable<Row>;

/**
 * Sends a statement whose result is not needed together with the next statement of the transaction, or with its commit:
 * most of the cost of a small statement is the round trip. If it fails, that next statement or the commit throws its
 * error.
 */
export async function queueStatement(trx: Transaction<DB>, statement: Statement<unknown>): Promise<void> {
  await sendWithNext(trx, statement);
}

/** Sends a statement with the next one. Returns a function that returns its rows once the next statement is done. */
export async function sendWithNext<Row>(
  trx: Transaction<DB>,
  statement: Statement<Row>,
): Promise<() => Promise<Row[]>> {
  const query = 'isRawBuilder' in statement ? statement.compile(trx) : statement.compile();
  // In an object, because a promise that is returned would be waited for.
  const { result } = await trx.getExecutor().provideConnection(async (connection) => ({
    result: (connection as QueueingConnection).queueQuery<Row>(query),
  }));
  // The next statement fails with the error.
  result.catch(() => {});
  return async () => (await result).rows;
}
