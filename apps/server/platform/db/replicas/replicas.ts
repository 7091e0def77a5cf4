import type { CompiledQuery, QueryResult } from 'kysely';
import { replicaLagBytes, replicaLagSeconds, replicaReads, replicaUsed } from '../../metrics/meters.ts';
import { WorkLocal } from '../../work-local.ts';
import {
  type ClusterIdentity,
  type LogPosition,
  type PrimaryRow,
  SELECT_PRIMARY,
  SELECT_WRITTEN,
  toPosition,
  type WrittenRow,
} from './position.ts';
import { type ReadOutcome, Replica, type ReplicaLag, type ReplicaOptions } from './replica.ts';

/** What one request knows of the replicas. */
interface Read {
  /** The position from which on a replica may answer, and the state of the knowledge at which it was asked. */
  needed: LogPosition | undefined;
  knowledge: number;
  replica: Replica | undefined;
}

export interface ReplicaState {
  name: string;
  /** Why it is not used now. */
  problem: string | undefined;
  lag: ReplicaLag | undefined;
}

interface ReplicasOptions {
  replicas: readonly Omit<ReplicaOptions, 'findIdentity'>[];
  /** Executes a statement on the primary. */
  askPrimary: <R>(query: CompiledQuery) => Promise<R[]>;
}

const CHECK_INTERVAL_MS = 3_000;

/**
 * Statements that a standby executes with another result, or refuses. It also refuses what is not recognized here, and
 * the primary then executes it.
 */
const PRIMARY_ONLY =
  /\b(?:insert|update|delete|merge|for (?:key )?share|nextval|set_config|pg_notify|pg_stat_\w+|pg_locks|pg_(?:try_)?advisory\w*)\b/i;
const READ = /^\s*(?:select|with)\b/i;

/**
 * Answers the reads of requests from standbys. A read goes to a standby only if that has everything which the primary had
 * acknowledged when the read began, so that nobody reads less than what they, or anybody else, wrote before.
 */
export class Replicas {
  readonly #reads = new WorkLocal<Read>();
  readonly #replicas: readonly Replica[];
  readonly #askPrimary: ReplicasOptions['askPrimary'];
  #identity: ClusterIdentity | undefined;
  /** Grows with each thing that this process learns of the primary and that requests may then rely on. */
  #knowledge = 0;
  #turn = 0;
  #asking: Promise<LogPosition> | undefined;
  #askingNext: Promise<LogPosition> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ replicas, askPrimary }: ReplicasOptions) {
    this.#askPrimary = askPrimary;
    this.#replicas = replicas.map(
      (options) => new Replica({ ...options, findIdentity: () => this.#identity }),
    );
    this.#replicas.forEach((replica, at) => {
      const label = String(at + 1);
      replicaUsed.readWith(() => (replica.problem === undefined ? 1 : 0), label);
      replicaLagBytes.readWith(() => replica.lag?.bytes ?? Number.NaN, label);
      replicaLagSeconds.readWith(() => replica.lag?.seconds ?? Number.NaN, label);
    });
  }

  /** Finds out how the replicas are, now and from time to time. */
  async start(): Promise<void> {
    await this.check();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  async check(): Promise<void> {
    const [row] = await this.#askPrimary<PrimaryRow>(SELECT_PRIMARY).catch(() => []);
    if (row) this.#identity = row;
    const written = row && toPosition(row);
    await Promise.all(this.#replicas.map((replica) => replica.measure(written)));
  }

  get states(): ReplicaState[] {
    return this.#replicas.map(({ name, problem, lag }) => ({ name, problem, lag }));
  }

  /** Reads of this work may go to replicas. */
  allow<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#reads.run({ needed: undefined, knowledge: 0, replica: undefined }, work);
  }

  /** Whether reads may go to replicas here. */
  get isAllowed(): boolean {
    return this.#reads.value !== undefined;
  }

  /**
   * Something that the primary has is known from now on, and may be newer than the positions of requests: what they read
   * afterwards must not be older.
   */
  learn(): void {
    this.#knowledge += 1;
  }

  /** Executes a statement on a replica; undefined if the primary has to. */
  async read<R>(query: CompiledQuery): Promise<QueryResult<R> | undefined> {
    const read = this.#reads.value;
    if (!read || !READ.test(query.sql) || PRIMARY_ONLY.test(query.sql)) return undefined;
    const replica = this.#choose(read);
    if (!replica) {
      replicaReads.add(1, 'unavailable');
      return undefined;
    }
    const needed = await this.#findNeeded(read);
    if (!needed) return undefined;
    const outcome: ReadOutcome<R> = await replica.read<R>(query, needed);
    if ('missed' in outcome) {
      replicaReads.add(1, outcome.missed);
      return undefined;
    }
    replicaReads.add(1, 'replica');
    // Another standby must not show less than this one did.
    if (read.needed && outcome.lsn > read.needed.lsn) read.needed = { ...read.needed, lsn: outcome.lsn };
    return outcome.result;
  }

  /** This request has read from the primary, or has written. */
  forget(): void {
    const read = this.#reads.value;
    if (read) read.needed = undefined;
  }

  async close(timeoutSeconds: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#replicas.map((replica) => replica.close(timeoutSeconds)));
  }

  #choose(read: Read): Replica | undefined {
    if (read.replica && read.replica.problem === undefined) return read.replica;
    const usable = this.#replicas.filter(({ problem }) => problem === undefined);
    this.#turn += 1;
    read.replica = usable[this.#turn % usable.length];
    return read.replica;
  }

  async #findNeeded(read: Read): Promise<LogPosition | undefined> {
    const knowledge = this.#knowledge;
    if (read.needed && read.knowledge === knowledge) return read.needed;
    // The statement itself then fails in the same way, on the primary.
    const needed = await this.#ask().catch(() => undefined);
    read.needed = needed;
    read.knowledge = knowledge;
    return needed;
  }

  /** The position of the primary now. Those who ask while a question is under way share the next one. */
  #ask(): Promise<LogPosition> {
    if (this.#asking) {
      this.#askingNext ??= this.#asking
        .catch(() => {})
        .then(() => {
          this.#askingNext = undefined;
          return this.#ask();
        });
      return this.#askingNext;
    }
    this.#asking = this.#askPrimary<WrittenRow>(SELECT_WRITTEN)
      .then(([row]) => toPosition(row as WrittenRow))
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }
}
