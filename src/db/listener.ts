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
/** Detects a dead connection that was never closed. */
const HEARTBEAT_INTERVAL_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * A separate connection that receives the notifications of all processes and reports when it cannot. The driver's own
 * `listen` neither reports a lost connection nor tries again if the first retry fails.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  let isClosing = false;
  let retry: NodeJS.Timeout | undefined;
  let client = open();

  function open(): postgres.Sql {
    const settings = {
      ...options.connection,
      max: 1,
      idle_timeout: null,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: 'lectern listener' },
      onnotice: () => {},
      onnotify: options.onMessage,
      onclose: () => {
        if (!isClosing && client === opened) lose();
      },
    } as unknown as postgres.Options<Record<string, never>>;
    const opened: postgres.Sql = options.url ? postgres(options.url, settings) : postgres(settings);
    return opened;
  }

  async function connect(): Promise<void> {
    for (const channel of options.channels) await client`listen ${client(channel)}`;
    await options.onConnected(client);
    options.onRestored();
  }
  function lose(): void {
    options.onLost();
    clearTimeout(retry);
    retry = setTimeout(tryAgain, RETRY_DELAY_MS);
  }
  function tryAgain(): void {
    connect().catch(() => {
      if (!isClosing) retry = setTimeout(tryAgain, RETRY_DELAY_MS);
    });
  }
  async function beat(): Promise<void> {
    const asked = client;
    const silence = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The database does not respond.')), RESPONSE_TIMEOUT_MS).unref();
    });
    try {
      await Promise.race([asked`select 1`, silence]);
    } catch {
      if (isClosing || client !== asked) return;
      client = open();
      asked.end({ timeout: 0 }).catch(() => {});
      lose();
    }
  }

  await connect();
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_INTERVAL_MS);
  heartbeat.unref();
  return {
    async close() {
      isClosing = true;
      clearTimeout(retry);
      clearInterval(heartbeat);
      await client.end({ timeout: 1 });
    },
  };
}
