import { AbortedTransactionError } from 'kysely';
import type { PendingQuery, Row, Sql } from 'postgres';
import { databaseStatements, databaseWaits } from '../metrics/meters.ts';
import { type Availability, watchAvailability } from './availability.ts';
import { DatabaseFailure, explainDatabaseFailure, isReadOnly } from './database-failure.ts';
import type { DatabaseSpace } from './database-space.ts';
import type { Distribution } from './distributed-adapter.ts';
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
  /** Whether any statement has been succeeded: until then, a failure means that the connection could not be opened. */
  hasResponded: boolean;
  /** After this time the server itself cancels a statement; 0: never. */
  statementMs: number;
  /** Callbacks of everyone who waits for a statement, called when the connection is lost. */
  pending: Set<(reason: DatabaseFailure) => void>;
}

/** The connections of a pool now, and the callers that wait for one. */
export interface PoolUsage {
  /** The maximum number of connections. */
  size: number;
  idle: number;
  used: number;
  waiting: number;
}

/** Find out whether a session is what it seems to be; each fails with a `DatabaseFailure` if it is not. */
export interface SessionChecks {
  /** Whether the server is a standby, which always refuses changes. When it is away, somebody else is asked at once. */
  isStandby?: boolean;
  /** Of a session that was just opened. */
  identify(client: Sql): Promise<SessionIdentity>;
  verify(client: Sql, identity: SessionIdentity): Promise<void>;
  /** Of new sessions together. */
  verifyAll(): Promise<void>;
  /** A server has refused a change. */
  onReadOnly(): void;
}

export interface SessionPoolOptions {
  size: number;
  /** Makes a client with one connection and reports when that one is closed. */
  open: (onClosed: () => void) => Sql;
  log: Log;
  /** For the log: what the sessions lead to, and what happens while it is away. By default, the database itself. */
  subject?: string;
  whileAway?: string;
  /** None for a server to which nothing can happen but its end. */
  checks?: SessionChecks;
  /**
   * Whether a pooler shares the sessions between transactions, so that nothing can be set in them: a late statement is
   * cancelled from here.
   */
  isShared?: boolean;
  /** Whether sessions are closed as soon as nobody uses them. */
  isTemporary?: boolean;
}

/** How often a session that is in use is verified, and for how long a check may take. */
const VERIFY_INTERVAL_MS = 3_000;
const CHECK_TIMEOUT_MS = 10_000;

/** Connections are renewed from time to time: the server's memory for one grows with its prepared statements. */
const LIFETIME_MS = 30 * 60_000;

const succeeded = databaseStatements.of('ok');

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

interface Waiter {
  waitMs: number;
  resolve(session: Promise<Session>): void;
  reject(error: Error): void;
}

export class SessionPool {
  readonly space: DatabaseSpace = { isFull: false };
  readonly distribution: Distribution = { isDistributed: false };
  readonly #size: number;
  readonly #open: SessionPoolOptions['open'];
  readonly isShared: boolean;
  readonly #isTemporary: boolean;
  readonly #checks: SessionChecks | undefined;
  readonly #availability: Availability;
  readonly #idle: Session[] = [];
  readonly #sessions = new Map<Session, Owned>();
  readonly #waiting: Waiter[] = [];
  #closing = false;
  #settled = () => {};

