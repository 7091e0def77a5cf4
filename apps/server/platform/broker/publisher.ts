import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Log } from '../db/log.ts';
import type { Batch } from './batch-order.ts';
import { createRedis, type Redis } from './redis.ts';

/** Sends batches to all processes that hear the broker. */
export interface Publisher {
  /** Never fails: whoever does not hear a batch notices that its number is missing. */
  publish(batch: Batch | { hello: string }): void;
  close(): Promise<void>;
}

/** How long the first message waits for a connection, and the end of the process for the last one. */
const WAIT_MS = 3_000;

/** The channel of this instance: others may use the same broker. All processes derive it from the keys for events. */
export const brokerChannel = ([key]: readonly Buffer[]): string =>
  `lectern:${key?.toString('hex').slice(0, 32)}`;

interface PublisherOptions {
  config: Pick<Config, 'eventsUrl'>;
  /** Those of the instance for events. */
  keys: readonly Buffer[];
  log: Log;
}

/** Connects when it is first used. Undefined: there is no broker. */
export function openPublisher({ config: { eventsUrl }, keys, log }: PublisherOptions): Publisher | undefined {
  if (eventsUrl === undefined) return undefined;
  const channel = brokerChannel(keys);
  let opening: Promise<Redis> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isFailing = false;

  /** Waits for the first connection; after that, messages are lost while there is none. */
  const open = async (): Promise<Redis> => {
    const redis = await createRedis(eventsUrl);
    redis.on('error', () => {});
    const connecting = redis.connect();
    connecting.catch(() => {});
    await Promise.race([connecting, sleep(WAIT_MS, undefined, { ref: false })]);
    return redis;
  };
  const send = async (text: string): Promise<void> => {
    try {
      opening ??= open();
      await (await opening).publish(channel, text);
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        log.warn(
          `The broker takes no messages (${(error as Error).message}). Other processes notice that some are missing.`,
        );
      isFailing = true;
    }
  };
  return {
    publish: (batch) => {
      last = send(JSON.stringify(batch));
    },
    async close() {
      await Promise.race([last, sleep(WAIT_MS, undefined, { ref: false })]);
      const redis = await opening;
      if (redis?.isOpen) redis.destroy();
    },
  };
}
