import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokerConnected, brokerMisses } from '../metrics/meters.ts';
import { type Batch, BatchOrder } from './batch-order.ts';
import type { Publisher } from './publisher.ts';
import { createRedis } from './redis.ts';

interface SubscriberOptions {
  url: string;
  channel: string;
  publisher: Publisher;
  /** Reads how many batches there have been; fails if the database does not respond. */
  readLast(): Promise<number>;
  deliver(batch: Batch): void;
  /** A batch did not arrive: anything may have changed. */
  onMissed(): void;
  /** Nothing can arrive until `onRestored`. */
  onLost(reason: string): void;
  onRestored(): void;
}

export interface Subscriber {
  close(): Promise<void>;
}

/** How often the number of the last batch is compared with what arrived. */
const LOOK_MS = 3_000;
/** A batch that has a number, but has not been sent, is waited for this long. */
const GRACE_MS = 500;
const HELLO_MS = 2_000;
/** If the database does not respond in this time, nobody knows what was missed. */
const READ_MS = 2_000;
const RETRY_MS = 500;

/**
 * Hears the batches that go through the broker, in order. The broker may lose them: when it restarts, when another
 * server takes its place, or when its network is divided. So the database counts the batches, and a process that has
 * heard fewer knows it. News is promised only after this process has heard itself.
 */
export async function startSubscriber(options: SubscriberOptions): Promise<Subscriber> {
  const { url, channel, publisher } = options;
  const redis = await createRedis(url);
  let isHearing = false;
  let isClosed = false;
  let isSubscribed = false;
  let problem = 'it cannot be reached';
  let onHello = (_hello: string): void => {};
  let timer: NodeJS.Timeout | undefined;
  brokerConnected.of().value = 0;
  brokerMisses.of();
  const order = new BatchOrder({
    deliver: options.deliver,
    onMissed: () => {
      brokerMisses.add(1);
      options.onMissed();
    },
  });

  const lose = (reason: string): void => {
    problem = reason;
    if (!isHearing) return;
    isHearing = false;
    brokerConnected.of().value = 0;
    if (!isClosed) options.onLost(reason);
  };
  redis.on('error', (error: Error) => lose(error.message));
  redis.on('reconnecting', () => lose('the connection was lost'));

  const receive = (text: string): void => {
    const message = JSON.parse(text) as Batch | { hello: string };
    if ('hello' in message) onHello(message.hello);
    else order.receive(message);
  };

  async function readLast(): Promise<number> {
    const late = sleep(READ_MS, undefined, { ref: false }).then(() => {
      throw new Error(`the database did not respond within ${READ_MS / 1000} seconds`);
    });
    return Promise.race([options.readLast(), late]);
  }

  /** Proves that what is published arrives, and that nothing is missing from then on. */
  async function prove(): Promise<void> {
    // The client subscribes again by itself after it has connected again.
    if (!isSubscribed) await redis.subscribe(channel, receive);
    isSubscribed = true;
    const hello = randomUUID();
    const heard = new Promise<void>((resolve) => {
      onHello = (found) => {
        if (found === hello) resolve();
      };
    });
    publisher.publish({ hello });
    const late = sleep(HELLO_MS, true, { ref: false });
    if (await Promise.race([heard.then(() => false), late]))
      throw new Error('it does not deliver what is published');
    // Batches from now on arrive; those from before are part of what is read anew.
    const last = await readLast();
    if (!redis.isReady) throw new Error('the connection was lost');
    order.startAt(last);
    isHearing = true;
    brokerConnected.of().value = 1;
    options.onRestored();
  }

  async function look(): Promise<void> {
    const before = order.heard;
    const last = await readLast();
    // Another database, or an earlier state of it.
    if (last < before) return order.skipTo(last);
    if (last <= order.heard) return;
    await sleep(GRACE_MS, undefined, { ref: false });
    if (isHearing && order.heard < last) order.skipTo(last);
  }

  async function run(): Promise<void> {
    try {
      if (isHearing) await look();
      else if (redis.isReady) await prove();
    } catch (error) {
      lose((error as Error).message);
    }
    if (!isClosed) timer = setTimeout(() => void run(), isHearing ? LOOK_MS : RETRY_MS).unref();
  }

  // Tries until it succeeds.
  const connecting = redis.connect().catch(() => {});
  await Promise.race([connecting, sleep(HELLO_MS, undefined, { ref: false })]);
  await run();
  if (!isHearing) options.onLost(problem);
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      order.close();
      if (redis.isOpen) redis.destroy();
      await connecting;
    },
  };
}
