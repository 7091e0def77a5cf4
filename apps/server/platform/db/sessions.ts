import { AbortedTransactionError } from 'kysely';
import type { Sql } from 'postgres';
import { type Availability, watchAvailability } from './availability.ts';
import { DatabaseFailure, explainDatabaseFailure, isReadOnly } from './database-failure.ts';
import type { DatabaseSpace } from './database-space.ts';
import type { Log } from './log.ts';
import type { SessionIdentity } from './session-identity.ts';

/**
 * One connection, used by one caller at a time. It is a client of the driver with a single connection that never
 * reconnects: after a lost connection statements fail instead of running, half a transaction late, on another one. (The
 * driver's own `reserve` and `begin` write to the closed socket, which ends the process or never answers; seen in
 * 3.4.9.)
 */
export interface Session {
  client: Sql;
  /** Undefined while the connection is in order. */
  lost: DatabaseFailure | undefined;
  /** Whether any statement has been answered: until then, a failure means that the connection could not be opened. */
  hasResponded: boolean;
  /** After this time the server itself cancels a statement; 0: never. */
  statementMs: number;
  /** Who waits for a statement, each to be told when the connection is lost. */
  pending: Set<(reason: DatabaseFailure) => void>;
}

/** Find out whether a session is what it seems to be; each fails with a `DatabaseFailure` if it is not. */
export interface SessionChecks {
  /** Of a session that was just opened. */
  identify(client: Sql): Promise<SessionIdentity>;
  verify(client: Sql, identity: SessionIdentity): Promise<void>;
  /** Of new sessions together. */
  verifyAll(): Promise<void>;
  /** A server has refused a change. */
  onReadOnly(): void;
}

export interface SessionPool {
  readonly space: DatabaseSpace;
  /** Waits for a free session, which must be given back; fails when none is free in time. */
  lend(waitMs?: number): Promise<Session>;
  giveBack(session: Session): void;
  /**
   * Runs a statement. Fails with a `DatabaseFailure` if the connection is lost, or if the database does not respond
   * even a moment after `limitMs`, by which time the server should have cancelled the statement; 0: no limit.
   */
  run<T>(session: Session, limitMs: number, start: (client: Sql) => PromiseLike<T>): Promise<T>;
  /** Lends no more sessions, and waits for those on loan, for at most this many seconds. */
  close(timeoutSeconds: number): Promise<void>;
}

export interface SessionPoolOptions {
  size: number;
  /** Makes a client with one connection and tells when that one is closed. */
  open: (onClosed: () => void) => Sql;
  log: Log;
  /** None for a server to which nothing can happen but its end. */
  checks?: SessionChecks;
}

/** How often a session that is in use is verified, and for how long a check may take. */
const VERIFY_INTERVAL_MS = 3_000;
const CHECK_TIMEOUT_MS = 10_000;

/** Connections are renewed from time to time: the server's memory for one grows with its prepared statements. */
const LIFETIME_MS = 30 * 60_000;

/** While a database hangs, waiting callers must not accumulate without limit. */
const CONNECTION_TIMEOUT_MS = 30_000;

/**
 * The server cancels a late statement itself, and says so. Only a database that does not even do that within this time
 * is given up. The time also lets this process read a response that arrived while it was busy.
 */
const SILENCE_MS = 1_000;
const PROBE_TIMEOUT_MS = 10_000;

interface Owned {
  openedAt: number;
  identity: SessionIdentity | undefined;
  verifiedAt: number;
}

