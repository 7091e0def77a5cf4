import postgres from 'postgres';
import type { DatabaseConnection } from './connect.ts';

export interface ListenerOptions {
  /** Exactly one of the two, as for the pool. */
  url?: string | undefined;
  connection?: DatabaseConnection | undefined;
  channels: string[];
  onMessage: (channel: string, payload: string) => void;
  /** The connection is gone: until `onRestored` no news can arrive. */
  onLost: () => void;
  onRestored: () => void;
  /** Runs on the listening connection each time it is established, before news is promised. */
  onConnected: (sql: postgres.Sql) => Promise<void>;
}

export interface Listener {
  close(): Promise<void>;
}

const RETRY_MILLISECONDS = 500;

/**
 * One connection of its own that hears the notifications of all processes, and says when it is deaf. The
 * driver's own `listen` neither tells of a lost connection nor tries again when the first retry fails.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  let isClosing = false;
  let retry: NodeJS.Timeout | undefined;
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
      if (isClosing) return;
      options.onLost();
      scheduleRetry();
    },
  } as unknown as postgres.Options<Record<string, never>>;
  const sql = options.url ? postgres(options.url, settings) : postgres(settings);

  async function connect(): Promise<void> {
    for (const channel of options.channels) await sql`listen ${sql(channel)}`;
    await options.onConnected(sql);
    options.onRestored();
  }
  function scheduleRetry(): void {
    clearTimeout(retry);
    retry = setTimeout(() => void connect().catch(() => !isClosing && scheduleRetry()), RETRY_MILLISECONDS);
  }

  await connect();
  return {
    async close() {
      isClosing = true;
      clearTimeout(retry);
      await sql.end({ timeout: 1 });
    },
  };
}
