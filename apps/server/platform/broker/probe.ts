import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedis, type Redis } from './redis.ts';

/** Publishes a message on a channel of its own and waits for it. Throws what the broker or the connection said. */
export async function probeBroker(url: string, timeoutMs: number): Promise<void> {
  const [publisher, subscriber] = [
    await createRedis(url, { reconnects: false }),
    await createRedis(url, { reconnects: false }),
  ];
  // The calls fail with the same error.
  for (const redis of [publisher, subscriber]) redis.on('error', () => {});
  const end = new AbortController();
  const exchanged = exchange(publisher, subscriber);
  exchanged.catch(() => {});
  try {
    const late = sleep(timeoutMs, undefined, { signal: end.signal }).then(() => {
      throw new Error('it does not deliver what is published');
    });
    await Promise.race([exchanged, late]);
  } finally {
    end.abort();
    for (const redis of [publisher, subscriber]) if (redis.isOpen) redis.destroy();
  }
}

async function exchange(publisher: Redis, subscriber: Redis): Promise<void> {
  for (const redis of [publisher, subscriber]) await redis.connect();
  const channel = `lectern:probe:${randomUUID()}`;
  let hear = (): void => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  await subscriber.subscribe(channel, hear);
  await publisher.publish(channel, 'probe');
  await heard;
}
