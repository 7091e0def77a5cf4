import type postgres from 'postgres';
import { listenerConnected, listenerHeartbeatAge, listenerLosses } from '../metrics/meters.ts';
import { DatabaseFailure } from './database-failure.ts';
import { readDatabaseSource, type SourceOptions } from './database-source.ts';
import { createSelfCall } from './self-call.ts';
import {
  identifySession,
  type SessionIdentity,
  verifyOwnSessions,
  verifySession,
} from './session-identity.ts';
import { StartError } from './start-error.ts';

export interface ListenerOptions extends SourceOptions {
  channels: string[];
  onMessage: (channel: string, payload: string) => void;
  /** The connection is lost: no notification can arrive until `onRestored`. */
  onLost: () => void;
  onRestored: () => void;
  /** Told once why notifications cannot arrive, if the connection works but not as it must. */
  onProblem?: (reason: string) => void;
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
 * `listen` neither reports a lost connection nor tries again if the first retry fails. What a pooler or a proxy may
 * keep back is noticed, because the listener must hear what another connection says to it. Throws `StartError`.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const source = readDatabaseSource(options);
  const selfCall = source.isRemote ? createSelfCall(source) : undefined;
  let problem: string | undefined;
  let heardAt = performance.now();
  listenerHeartbeatAge.readWith(() => (performance.now() - heardAt) / 1000);
  const hear = () => {
    heardAt = performance.now();
  };
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  /** The connection that receives notifications now. */
  let current: Connection | undefined;

  interface Connection {
    client: postgres.Sql;
    isClosed: boolean;
    identity: SessionIdentity | undefined;
  }

  function open(): Connection {
    const connection: Connection = {
      client: source.open({
        max: 1,
        idle_timeout: 0,
        max_lifetime: null,
        fetch_types: false,
        connection: { application_name: 'lectern listener' },
        onnotice: () => {},
        onnotify: (channel: string, payload: string) => {
          if (connection.isClosed) return;
          if (channel === selfCall?.channel) selfCall.hear(payload);
          else options.onMessage(channel, payload);
        },
        onclose: () => {
          connection.isClosed = true;
          if (connection === current) lose();
        },
      } as postgres.Options<Record<string, postgres.PostgresType>>),
      isClosed: false,
      identity: undefined,
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
      // Something else may have taken the place of the server.
      if (source.isRemote) await inTime(verifyOwnSessions(source));
      if (selfCall) connection.identity = await inTime(identifySession(client, source));
      const channels = selfCall ? [...options.channels, selfCall.channel] : options.channels;
      for (const channel of channels) await inTime(client`listen ${client(channel)}`);
      await inTime(options.onConnected(client));
      if (connection.identity) await inTime(verifySession(client, connection.identity));
      await probe(connection);
      if (connection.isClosed) throw new Error('The connection was lost.');
    } catch (error) {
      discard(connection);
      explain(error);
      throw error;
    }
    if (isClosing) return discard(connection);
    current = connection;
    listenerConnected.of().value = 1;
    hear();
    problem = undefined;
    options.onRestored();
    timer = setTimeout(() => void beat(connection), HEARTBEAT_INTERVAL_MS);
    timer.unref();
  }

  function lose(): void {
    if (!current || isClosing) return;
    discard(current);
    current = undefined;
    listenerConnected.of().value = 0;
    listenerLosses.add(1);
    clearTimeout(timer);
    options.onLost();
    retryLater();
  }

  function retryLater(): void {
    if (isClosing) return;
    timer = setTimeout(() => connect().catch(retryLater), RETRY_DELAY_MS);
  }

  /**
   * Fails if the connection does not respond, or is deaf. One that hears is still that of the session in which it began
   * to listen; one that does not may have got another, which is then the reason.
   */
  async function probe({ client, identity }: Connection): Promise<void> {
    if (!selfCall) {
      await inTime(client`select 1`);
      return;
    }
    try {
      await selfCall.check(inTime);
    } catch (error) {
      if (identity) await inTime(verifySession(client, identity));
      throw error;
    }
  }

  function explain(error: unknown): void {
    if (!(error instanceof DatabaseFailure) || problem !== undefined) return;
    problem = error.message;
    options.onProblem?.(problem);
  }

  async function beat(connection: Connection): Promise<void> {
    try {
      await probe(connection);
    } catch (error) {
      if (connection !== current) return;
      lose();
      explain(error);
      return;
    }
    if (connection !== current) return;
    hear();
    timer = setTimeout(() => void beat(connection), HEARTBEAT_INTERVAL_MS);
    timer.unref();
  }

  try {
    await connect();
  } catch (error) {
    await selfCall?.close();
    throw error instanceof DatabaseFailure ? new StartError(error.message) : error;
  }
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await selfCall?.close();
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
