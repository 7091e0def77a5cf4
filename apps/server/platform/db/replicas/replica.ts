import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Sql } from 'postgres';
import { waitOutside } from '../../work-meter.ts';
import { DatabaseFailure } from '../database-failure.ts';
import type { DatabaseSource } from '../database-source.ts';
import type { Log } from '../log.ts';
import { SessionStatements } from '../session-statements.ts';
import { type Session, SessionPool } from '../sessions.ts';
import { limitStatements } from '../sessions-dialect.ts';
import {
  type ClusterIdentity,
  type LogPosition,
  SELECT_LAG,
  SELECT_REPLAYED,
  SELECT_STANDBY,
  type StandbyRow,
} from './position.ts';

export interface ReplicaOptions {
  source: DatabaseSource;
  /** Makes a client with one connection and reports when that one is closed. */
  open: (onClosed: () => void) => Sql;
  poolSize: number;
  log: Log;
  /** How long a read waits for the position that it needs. */
  waitMs: number;
  /** The deadline of each statement; 0: none. */
  statementMs: number;
  /** Of the primary, as far as it is known. */
  findIdentity: () => ClusterIdentity | undefined;
}

/** How far a replica is behind the primary. */
export interface ReplicaLag {
  bytes: number;
  seconds: number;
}

export type ReadOutcome<R> =
  | { result: QueryResult<R>; lsn: bigint }
  /**
   * `late`: not at the position in time. `busy`: all sessions are in use. `failed`: the replica cannot execute the
   * statement, or is gone.
   */
  | { missed: 'late' | 'busy' | 'failed' };

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 8;
/** How often a replica that was late is asked whether it has caught up. */
const CATCH_UP_MS = 100;
/** The time for a statement that only asks how the replica is. */
const CHECK_MS = 1_000;
const CANCELED = '57014';

/**
 * A standby that answers reads. Whether it is far enough is asked in the session of each read, just before it, because an
 * address may lead to several standbys.
 */
