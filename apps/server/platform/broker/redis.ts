/** The connections to Redis or Valkey, whose client is loaded only where it is used. */
import type { RedisClientOptions } from '@redis/client';

const CONNECT_MS = 3_000;
/** A connection that has not responded for this long is lost. */
const SILENCE_MS = 5_000;
const PING_MS = 2_000;
const RETRY_MS = 500;

/** Commands fail while there is no connection, instead of waiting for one. `reconnects`: whether it is tried again. */
export async function createRedis(url: string, { reconnects = true } = {}) {
  const { createClient } = await import('@redis/client');
  const options: RedisClientOptions = {
    url,
    name: 'lectern',
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: reconnects ? () => RETRY_MS : false,
    },
  };
  return createClient(options);
}

export type Redis = Awaited<ReturnType<typeof createRedis>>;
