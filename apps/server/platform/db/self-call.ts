import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { DatabaseFailure } from './database-failure.ts';
import type { DatabaseSource } from './database-source.ts';

const DEAF =
  'DATABASE_URL leads to a pooler or proxy that does not deliver notifications: Lectern did not hear its own NOTIFY. Connect to PostgreSQL directly, or set the pooler to session pooling.';

/** Says something on one connection that must be heard on another. */
interface SelfCall {
  /** The channel on which the other connection listens. */
  channel: string;
  hear(payload: string): void;
  /** Fails if the database does not respond in time, or if what is said is not heard. */
  check(inTime: <T>(response: PromiseLike<T>) => Promise<T>): Promise<void>;
  close(): Promise<void>;
}

/**
 * The caller has a connection of its own: a session hears itself even where a pooler keeps the notifications of others
 * back.
 */
export function createSelfCall(source: DatabaseSource): SelfCall {
  const channel = `lectern_self_${randomUUID().replaceAll('-', '')}`;
  let speaker: Sql | undefined;
  let said = 0;
  let onHeard = (_payload: string): void => {};

  async function say(payload: string): Promise<void> {
    speaker ??= source.open({
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
    });
    await speaker.unsafe(`select pg_notify('${channel}', '${payload}')`);
  }

  async function hush(): Promise<void> {
    const former = speaker;
    speaker = undefined;
    await former?.end({ timeout: 0 }).catch(() => {});
  }

  return {
    channel,
    hear: (payload) => onHeard(payload),
    check: async (inTime) => {
      said += 1;
      const payload = String(said);
      const heard = new Promise<void>((resolve) => {
        onHeard = (found) => {
          if (found === payload) resolve();
        };
      });
      try {
        await inTime(say(payload));
      } catch (error) {
        await hush();
        throw error;
      }
      await inTime(heard).catch(() => {
        throw new DatabaseFailure('away', DEAF);
      });
    },
    close: hush,
  };
}
