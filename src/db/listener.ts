import postgres from 'postgres';
import type { DatabaseConnection } from './connect.ts';

export interface ListenerOptions {
  /** Exactly one of the two, as for the pool. */
  url?: string | undefined;
  connection?: DatabaseConnection | undefined;
  channels: string[];
  onMessage: (channel: string, payload: string) => void;
  /** The connection is lost: no notification can arrive until `onRestored`. */
  onLost: () => void;
  onRestored: () => void;
  /** Runs on the listening connection each time it is established, before news is promised. */
  onConnected: (sql: postgres.Sql) => Promise<void>;
}

export interface Listener {
  close(): Promise<void>;
}

const RETRY_DELAY_MS = 500;
/**
 * Detects a connection that is dead but was never closed. What is cached in memory is trusted for at most as long as
 * both take together.
 */
const HEARTBEAT_INTERVAL_MS = 3_000;
const RESPONSE_TIMEOUT_MS = 3_000;
/** For a response that arrived while this process was busy with something else. */
const GRACE_MS = 500;

/**
 * A separate connection that receives the notifications of all processes and reports when it cannot. The driver's own
 * `listen` neither reports a lost connection nor tries again if the first retry fails.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  /** The connection that receives notifications now. */
  let current: Connection | undefined;

  interface Connection {
    client: postgres.Sql;
    isClosed: boolean;
  }

  function open(): Connection {
    const settings = {
      ...options.connection,
      max: 1,
      idle_timeout: null,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: 'lectern listener' },
      onnotice: () => {},
      onnotify: (channel: string, payload: string) => {
        if (!connection.isClosed) options.onMessage(channel, payload);
      },
      onclose: () => {
        connection.isClosed = true;
        if (connection === current) lose();
      },
    } as unknown as postgres.Options<Record<string, never>>;
    const connection: Connection = {
      client: options.url ? postgres(options.url, settings) : postgres(settings),
      isClosed: false,
    };
    return connection;
  }

  function discard(connection: Connection): void {
    connection.isClosed = true;
    connection.client.end({ timeout: 0 }).catch(() => {});
  }

  async function connect(): Promise<void> {
    const connection = open();
    const { client } = connection;
    try {
      for (const channel of options.channels) await inTime(client`listen ${client(channel)}`);
      await inTime(options.onConnected(client));
      if (connection.isClosed) throw new Error('The connection was lost.');
    } catch (error) {
      discard(connection);
      throw error;
    }
    if (isClosing) return discard(connection);
    current = connection;
    options.onRestored();
    timer = setTimeout(() => void beat(connection), HEARTBEAT_INTERVAL_MS);
    timer.unref();
  }

  function lose(): void {
    if (!current || isClosing) return;
    discard(current);
    current = undefined;
    clearTimeout(timer);
    options.onLost();
    retryLater();
  }

  function retryLater(): void {
    if (isClosing) return;
    timer = setTimeout(() => connect().catch(retryLater), RETRY_DELAY_MS);
  }

  async function beat(connection: Connection): Promise<void> {
    try {
      await inTime(connection.client`select 1`);
    } catch {
      if (connection === current) lose();
      return;
    }
    if (connection !== current) return;
    timer = setTimeout(() => void beat(connection), HEARTBEAT_INTERVAL_MS);
    timer.unref();
  }

  await connect();
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await current?.client.end({ timeout: 1 });
    },
  };
}

/** Fails if the database does not respond in time. */
async function inTime<T>(response: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(new Error('The database does not respond.')), GRACE_MS);
    }, RESPONSE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([response, silence]);
  } finally {
    clearTimeout(timer);
  }
}
