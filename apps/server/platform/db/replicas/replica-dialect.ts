import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import type { CopyingConnection } from '../copy-rows.ts';
import type { QueueingConnection } from '../statement-queue.ts';
import type { Replicas } from './replicas.ts';

type FullConnection = QueueingConnection & CopyingConnection;

/** The primary, with a dialect whose reads of requests go to replicas, where those may answer them. */
export function withReplicas(primary: Dialect, replicas: Replicas): Dialect {
  return { ...primary, createDriver: () => createRoutingDriver(primary.createDriver(), replicas) };
}

/** The primary, for what other requests then rely on without having read it themselves. */
export function withLearning(primary: Dialect, replicas: Replicas): Dialect {
  const createDriver = (): Driver => {
    const driver = primary.createDriver();
    return {
      ...driver,
      releaseConnection: async (connection) => {
        replicas.learn();
        await driver.releaseConnection(connection);
      },
    };
  };
  return { ...primary, createDriver };
}

/** Takes a connection of the primary only when something is executed that no replica answers. */
class RoutedConnection implements FullConnection {
  readonly #driver: Driver;
  readonly #replicas: Replicas;
  #taken: Promise<DatabaseConnection> | undefined;
  #primary: FullConnection | undefined;

  constructor(driver: Driver, replicas: Replicas) {
    this.#driver = driver;
    this.#replicas = replicas;
  }

  async take(): Promise<FullConnection> {
    this.#taken ??= this.#driver.acquireConnection();
    this.#primary = (await this.#taken) as FullConnection;
    return this.#primary;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#taken ? undefined : await this.#replicas.read<R>(query);
    if (result) return result;
    const primary = await this.take();
    try {
      return await primary.executeQuery<R>(query);
    } finally {
      this.#replicas.forget();
    }
  }

  /** Only in transactions, which have taken their connection. */
  queueQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (this.#primary as FullConnection).queueQuery(query);
  }

  async copyIn(statement: string, text: Buffer): Promise<void> {
    await (await this.take()).copyIn(statement, text);
  }

  /** From the primary: what was sent of a stream cannot be taken back when a replica is lost. */
  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.take()).streamQuery<R>(query, chunkSize);
  }

  async release(): Promise<void> {
    if (!this.#taken) return;
    const primary = await this.#taken.catch(() => undefined);
    this.#replicas.forget();
    if (primary) await this.#driver.releaseConnection(primary);
  }
}

function createRoutingDriver(driver: Driver, replicas: Replicas): Driver {
  const take = async (connection: DatabaseConnection): Promise<DatabaseConnection> =>
    connection instanceof RoutedConnection ? connection.take() : connection;
  return {
    ...driver,
    acquireConnection: async () =>
      replicas.isAllowed ? new RoutedConnection(driver, replicas) : driver.acquireConnection(),
    releaseConnection: async (connection) => {
      if (connection instanceof RoutedConnection) await connection.release();
      else await driver.releaseConnection(connection);
    },
    beginTransaction: async (connection, settings) =>
      driver.beginTransaction(await take(connection), settings),
    commitTransaction: async (connection) => driver.commitTransaction(await take(connection)),
    rollbackTransaction: async (connection) => driver.rollbackTransaction(await take(connection)),
    savepoint: async (connection, name, compile) => driver.savepoint?.(await take(connection), name, compile),
    rollbackToSavepoint: async (connection, name, compile) =>
      driver.rollbackToSavepoint?.(await take(connection), name, compile),
    releaseSavepoint: async (connection, name, compile) =>
      driver.releaseSavepoint?.(await take(connection), name, compile),
  };
}
