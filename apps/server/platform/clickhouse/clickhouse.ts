import type { ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import type { RawBuilder } from 'kysely';
import { DatabaseFailure } from '../db/database-failure.ts';
import { defineError } from '../http/errors.ts';
import { insightsFailures } from '../metrics/meters.ts';
import { compileStatement } from './compile-statement.ts';
import { findVersion, VERSIONS } from './versions.queries.ts';

const RETRY_SECONDS = 5;

/** ClickHouse is away, or has no room. The rest of the service goes on. */
export const insightsUnavailable = defineError({ status: 503, reason: 'insights-unavailable' }, () => ({
  message: `The database of events is not available. Try again in ${RETRY_SECONDS} seconds.`,
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

type Statement = RawBuilder<unknown>;

/** A ClickHouse server with the tables of this version, which are created at the first use. */
export interface ClickHouse {
  /** Numbers of 64 bits are texts, and times such as `2026-11-22 12:00:00.000`. */
  select<Row>(statement: Statement): Promise<Row[]>;
  /** The same for more rows than memory holds, some at a time. */
  stream<Row>(statement: Statement, signal?: AbortSignal): AsyncGenerator<Row[]>;
  /** Resolves when the rows are durable. `token`: names these rows, which are stored once if they are sent again. */
  insert(table: string, rows: readonly object[], token: string): Promise<void>;
  /** Changes the tables. Resolves when all later statements see the change. */
  execute(statement: Statement): Promise<void>;
  /** Throws if the server does not respond, or refuses the user. Not part of it: whether the tables are there. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The time for a statement that reads, and for any other request. */
const READ_SECONDS = 30;
const REQUEST_MS = 120_000;
/** Less than a scrape waits for one gauge. */
const PING_MS = 500;
const ATTEMPTS = 3;
const TIMEOUT_EXCEEDED = '159';

const SETTINGS = {
  output_format_json_quote_64bit_integers: 1,
  date_time_output_format: 'simple',
  // The month of an event is a part of its key: each is looked at alone, and one that is merged not at all.
  do_not_merge_across_partitions_select_final: 1,
  // What was deleted is gone for all later statements, also on replicas.
  lightweight_deletes_sync: '2',
  mutations_sync: '2',
} as const;

/**
 * `url`: `http(s)://user:password@host:port/database`. `tables`: statements that create or change them, each of which
 * can be repeated; their number is the version of the schema.
 */
export async function openClickHouse(url: string, tables: readonly Statement[]): Promise<ClickHouse> {
  // Loaded only where it is used: a start without it is faster.
  const { createClient } = await import('@clickhouse/client');
  const client = createClient({
    url,
    request_timeout: REQUEST_MS,
    application: 'lectern',
    use_multipart_params_auto: true,
    clickhouse_settings: SETTINGS,
    log: { level: OFF },
  });
  return createStore(client, tables);
}

/** The level at which the client logs nothing: the service logs failures itself. */
const OFF = 127;

function createStore(client: ClickHouseClient, tables: readonly Statement[]): ClickHouse {
  let ready: Promise<void> | undefined;
  const prepare = (): Promise<void> => {
    ready ??= createTables(client, tables).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
  const run = async <Result>(kind: string, action: () => Promise<Result>): Promise<Result> => {
    try {
      await prepare();
      return await action();
    } catch (error) {
      const explained = explain(error);
      if (explained !== error) insightsFailures.add(1, kind);
      throw explained;
    }
  };
  const ask = (statement: Statement, signal?: AbortSignal) => {
    const { text, values } = compileStatement(statement);
    return client.query({
      query: text,
      query_params: values,
      format: 'JSONEachRow',
      ...(signal ? { abort_signal: signal } : { clickhouse_settings: { max_execution_time: READ_SECONDS } }),
    });
  };
  return {
    select: <Row>(statement: Statement) =>
      run('read', async () => (await ask(statement)).json<Row>() as Promise<Row[]>),
    async *stream<Row>(statement: Statement, signal?: AbortSignal) {
      const result = await run('read', () => ask(statement, signal ?? new AbortController().signal));
      try {
        for await (const rows of result.stream<Row>())
          yield (rows as { json(): Row }[]).map((row) => row.json());
      } catch (error) {
        throw explain(error);
      }
    },
    insert: (table, rows, token) =>
      run('write', async () => {
        for (let attempt = 1; ; attempt += 1)
          try {
            await client.insert({
              table,
              values: rows,
              format: 'JSONEachRow',
              clickhouse_settings: { insert_deduplication_token: token, async_insert: 0 },
            });
            return;
          } catch (error) {
            // Nobody knows whether the rows have arrived: the token makes a repetition harmless.
            if (isFromServer(error) || attempt === ATTEMPTS) throw error;
          }
      }),
    execute: (statement) => run('write', () => send(client, statement)),
    async check() {
      const signal = AbortSignal.timeout(PING_MS);
      try {
        await (await client.query({ query: 'select 1', format: 'JSONEachRow', abort_signal: signal })).json();
      } catch (error) {
        throw explain(error);
      }
    },
    close: () => client.close(),
  };
}

async function send(client: ClickHouseClient, statement: Statement): Promise<void> {
  const { text, values } = compileStatement(statement);
  await client.command({ query: text, query_params: values });
}

/** Several processes may do this at once: the statements can be repeated. */
async function createTables(client: ClickHouseClient, tables: readonly Statement[]): Promise<void> {
  await send(client, VERSIONS);
  const { text: query } = compileStatement(findVersion);
  const result = await client.query({ query, format: 'JSONEachRow' });
  const [row] = await result.json<{ version: number }>();
  const version = Number(row?.version ?? 0);
  if (version > tables.length)
    throw new Error(
      `The tables of events in ClickHouse have version ${version}, but this release knows only ${tables.length}. Run the newer release.`,
    );
  for (const [n, statement] of tables.entries()) {
    if (n < version) continue;
    await send(client, statement);
    await client.insert({
      table: 'lectern_schema',
      values: [{ version: n + 1 }],
      format: 'JSONEachRow',
    });
  }
}

const isFromServer = (error: unknown): boolean => (error as Error).constructor.name === 'ClickHouseError';

/** Codes of the server for states that pass: no memory, too many parts or queries, no room, read-only replicas. */
const PASSING = new Set(['241', '202', '209', '210', '242', '243', '252', '319', '425', '999']);

/** Recognizes failures of the server; any other error, such as that of a wrong statement, comes back as it is. */
function explain(error: unknown): unknown {
  const { code, name } = error as ClickHouseError;
  if (code === TIMEOUT_EXCEEDED)
    return new DatabaseFailure('late', 'ClickHouse did not finish a statement in time.', { cause: error });
  if (isFromServer(error) && !PASSING.has(code)) return error;
  if (name === 'AbortError' && !(error as { cause?: unknown }).cause) return insightsUnavailable();
  const isSystem =
    isFromServer(error) ||
    /^E[A-Z]+$/.test(code ?? '') ||
    /timeout|socket|aborted/i.test((error as Error).message ?? '');
  return isSystem ? insightsUnavailable() : error;
}
