import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';

export interface KeyRow {
  requestId: string;
  fingerprint: Buffer;
  /** Null until the request has responded. */
  status: number | null;
  response: Buffer | null;
  createdAt: Date;
  /** Whether the process that runs the request is connected to the database, or the lease has not ended. */
  isRunning: boolean;
  /** Whether the request has a lease, which its process renews. */
  isLeased: boolean;
}

interface NewKey {
  digest: Buffer;
  fingerprint: Buffer;
  requestId: string;
  at: Date;
  /** A key that was stored before may be used again. */
  expiredBefore: Date;
}

interface ClaimedKey extends NewKey {
  /** Whether the request gets a lease, because the session with the database may outlive the process. */
  isLeased: boolean;
}

/** How long a lease lasts unless it is renewed. */
const LEASE_MS = 10_000;
const untilLeaseEnds = sql`clock_timestamp() + ${sql.lit(LEASE_MS)} * interval '1 ms'`;

const columns = sql`
  request_id as "requestId", fingerprint, status, response, created_at as "createdAt",
  running_until is not null as "isLeased",
  coalesce(running_until > clock_timestamp(), exists (
    select from pg_stat_get_activity(backend_pid) as backend
    where backend.backend_start = backend_started_at)) as "isRunning"`;

/** Stores the key unless it is stored. Returns the row that has it. */
export async function claimRow(trx: Transaction<DB>, key: ClaimedKey): Promise<KeyRow> {
  const { digest, fingerprint, requestId, at, expiredBefore, isLeased } = key;
  for (;;) {
    const claimed = await sql<KeyRow>`
      insert into idempotency_key as stored
        (digest, fingerprint, request_id, backend_pid, backend_started_at, created_at, running_until)
      select ${digest}::bytea, ${fingerprint}::bytea, ${requestId}::uuid, pid, backend_start, ${at}::timestamptz,
        case when ${isLeased} then ${untilLeaseEnds} end
      from pg_stat_get_activity(pg_backend_pid())
      on conflict (digest) do update set
        fingerprint = excluded.fingerprint, request_id = excluded.request_id, created_at = excluded.created_at,
        backend_pid = excluded.backend_pid, backend_started_at = excluded.backend_started_at,
        running_until = excluded.running_until, status = null, response = null
      where stored.created_at <= ${expiredBefore}::timestamptz
      returning ${columns}`.execute(trx);
    const row = claimed.rows[0] ?? (await findRow(trx, { digest, expiredBefore }));
    // Otherwise a sweep deleted it between the two statements.
    if (row) return row;
  }
}

export async function findRow(
  db: Kysely<DB>,
  { digest, expiredBefore }: Pick<NewKey, 'digest' | 'expiredBefore'>,
): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from idempotency_key
    where digest = ${digest}::bytea and created_at > ${expiredBefore}::timestamptz`.execute(db);
  return rows[0];
}

export async function renewLease(
  db: Kysely<DB>,
  { digest, requestId }: Pick<NewKey, 'digest' | 'requestId'>,
): Promise<void> {
  await sql`
    update idempotency_key set running_until = ${untilLeaseEnds}
    where digest = ${digest}::bytea and request_id = ${requestId}::uuid and status is null`.execute(db);
}

interface StoredResponse {
  digest: Buffer;
  requestId: string;
  status: number;
  /** Null if it is too large to be kept. */
  response: Buffer | null;
}

/** Adds the response to the key that a transaction of the request has stored. */
export async function storeResponse(
  db: Kysely<DB>,
  { digest, requestId, status, response }: StoredResponse,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ status, response })
    .where('digest', '=', digest)
    .where('request_id', '=', requestId)
    .execute();
}

/** Stores the key of a request without a transaction, with its response. */
export async function storeKeyAndResponse(db: Kysely<DB>, key: NewKey & StoredResponse): Promise<void> {
  const { digest, fingerprint, requestId, at, expiredBefore, status, response } = key;
  await sql`
    insert into idempotency_key as stored (digest, fingerprint, request_id, created_at, status, response)
    values (${digest}, ${fingerprint}, ${requestId}, ${at}, ${status}, ${response})
    on conflict (digest) do update set
      fingerprint = excluded.fingerprint, request_id = excluded.request_id, created_at = excluded.created_at,
      backend_pid = null, backend_started_at = null, running_until = null,
      status = excluded.status, response = excluded.response
    where stored.created_at <= ${expiredBefore}`.execute(db);
}

/** Deletes keys that were stored before, up to `limit`. Returns their number. */
export async function deleteExpiredKeys(
  db: Kysely<DB>,
  { expiredBefore, limit }: { expiredBefore: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where digest in (
      select digest from idempotency_key where created_at <= ${expiredBefore}
      order by created_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