export function createSessionPool({ size, open, log, checks }: SessionPoolOptions): SessionPool {
  const idle: Session[] = [];
  const sessions = new Map<Session, Owned>();
  const waiting: { waitMs: number; resolve(session: Promise<Session>): void; reject(error: Error): void }[] =
    [];
  const space: DatabaseSpace = { isFull: false };
  let closing = false;
  let settled = () => {};
  const availability: Availability = watchAvailability({
    log,
    probe,
    onAway: (problem) => {
      for (const { reject } of waiting.splice(0)) reject(problem);
    },
  });

  function createSession(): Session {
    const session: Session = {
      client: open(() =>
        lose(session, new DatabaseFailure('away', 'The connection to the database was lost.')),
      ),
      lost: undefined,
      hasResponded: false,
      statementMs: 0,
      pending: new Set(),
    };
    return session;
  }

  function add(limitMs: number): Promise<Session> {
    const session = createSession();
    sessions.set(session, { openedAt: performance.now(), identity: undefined, verifiedAt: 0 });
    return prepare(session, limitMs);
  }

  /** Before a session is lent: makes sure that it accepts changes, and from time to time that it is still the same. */
  function prepare(session: Session, limitMs: number): Promise<Session> {
    const owned = sessions.get(session);
    const isVerified = owned?.identity && performance.now() - owned.verifiedAt < VERIFY_INTERVAL_MS;
    return checks && owned && !isVerified
      ? check(session, { owned, checks, limitMs })
      : Promise.resolve(session);
  }

  async function check(
    session: Session,
    {
      owned,
      checks: { identify, verify },
      limitMs,
    }: { owned: Owned; checks: SessionChecks; limitMs: number },
  ): Promise<Session> {
    try {
      const { identity } = owned;
      await run(session, Math.min(limitMs, CHECK_TIMEOUT_MS), async (client) => {
        if (identity) await verify(client, identity);
        else owned.identity = await identify(client);
      });
      owned.verifiedAt = performance.now();
      return session;
    } catch (error) {
      // What the checks themselves find concerns all sessions, unlike the loss of one.
      if (error instanceof DatabaseFailure && !session.lost) {
        lose(session, error);
        if (error.cause === undefined) availability.report(error);
      }
      giveBack(session);
      throw error;
    }
  }

  function lose(session: Session, reason: DatabaseFailure): void {
    session.lost ??= reason;
    refuseToReconnect(session.client, session.lost);
    // What the driver says of a statement comes first, but it does not say it of all.
    setImmediate(() => {
      for (const tell of session.pending) tell(reason);
    });
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

  /** Ends the connection, and with it the statement that nobody responds to. */
  function abandon(session: Session): void {
    const problem = new DatabaseFailure('away', 'The database does not respond.');
    lose(session, problem);
    void session.client.end({ timeout: 0 });
    availability.report(problem);
  }

  async function probe(): Promise<void> {
    const session = createSession();
    try {
      await run(session, PROBE_TIMEOUT_MS, (client) => client`select 1`);
      await checks?.verifyAll();
    } finally {
      void session.client.end({ timeout: 0 });
    }
  }

  async function run<T>(
    session: Session,
    limitMs: number,
    start: (client: Sql) => PromiseLike<T>,
  ): Promise<T> {
    if (session.lost) throw session.lost;
    const stopWaiting = limitMs === 0 ? () => {} : afterSilence(limitMs, () => abandon(session));
    try {
      const result = await untilLost(session, start(session.client));
      session.hasResponded = true;
      return result;
    } catch (error) {
      const failure = explainDatabaseFailure(error);
      if (failure instanceof DatabaseFailure && failure.kind === 'full') space.isFull = true;
      if (isOutage(failure) && !session.hasResponded) availability.report(failure);
      if (isOutage(failure) && isReadOnly(failure)) {
        checks?.onReadOnly();
        lose(session, failure);
        availability.report(failure);
      }
      throw failure instanceof DatabaseFailure ? failure : (session.lost ?? failure);
    } finally {
      stopWaiting();
    }
  }

  function giveBack(session: Session): void {
    const openedAt = sessions.get(session)?.openedAt;
    if (openedAt === undefined) return;
    if (session.lost || closing || performance.now() - openedAt > LIFETIME_MS) drop(session);
    else if (waiting.length === 0) idle.push(session);
    else lendTo(waiting.shift(), (waitMs) => prepare(session, waitMs));
    if (!closing && waiting.length > 0 && sessions.size < size) lendTo(waiting.shift(), add);
  }

  const lendTo = (
    waiter: (typeof waiting)[number] | undefined,
    find: (waitMs: number) => Promise<Session>,
  ): void => waiter?.resolve(find(waiter.waitMs));

  function wait(milliseconds: number): Promise<Session> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        const message = `No database connection became available within ${milliseconds / 1000} seconds.`;
        reject(new DatabaseFailure('late', message));
      }, milliseconds);
      const waiter = {
        waitMs: milliseconds,
        resolve: (session: Promise<Session>) => {
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
    space,
    run,
    lend: (waitMs = CONNECTION_TIMEOUT_MS) => {
      if (closing) return Promise.reject(closed());
      if (availability.problem) return Promise.reject(availability.problem);
      const session = idle.pop();
      if (session) return prepare(session, waitMs);
      return sessions.size < size ? add(waitMs) : wait(waitMs);
    },
    giveBack,
    close: async (timeoutSeconds) => {
      closing = true;
      availability.close();
      for (const { reject } of waiting.splice(0)) reject(closed());
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

/** Waits for a response, but only as long as there is a connection. */
function untilLost<T>(session: Session, response: PromiseLike<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    session.pending.add(reject);
    response.then(resolve, reject).then(() => session.pending.delete(reject));
  });
}

const closed = (): DatabaseFailure => new DatabaseFailure('away', 'The database is closed.');

const isOutage = (failure: unknown): failure is DatabaseFailure =>
  failure instanceof DatabaseFailure && failure.kind === 'away';

/** Calls `act` after the time and a moment more, unless the returned function is called before. */
function afterSilence(milliseconds: number, act: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(act, SILENCE_MS);
  }, milliseconds);
  return () => clearTimeout(timer);
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
