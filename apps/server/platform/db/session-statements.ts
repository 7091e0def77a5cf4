import diagnostics from 'node:diagnostics_channel';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { PendingQuery, Row, RowList, Sql } from 'postgres';
import { inStatementSpan } from '../tracing/tracing.ts';
import { waitOutside } from '../work-meter.ts';
import type { Session } from './sessions.ts';

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** What the driver sends; the protocol counts to two more. */
const MAX_PARAMETERS = 65_533;

/**
 * A result with the columns that the table has now. A migration of a newer version may add one while this process
 * runs, and the server refuses a prepared statement whose result has other columns than before.
 */
const HAS_ALL_COLUMNS = /(?:\bselect|\breturning|\bdistinct|[,.])\s*\*/i;

/** Tells whoever listens, as the tests do, every statement when it is sent or queued. */
const sent = diagnostics.channel('lectern:statement');

type Run = <T>(start: (client: Sql) => PromiseLike<T>) => Promise<T>;
type Rows = RowList<Row[]>;

interface QueuedStatement {
  query: CompiledQuery;
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

/**
 * The statements of one session. Those that are queued are sent together with the next one that is executed, without
 * waiting for one another: the server executes them in their order.
 */
export class SessionStatements {
  readonly #session: Session;
  readonly #run: Run;
  readonly #onWritten: () => void;
  #queued: QueuedStatement[] = [];
  /** Whether what fails takes other statements with it. */
  isInTransaction = false;

  constructor(session: Session, run: Run, onWritten: () => void) {
    this.#session = session;
    this.#run = run;
    this.#onWritten = onWritten;
  }

  get queued(): readonly CompiledQuery[] {
    return this.#queued.map(({ query }) => query);
  }

  queue<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    announce(query);
    return new Promise<Rows>((resolve, reject) => {
      this.#queued.push({ query, resolve, reject });
    }).then((rows) => this.#toResult<R>(rows));
  }

  /** Gives up what was queued and not sent. */
  forget(): void {
    for (const { reject } of this.#queued.splice(0)) reject(new Error('The statement was not sent.'));
  }

  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    announce(query);
    return this.#toResult<R>(await this.send((client) => this.#start(client, query), query.sql));
  }

  /** Sends everything that is queued, then what `startLast` starts. Throws the error of the first that fails. */
  async send(startLast: (client: Sql) => PendingQuery<Row[]>, text: string): Promise<Rows> {
    try {
      return await inStatementSpan(text, this.#queued.length, () =>
        waitOutside(() => this.#sendAll(startLast)),
      );
    } catch (error) {
      throw withCaller(error);
    }
  }

  /** A statement in portions; what is queued goes before it. */
  async *stream<R>(query: CompiledQuery, chunkSize: number): AsyncGenerator<QueryResult<R>> {
    if (this.#session.lost) throw this.#session.lost;
    announce(query);
    const before = this.#takeQueued().map((statement) => this.#startQueued(this.#session.client, statement));
    const cursor = this.#start(this.#session.client, query).cursor(chunkSize);
    await Promise.all(before);
    for await (const rows of cursor) yield { rows: rows as R[] };
    // The driver also ends the rows when the connection is lost between two portions. This fails then.
    await this.#ask();
  }

  /** Sends rows for a `copy … from stdin`; what is queued goes before it. */
  async copyIn(statement: string, text: Buffer): Promise<void> {
    if (this.#queued.length > 0) await this.#ask();
    await inStatementSpan(statement, 0, () => waitOutside(() => this.#copy(statement, text)));
    this.#onWritten();
  }

  #copy(statement: string, text: Buffer): Promise<void> {
    return this.#run(async (client) => {
      const copy = client.unsafe(statement);
      const stream = await copy.writable();
      await new Promise<void>((resolve, reject) => {
        // For the driver, the statement is settled by the stream: it would report later failures to nobody.
        Object.assign(copy, { reject });
        stream.once('error', reject);
        stream.end(text, resolve);
      });
    });
  }

  /** Sends what is queued, and waits until the server has responded to everything. */
  async #ask(): Promise<void> {
    await this.send((client) => client.unsafe('select 1'), 'select 1');
  }

  async #sendAll(startLast: (client: Sql) => PendingQuery<Row[]>): Promise<Rows> {
    const queued = this.#takeQueued();
    let started: Promise<Rows>[] = [];
    const start = (client: Sql): Promise<Rows>[] => {
      started = [...queued.map((one) => this.#startQueued(client, one)), startLast(client).execute()];
      // Each is waited for below; until then nobody asks for its error.
      for (const one of started) one.catch(() => {});
      return started;
    };
    let failure: { error: unknown } | undefined;
    let last: Rows | undefined;
    for (let position = 0; position <= queued.length; position += 1) {
      try {
        // One after the other, because each has the time that one statement may take.
        last = await this.#run(
          (client) => (position === 0 ? start(client) : started)[position] as Promise<Rows>,
        );
      } catch (error) {
        failure ??= { error };
        if (started.length === 0) {
          for (const { reject } of queued) reject(error);
          break;
        }
      }
    }
    if (failure) throw failure.error;
    return last as Rows;
  }

  #takeQueued(): QueuedStatement[] {
    return this.#queued.length === 0 ? [] : this.#queued.splice(0);
  }

  #startQueued(client: Sql, { query, resolve, reject }: QueuedStatement): Promise<Rows> {
    const started = this.#start(client, query).execute();
    started.then(resolve, reject);
    return started;
  }

  /** On too many parameters, as on an undefined one, the driver would wait forever in a transaction. */
  #start(client: Sql, { sql, parameters }: CompiledQuery): PendingQuery<Row[]> {
    if (parameters.length > MAX_PARAMETERS)
      throw new RangeError(`A statement has ${parameters.length} parameters, of at most ${MAX_PARAMETERS}.`);
    return client.unsafe(sql, parameters.map((value) => this.#asParameter(value)) as never[], {
      // Outside a transaction, the driver prepares a refused statement again; inside one, it would be too late.
      prepare: !(this.isInTransaction && HAS_ALL_COLUMNS.test(sql)),
    });
  }

  /** The driver would give a list the type of its first element; of a list of hashes it makes one hash. */
  #asParameter(value: unknown): unknown {
    if (value === undefined) throw new TypeError('A parameter of the statement is undefined.');
    return Array.isArray(value) ? this.#session.client.typed(value as never, 0) : value;
  }

  #toResult<R>(result: Rows): QueryResult<R> {
    const rows = Array.from(result) as R[];
    if (!COUNTED.has(result.command)) return { rows };
    if (result.count > 0) this.#onWritten();
    return { rows, numAffectedRows: BigInt(result.count) };
  }
}

function announce({ sql, parameters }: CompiledQuery): void {
  if (sent.hasSubscribers) sent.publish({ sql, parameters });
}

/** The error comes from the socket; who asked is in the stack of the one who waits. */
function withCaller(error: unknown): unknown {
  if (error instanceof Error)
    error.stack = `${error.stack}\n${new Error().stack?.split('\n').slice(2).join('\n')}`;
  return error;
}