export class Replica {
  /** For messages, without credentials. */
  readonly name: string;
  lag: ReplicaLag | undefined;
  readonly #sessions: SessionPool;
  readonly #options: ReplicaOptions;
  /** The timelines of the sessions, as of their last check. */
  readonly #timelines = new WeakMap<Sql, number>();
  /** Where the replica was when it was last asked. Only a hint. */
  #replayed = 0n;
  /** The position that a read did not wait for any longer. */
  #missed: bigint | undefined;
  #timeline = 0;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    const { source, open, poolSize, log } = options;
    this.#options = options;
    this.name = source.name;
    this.#sessions = new SessionPool({
      // One more, to ask how the replica is while reads use all others.
      size: poolSize + 1,
      open,
      log,
      subject: `The replica ${source.name}`,
      whileAway: 'Reads go to the primary until the replica is back.',
      checks: {
        isStandby: true,
        identify: async (client) => {
          await this.#identify(client);
          return { mark: '', pid: 0 };
        },
        verify: (client) => this.#identify(client),
        verifyAll: async () => {
          const client = source.open({ max: 1, fetch_types: false, onnotice: () => {} });
          try {
            await this.#identify(client);
          } finally {
            void client.end({ timeout: 0 });
          }
        },
        onReadOnly: () => {},
      },
    });
  }

  /** Why the replica is not used now; undefined if it is. */
  get problem(): string | undefined {
    const { problem } = this.#sessions;
    if (problem) return problem.message;
    return this.#missed === undefined
      ? undefined
      : 'The replica has not caught up with what reads waited for.';
  }

  /** Executes a statement at this position or a later one, with everything that was committed before. */
  async read<R>(query: CompiledQuery, needed: LogPosition): Promise<ReadOutcome<R>> {
    const { size, used } = this.#sessions.usage;
    if (used >= size - 1) return { missed: 'busy' };
    try {
      return await this.#withSession((session, statements) =>
        this.#readIn(session, statements, { query, needed }),
      );
    } catch (error) {
      const cause = (error as { cause?: { code?: string } }).cause;
      // It would take as long on the primary.
      if (error instanceof DatabaseFailure && error.kind === 'late' && cause?.code === CANCELED) throw error;
      return { missed: 'failed' };
    }
  }

  async #readIn<R>(
    session: Session,
    statements: SessionStatements,
    { query, needed }: { query: CompiledQuery; needed: LogPosition },
  ): Promise<ReadOutcome<R>> {
    if (this.#timelines.get(session.client) !== needed.timeline) return { missed: 'late' };
    const endsAt = performance.now() + this.#options.waitMs;
    let pause = FIRST_PAUSE_MS;
    let isLikely = this.#replayed >= needed.lsn;
    for (;;) {
      // Executed one after the other, so that what the statement reads is at least as new.
      const asked = isLikely ? statements.queue<{ lsn: string | null }>(SELECT_REPLAYED) : undefined;
      asked?.catch(() => {});
      const read = asked && (await statements.execute<R>(query));
      const { rows } = await (asked ?? statements.execute<{ lsn: string | null }>(SELECT_REPLAYED));
      const lsn = rows[0]?.lsn;
      // Promoted.
      if (lsn == null) return { missed: 'failed' };
      const replayed = BigInt(lsn);
      this.#replayed = replayed;
      const isReached = replayed >= needed.lsn;
      if (isReached && read) return { result: read, lsn: replayed };
      isLikely = isReached;
      if (isReached) continue;
      if (performance.now() >= endsAt) {
        this.#miss(needed.lsn);
        return { missed: 'late' };
      }
      const pauseMs = Math.min(pause, endsAt - performance.now());
      await waitOutside(() => sleep(pauseMs));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Finds out how far behind the replica is, and that it responds at all. `written`: the position of the primary. */
  async measure(written: LogPosition | undefined): Promise<void> {
    try {
      const [row] = await this.#ask<{ lsn: string | null; ageSeconds: number | null }>(SELECT_LAG);
      if (row?.lsn == null || !written) return;
      const bytes = Number(written.lsn - BigInt(row.lsn));
      this.lag = bytes > 0 ? { bytes, seconds: Math.max(0, row.ageSeconds ?? 0) } : { bytes: 0, seconds: 0 };
    } catch {
      // The pool knows why.
      this.lag = undefined;
    }
  }

  close(timeoutSeconds: number): Promise<void> {
    this.#isClosed = true;
    return this.#sessions.close(timeoutSeconds);
  }

  async #withSession<T>(
    work: (session: Session, statements: SessionStatements) => Promise<T>,
    limitMs?: number,
  ) {
    const { statementMs } = this.#options;
    const sessions = this.#sessions;
    const session = await sessions.lend(CHECK_MS);
    try {
      await limitStatements(sessions, session, statementMs);
      const statements = new SessionStatements(
        session,
        (start) => sessions.run(session, limitMs ?? statementMs, start),
        () => {},
      );
      return await work(session, statements);
    } finally {
      sessions.giveBack(session);
    }
  }

  #ask = async <R>(query: CompiledQuery): Promise<R[]> =>
    (await this.#withSession((_session, statements) => statements.execute<R>(query), CHECK_MS)).rows;

  /** Until it has caught up, no read waits for the replica. */
  #miss(lsn: bigint): void {
    const isKnown = this.#missed !== undefined;
    this.#missed = lsn;
    if (!isKnown) void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    while (this.#missed !== undefined && !this.#isClosed) {
      await sleep(CATCH_UP_MS, undefined, { ref: false });
      const [row] = await this.#ask<{ lsn: string | null }>(SELECT_REPLAYED).catch(() => []);
      if (row?.lsn == null) continue;
      this.#replayed = BigInt(row.lsn);
      if (this.#replayed >= this.#missed) this.#missed = undefined;
    }
  }

  /** Fails unless the session is that of a standby of the primary. */
  async #identify(client: Sql): Promise<void> {
    const [row] = await client.unsafe<StandbyRow[]>(SELECT_STANDBY);
    const obstacle = row && this.#findObstacle(row);
    if (!row || obstacle !== undefined)
      throw new DatabaseFailure('away', `The replica ${this.name} ${obstacle ?? 'does not respond'}.`);
    const timeline = Number(row.timeline);
    this.#timelines.set(client, timeline);
    // What reads waited for was a position of the timeline before.
    if (timeline !== this.#timeline) this.#missed = undefined;
    this.#timeline = timeline;
  }

  #findObstacle({ isStandby, system, database }: StandbyRow): string | undefined {
    if (!isStandby) return 'is not a standby: it was promoted, or never was one';
    const primary = this.#options.findIdentity();
    if (!primary) return 'cannot be compared with the primary yet';
    if (system !== primary.system) return 'is a standby of another server than the primary';
    return Number(database) === Number(primary.database)
      ? undefined
      : 'has another database than the primary';
  }
}
