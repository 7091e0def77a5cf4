import { AbortedTransactionError } from 'kysely';
import type { Sql } from 'postgres';

/**
 * One connection, used by one caller at a time. It is a client of the driver with a single connection that never
 * reconnects: after a lost connection statements fail instead of running, half a transaction late, on another one. (The
 * driver's own `reserve` and `begin` write to the closed socket, which ends the process or never answers; seen in
 * 3.4.9.)
 */
export interface Session {
  client: Sql;
  /** Undefined while the connection is in order. */
  lost: Error | undefined;
}

export interface SessionPool {
  /** Waits for a free session, which must be given back; fails when none is free for half a minute. */
  lend(): Promise<Session>;
  giveBack(session: Session): void;
  /** Lends no more sessions, and waits for those on loan, for at most this many seconds. */
  close(timeoutSeconds: number): Promise<void>;
}

/** Connections are renewed from time to time: the server's memory for one grows with its prepared statements. */
const LIFETIME_MS = 30 * 60_000;

/** While a database hangs, waiting callers must not accumulate without limit. */
const CONNECTION_TIMEOUT_MS = 30_000;

/** `open` makes a client with one connection and tells when that one is closed. */
export function createSessionPool(size: number, open: (onClosed: () => void) => Sql): SessionPool {
  const idle: Session[] = [];
  const sessions = new Map<Session, { openedAt: number }>();
  const waiting: { resolve(session: Session): void; reject(error: Error): void }[] = [];
  let closing = false;
  let settled = () => {};

  function add(): Session {
    const session: Session = { client: open(() => lose(session)), lost: undefined };
    sessions.set(session, { openedAt: performance.now() });
    return session;
  }

  function lose(session: Session): void {
    session.lost ??= new Error('The connection to the database was lost.');
    refuseToReconnect(session.client, session.lost);
    const position = idle.indexOf(session);
    if (position >= 0) {
      idle.splice(position, 1);
      drop(session);
    }
  }

  function drop(session: Session): void {
    sessions.delete(session);
    void session.client.end({ timeout: 0 });
    if (sessions.size === 0) settled();
  }

  function wait(): Promise<Session> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(
          new Error(
            `No database connection became available within ${CONNECTION_TIMEOUT_MS / 1000} seconds.`,
          ),
        );
      }, CONNECTION_TIMEOUT_MS);
      const waiter = {
        resolve: (session: Session) => {
          clearTimeout(late);
          resolve(session);
        },
        reject: (error: Error) => {
          clearTimeout(late);
          reject(error);
        },
      };
      waiting.push(waiter);
    });
  }

  return {
    lend: () => {
      if (closing) return Promise.reject(new Error('The database is closed.'));
      const session = idle.pop() ?? (sessions.size < size ? add() : undefined);
      return session ? Promise.resolve(session) : wait();
    },
    giveBack: (session) => {
      const openedAt = sessions.get(session)?.openedAt;
      if (openedAt === undefined) return;
      if (session.lost || closing || performance.now() - openedAt > LIFETIME_MS) drop(session);
      else if (waiting.length === 0) idle.push(session);
      else waiting.shift()?.resolve(session);
      if (!closing && waiting.length > 0 && sessions.size < size) waiting.shift()?.resolve(add());
    },
    close: async (timeoutSeconds) => {
      closing = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('The database is closed.'));
      for (const session of idle.splice(0)) drop(session);
      if (sessions.size > 0) {
        const timer = setTimeout(() => [...sessions.keys()].forEach(drop), timeoutSeconds * 1000);
        await new Promise<void>((resolve) => {
          settled = resolve;
        });
        clearTimeout(timer);
      }
    },
  };
}

/** The driver asks this option for a socket each time it connects. */
function refuseToReconnect(client: Sql, reason: Error): void {
  Object.assign(client.options, {
    socket: () => {
      throw reason;
    },
  });
}

/** PostgreSQL answers the commit of a transaction in which something failed by undoing it, without an error. */
export function checkCommit<T extends { command: string }>(result: T): T {
  if (result.command !== 'ROLLBACK') return result;
  throw new AbortedTransactionError();
}
