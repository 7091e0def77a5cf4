import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { applyChange, CHANGES_CHANNEL, type Change } from './changes.ts';
import type { Pointers } from './pointers.ts';

/** One transaction with what must become known when it commits. */
export interface UnitOfWork {
  trx: Transaction<DB>;
  /** Tells this process and all others, at the commit, that something cached is stale. */
  announce(change: Change): void;
  /** Sends a notification at the commit. */
  notify(channel: string, payload: string): void;
}

/** On the `session` that the caller holds, if it holds one: it must not wait for another. */
export type Transact = <T>(work: (unit: UnitOfWork) => Promise<T>, session?: Kysely<DB>) => Promise<T>;

/** All or nothing: what `work` does, and the news of it, happen at one commit. */
export function createTransact(db: Kysely<DB>, pointers: Pointers): Transact {
  return async (work, session = db) => {
    const changes: Change[] = [];
    const result = await session.transaction().execute(async (trx) => {
      const notifications: { channel: string; payload: string }[] = [];
      const value = await work({
        trx,
        announce: (change) => {
          changes.push(change);
          notifications.push({ channel: CHANGES_CHANNEL, payload: JSON.stringify(change) });
        },
        notify: (channel, payload) => notifications.push({ channel, payload }),
      });
      if (notifications.length > 0) {
        const json = JSON.stringify(notifications);
        await sql`select pg_notify(n.channel, n.payload)
          from jsonb_to_recordset(${json}::text::jsonb) as n(channel text, payload text)`.execute(trx);
      }
      return value;
    });
    for (const change of changes) applyChange(pointers, change);
    return result;
  };
}