  constructor(options: SessionPoolOptions) {
    this.#size = options.size;
    this.#open = options.open;
    this.#checks = options.checks;
    this.isShared = options.isShared ?? false;
    this.#isTemporary = options.isTemporary ?? false;
    this.#availability = watchAvailability({
      log: options.log,
      subject: options.subject ?? 'The database',
      whileAway: options.whileAway ?? 'Requests that need the database fail with 503 until it is back.',
      probe: () => this.#probe(),
      onAway: (problem) => {
        for (const { reject } of this.#waiting.splice(0)) reject(problem);
        if (this.#checks?.isStandby)
          for (const session of [...this.#sessions.keys()]) this.#end(session, problem);
      },
    });
  }

  /** Why no session is lent now; undefined if they are. */
  get problem(): DatabaseFailure | undefined {
    return this.#availability.problem;
  }

  get usage(): PoolUsage {
    const idle = this.#idle.length;
    return { size: this.#size, idle, used: this.#sessions.size - idle, waiting: this.#waiting.length };
  }

  /** Waits for a free session, which must be given back; fails when none is free in time. */
  lend(waitMs = CONNECTION_TIMEOUT_MS): Promise<Session> {
    if (this.#closing) return Promise.reject(closed());
    if (this.#availability.problem) return Promise.reject(this.#availability.problem);
    if (this.#idle.length > 0 || this.#sessions.size < this.#size) databaseWaits.observe(0);
    const session = this.#idle.pop();
    if (session) return this.#prepare(session, waitMs);
    return this.#sessions.size < this.#size ? this.#add(waitMs) : this.#wait(waitMs);
  }

  giveBack(session: Session): void {
    const openedAt = this.#sessions.get(session)?.openedAt;
    if (openedAt === undefined) return;
    if (session.lost || this.#closing || performance.now() - openedAt > LIFETIME_MS) this.#drop(session);
    else if (this.#waiting.length === 0) {
      if (this.#isTemporary) this.#drop(session);
      else this.#idle.push(session);
    } else this.#lendTo(this.#waiting.shift(), (waitMs) => this.#prepare(session, waitMs));
    if (!this.#closing && this.#waiting.length > 0 && this.#sessions.size < this.#size)
      this.#lendTo(this.#waiting.shift(), (waitMs) => this.#add(waitMs));
  }

  /**
   * Runs a statement. Fails with a `DatabaseFailure` if the connection is lost, or if the database does not respond
   * even a moment after `limitMs`, by which time the server should have cancelled the statement; 0: no limit.
   */
  async run<T>(session: Session, limitMs: number, start: (client: Sql) => PromiseLike<T>): Promise<T> {
    if (session.lost) throw session.lost;
    let response: PromiseLike<T> | undefined;
    const cancel = () => (response as Partial<PendingQuery<Row[]>> | undefined)?.cancel?.();
    const stopWaiting =
      limitMs === 0
        ? () => {}
        : afterSilence(limitMs, () => this.#abandon(session), this.isShared ? cancel : undefined);
    try {
      response = start(session.client);
      const result = await untilLost(session, response);
      session.hasResponded = true;
      succeeded.value += 1;
      return result;
    } catch (error) {
      const failure = explainDatabaseFailure(error);
      databaseStatements.add(1, failure instanceof DatabaseFailure ? failure.kind : 'refused');
      if (failure instanceof DatabaseFailure && failure.kind === 'full') this.space.isFull = true;
      if (isOutage(failure) && !session.hasResponded) this.#availability.report(failure);
      if (isOutage(failure) && isReadOnly(failure) && !this.#checks?.isStandby) {
        this.#checks?.onReadOnly();
        this.#lose(session, failure);
        this.#availability.report(failure);
      }
      // The pooler may not have passed the statement on yet, and later ones would wait behind it.
      if (this.isShared && isLate(failure)) this.#lose(session, failure);
      throw failure instanceof DatabaseFailure ? failure : (session.lost ?? failure);
    } finally {
      stopWaiting();
    }
  }

  /** Lends no more sessions, and waits for those on loan, for at most this many seconds. */
  async close(timeoutSeconds: number): Promise<void> {
    this.#closing = true;
    this.#availability.close();
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    for (const session of this.#idle.splice(0)) this.#drop(session);
    if (this.#sessions.size > 0) {
      const timer = setTimeout(() => {
        for (const session of [...this.#sessions.keys()]) this.#drop(session);
      }, timeoutSeconds * 1000);
      await new Promise<void>((resolve) => {
        this.#settled = resolve;
      });
      clearTimeout(timer);
    }
  }

  #createSession(): Session {
    const session: Session = {
      client: this.#open(() =>
        this.#lose(session, new DatabaseFailure('away', 'The connection to the database was lost.')),
      ),
      lost: undefined,
      hasResponded: false,
      statementMs: 0,
      pending: new Set(),
    };
    return session;
  }

  #add(limitMs: number): Promise<Session> {
    const session = this.#createSession();
    this.#sessions.set(session, { openedAt: performance.now(), identity: undefined, verifiedAt: 0 });
    return this.#prepare(session, limitMs);
  }

  /** Before a session is lent: makes sure that it accepts changes, and from time to time that it is still the same. */
  #prepare(session: Session, limitMs: number): Promise<Session> {
    const checks = this.#checks;
    const owned = this.#sessions.get(session);
    const isVerified = owned?.identity && performance.now() - owned.verifiedAt < VERIFY_INTERVAL_MS;
    return checks && owned && !isVerified
      ? this.#check(session, { owned, checks, limitMs })
      : Promise.resolve(session);
  }

  async #check(
    session: Session,
    {
      owned,
      checks: { identify, verify },
      limitMs,
    }: { owned: Owned; checks: SessionChecks; limitMs: number },
  ): Promise<Session> {
    try {
      const { identity } = owned;
      await this.run(session, Math.min(limitMs, CHECK_TIMEOUT_MS), async (client) => {
        if (identity) await verify(client, identity);
        else owned.identity = await identify(client);
      });
      owned.verifiedAt = performance.now();
      return session;
    } catch (error) {
      // What the checks themselves find concerns all sessions, unlike the loss of one.
      if (error instanceof DatabaseFailure && !session.lost) {
        this.#lose(session, error);
        if (error.cause === undefined) this.#availability.report(error);
      }
      this.giveBack(session);
      throw error;
    }
  }

  #lose(session: Session, reason: DatabaseFailure): void {
    session.lost ??= reason;
    refuseToReconnect(session.client, session.lost);
    // What the driver says of a statement comes first, but it does not say it of all.
    setImmediate(() => {
      for (const tell of session.pending) tell(reason);
    });
    const position = this.#idle.indexOf(session);
    if (position >= 0) {
      this.#idle.splice(position, 1);
      this.#drop(session);
    }
  }

  #drop(session: Session): void {
    this.#sessions.delete(session);
    void session.client.end({ timeout: 0 });
    if (this.#sessions.size === 0) this.#settled();
  }

  /** Ends the connection, and with it the statement that nobody responds to. */
  #abandon(session: Session): void {
    const problem = new DatabaseFailure('away', 'The database does not respond.');
    this.#end(session, problem);
    this.#availability.report(problem);
  }

  #end(session: Session, problem: DatabaseFailure): void {
    this.#lose(session, problem);
    void session.client.end({ timeout: 0 });
  }

  async #probe(): Promise<void> {
    const session = this.#createSession();
    try {
      await this.run(session, PROBE_TIMEOUT_MS, (client) => client`select 1`);
      await this.#checks?.verifyAll();
    } finally {
      void session.client.end({ timeout: 0 });
    }
  }

  #lendTo(waiter: Waiter | undefined, find: (waitMs: number) => Promise<Session>): void {
    waiter?.resolve(find(waiter.waitMs));
  }

  #wait(milliseconds: number): Promise<Session> {
    const startedAt = performance.now();
    const observe = () => databaseWaits.observe(performance.now() - startedAt);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        observe();
        const message = `No database connection became available within ${milliseconds / 1000} seconds.`;
        reject(new DatabaseFailure('late', message));
      }, milliseconds);
      const waiter = {
        waitMs: milliseconds,
        resolve: (session: Promise<Session>) => {
          clearTimeout(late);
          observe();
          resolve(session);
        },
        reject: (error: Error) => {
          clearTimeout(late);
          reject(error);
        },
      };
      this.#waiting.push(waiter);
    });
  }
}

/** Waits for a response, but only as long as there is a connection. */
function untilLost<T>(session: Session, response: PromiseLike<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    session.pending.add(reject);
    response.then(resolve, reject).then(() => session.pending.delete(reject));
  });
}

const closed = (): DatabaseFailure => new DatabaseFailure('away', 'The database is closed.');

const isLate = (failure: unknown): failure is DatabaseFailure =>
  failure instanceof DatabaseFailure && failure.kind === 'late';

const isOutage = (failure: unknown): failure is DatabaseFailure =>
  failure instanceof DatabaseFailure && failure.kind === 'away';

/** Calls `act` after the time and a moment more, and `warn` before, unless the returned function is called first. */
function afterSilence(milliseconds: number, act: () => void, warn?: () => void): () => void {
  let timer = setTimeout(() => {
    warn?.();
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
