import { type Kysely, sql } from 'kysely';
import type { ReservedSql } from 'postgres';
import type { DB } from './schema.ts';

/** Held by the one backup that runs. */
const BACKUP_LOCK = 5_171_986_300_278;
/** Held exclusively by a backup, and shared by whatever deletes stored files. */
const FILES_LOCK = 5_171_986_300_279;

/**
 * Makes this session the only one that backs up, and waits for deletions of files in progress; none begins until the
 * session ends. Returns false if another backup runs.
 */
export async function holdFiles(connection: ReservedSql): Promise<boolean> {
  const [row] = await connection<{ isHeld: boolean }[]>`
    select pg_try_advisory_lock(${BACKUP_LOCK}) as "isHeld"`;
  if (!row?.isHeld) return false;
  await connection`select pg_advisory_lock(${FILES_LOCK})`;
  return true;
}

/** Whether the session still holds the files: a lost connection has given them back. */
export async function isHoldingFiles(connection: ReservedSql): Promise<boolean> {
  const [row] = await connection<{ isHeld: boolean }[]>`
    select exists (
      select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
        and mode = 'ExclusiveLock' and (classid::bigint << 32 | objid::bigint) = ${FILES_LOCK}
    ) as "isHeld"`;
  return row?.isHeld ?? false;
}

/**
 * Whether stored files may be deleted until the transaction ends: not while a backup runs, because it copies the files
 * that rows named when it began. What is not deleted now is found by a later sweep.
 */
export async function mayDeleteFiles(trx: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ isShared: boolean }>`
    select pg_try_advisory_xact_lock_shared(${FILES_LOCK}::bigint) as "isShared"`.execute(trx);
  return rows[0]?.isShared ?? false;
}
