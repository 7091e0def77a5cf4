import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import type { Log } from './log.ts';
import type { Migration, RepeatableStatement } from './migration-files.ts';
import type { Renamed } from './migration-plan.ts';
import { StartError } from './start-error.ts';

export interface ApplyOptions {
  connection: ReservedSql;
  log: Log;
  /** How long a statement waits for a lock, in milliseconds. Every query of the table waits behind it meanwhile. */
  lockMs?: number;
  /** How long the migration is tried again while others hold the lock, in milliseconds. */
  patienceMs?: number;
}

const LOCK_MS = 2000;
const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 1000;
const REPORT_MS = 10_000;

/** The lock was not free in time, or two waited for each other. */
const LOCKED = ['55P03', '40P01'];

/** Applies one migration and remembers it. Throws `StartError`; the next start then goes on there. */
export async function applyMigration(options: ApplyOptions, migration: Migration): Promise<void> {
  const { name, checksum, text, statements } = migration;
  const { connection } = options;
  const remember = () => connection`insert into schema_migration ${connection({ name, checksum })}`;
  if (statements) {
    for (const statement of statements) await repeatStatement(options, name, statement);
    await remember();
    return;
  }
  await inTransaction(options, `The migration ${name}`, async () => {
    await connection.unsafe(text);
    await remember();
  });
}

/** Does what the former text of an applied migration lacks, and remembers it as what it is today. */
export async function applyRename(options: ApplyOptions, { from, to, repair }: Renamed): Promise<void> {
  const { connection } = options;
  await inTransaction(options, `The update of the migration ${from.name}`, async () => {
    if (repair) await connection.unsafe(repair.text);
    await connection`delete from schema_migration where name = ${from.name}`;
    for (const { name, checksum } of to)
      await connection`insert into schema_migration ${connection({ name, checksum })}
        on conflict (name) do update set checksum = excluded.checksum`;
  });
}

/** The database is as the schema file would have made it: what led to it is no longer remembered. */
export async function replaceApplied(
  options: ApplyOptions,
  { name, checksum }: Migration,
  earlier: readonly Migration[],
): Promise<void> {
  const { connection } = options;
  await inTransaction(options, `The migration ${name}`, async () => {
    await connection`delete from schema_migration where name in ${connection(earlier.map((one) => one.name))}`;
    await connection`insert into schema_migration ${connection({ name, checksum })} on conflict do nothing`;
  });
}

async function inTransaction(options: ApplyOptions, what: string, run: () => Promise<void>): Promise<void> {
  const { connection, log, lockMs = LOCK_MS, patienceMs = PATIENCE_MS } = options;
  const startedAt = Date.now();
  let reportedAt = startedAt;
  for (;;) {
    try {
      await connection.unsafe(`begin; set local lock_timeout = ${lockMs}`);
      await run();
      await connection.unsafe('commit');
      return;
    } catch (error) {
      await undo(() => connection.unsafe('rollback'));
      const { code, message } = error as Error & { code?: string };
      if (!LOCKED.includes(code ?? ''))
        throw new StartError(`${what} failed and was rolled back: ${message}`, { cause: error });
      const holders = await describeHolders(connection);
      if (Date.now() - startedAt >= patienceMs)
        throw new StartError(
          `${what} was not applied, because other sessions use its tables all the time. ${holders} End them, and start Lectern again.`,
          { cause: error },
        );
      if (Date.now() - reportedAt >= REPORT_MS || reportedAt === startedAt) {
        reportedAt = Date.now();
        log.warn(`${what} waits for a lock and is tried again. ${holders}`);
      }
      await sleep(Math.min(PAUSE_MS, patienceMs));
    }
  }
}

/** Ends what a lost session has ended already. */
export async function undo(run: () => PromiseLike<unknown>): Promise<void> {
  try {
    await run();
  } catch {
    // The error that led here says what happened.
  }
}

/** The longest transactions, which most probably hold the lock. */
async function describeHolders(connection: ReservedSql): Promise<string> {
  const sessions = await connection<{ pid: number; name: string; seconds: number; state: string }[]>`
    select pid, coalesce(nullif(application_name, ''), usename::text, 'unknown') as name, coalesce(state, '') as state,
      extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'
    order by xact_start limit 3`;
  if (sessions.length === 0) return 'No session has a long transaction now.';
  const list = sessions.map(
    ({ pid, name, seconds, state }) => `${pid} (${name}, ${state}, for ${seconds} seconds)`,
  );
  return `The sessions with the longest transactions: ${list.join('; ')}.`;
}

/**
 * Runs a statement outside a transaction. It waits for the transactions that are open, but nobody waits for it, so it
 * has no time limit. A kill leaves an invalid index, which the next start builds again.
 */
async function repeatStatement(
  { connection, log }: ApplyOptions,
  migration: string,
  { text, index }: RepeatableStatement,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (index !== undefined) await dropInvalid(connection, index);
      await connection.unsafe(text);
      return;
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (attempt < 5 && LOCKED.includes(code ?? '')) {
        log.warn(`The migration ${migration} waits for a lock and is tried again.`);
        await sleep(PAUSE_MS);
        continue;
      }
      if (index !== undefined) await undo(() => dropInvalid(connection, index));
      throw new StartError(`The migration ${migration} failed: ${message}. The next start goes on with it.`, {
        cause: error,
      });
    }
  }
}

async function dropInvalid(connection: ReservedSql, index: string): Promise<void> {
  const [invalid] = await connection`
    select 1 from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`;
  if (invalid) await connection.unsafe(`drop index concurrently if exists ${index}`);
}
