import { FACTS_VERSION } from '@lectern/content/facts/document-facts';
import { type Kysely, sql } from 'kysely';
import { isDistributed } from '../../../platform/db/distributed-adapter.ts';
import { mayDeleteFiles } from '../../../platform/db/held-files.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** The result of the sweep of one table. */
export interface SweptRows {
  rows: number;
  /** The bytes of content (sources, nodes); for blobs, of the files themselves. */
  bytes: number;
}

export interface SweepOptions {
  organizationId: string;
  /** Rows touched since then may belong to a transaction in progress. */
  before: Date;
  signal: AbortSignal;
}

const BATCH = 500;

const SIZES = {
  document: sql<number>`octet_length(swept.source)`,
  tree_node: sql<number>`octet_length(swept.node)`,
  blob: sql<number>`swept.size`,
} as const;

export type SweptTable = keyof typeof SIZES;

/** Returns a time before which no open transaction started, by the clock that stamps rows when they are touched. */
export async function findSweepLimit(db: Kysely<DB>, graceSeconds: number): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`
    select now() - make_interval(secs => ${graceSeconds}::float8) as before`.execute(db);
  return rows[0]?.before as Date;
}

/**
 * Deletes the rows of a table that are not in the session's `reachable`, one batch for each transaction. A locked row
 * is about to be touched: it is skipped instead of waited for, so that the order of locks does not matter.
 */
export async function sweepTable(
  session: Kysely<DB>,
  table: SweptTable,
  { organizationId, before, signal }: SweepOptions,
): Promise<SweptRows> {
  const swept: SweptRows = { rows: 0, bytes: 0 };
  let after: Buffer = Buffer.alloc(0);
  for (let isDone = false; !isDone; ) {
    signal.throwIfAborted();
    const batch = isDistributed(session)
      ? await findUnreachable(session, table, { organizationId, after, before })
      : undefined;
    const isUnreachable = batch
      ? sql`hash = any(${batch.hashes}::bytea[])`
      : sql`not exists (select 1 from reachable where reachable.hash = stored.hash)`;
    const { rows } = await sql<{ hash: Buffer; bytes: number }>`
      with unreachable as (
        select hash from ${sql.table(table)} stored
        where organization_id = ${organizationId} and hash > ${after} and touched_at < ${before} and ${isUnreachable}
        order by hash limit ${BATCH}
        for update skip locked
      )
      delete from ${sql.table(table)} swept using unreachable
      where swept.organization_id = ${organizationId} and swept.hash = unreachable.hash
      returning swept.hash, ${SIZES[table]} as bytes`.execute(session);
    for (const { hash, bytes } of rows) {
      swept.rows += 1;
      swept.bytes += Number(bytes);
      if (Buffer.compare(hash, after) > 0) after = hash;
    }
    isDone = batch ? batch.last === undefined : rows.length < BATCH;
    if (batch?.last) after = batch.last;
  }
  return swept;
}

/**
 * The next rows of a table, and which of them the session's `reachable` lacks: on a distributed database, the rows are
 * on another machine. `last`: the last row that was looked at; undefined if there is none after these.
 */
async function findUnreachable(
  session: Kysely<DB>,
  table: SweptTable,
  { organizationId, after, before }: { organizationId: string; after: Buffer; before: Date },
): Promise<{ hashes: Buffer[]; last: Buffer | undefined }> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from ${sql.table(table)}
    where organization_id = ${organizationId} and hash > ${after} and touched_at < ${before}
    order by hash limit ${BATCH}`.execute(session);
  const { rows: unreachable } = await sql<{ hash: Buffer }>`
    select h.hash from unnest(${rows.map(({ hash }) => hash)}::bytea[]) as h(hash)
    where not exists (select 1 from reachable where reachable.hash = h.hash)`.execute(session);
  return {
    hashes: unreachable.map(({ hash }) => hash),
    last: rows.length < BATCH ? undefined : rows.at(-1)?.hash,
  };
}

/**
 * Deletes the packs of which the session's `reachable` holds nothing, one to a transaction. A hash has 32 bytes, of which
 * packs know the first eight. Returns how many went.
 */
export async function sweepPacks(
  session: Kysely<DB>,
  { organizationId, before, signal }: SweepOptions,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select pack_id as id from content_pack
    where organization_id = ${organizationId} and created_at < ${before}`.execute(session);
  let swept = 0;
  for (const { id } of rows) {
    signal.throwIfAborted();
    if (isDistributed(session) && (await holdsReachable(session, { organizationId, id }))) continue;
    const { numAffectedRows } = await sql`
      delete from content_pack p
      where organization_id = ${organizationId} and pack_id = ${id}
        ${isDistributed(session) ? sql`` : sql`and not exists (select 1 from unnest(p.keys) as key ${joinReachable})`}`.execute(
      session,
    );
    swept += Number(numAffectedRows ?? 0);
  }
  return swept;
}

const joinReachable = sql`
  join reachable r on r.hash between int8send(key) and int8send(key) || decode(repeat('ff', 24), 'hex')`;

/** The keys of a pack never change. */
async function holdsReachable(
  session: Kysely<DB>,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql<{ keys: string }>`
    select keys::text as keys from content_pack
    where organization_id = ${organizationId} and pack_id = ${id}`.execute(session);
  const { rows: found } = await sql`
    select 1 from unnest(${rows[0]?.keys ?? '{}'}::text::bigint[]) as key ${joinReachable} limit 1`.execute(
    session,
  );
  return found.length > 0;
}

/** Deletes what earlier releases computed of documents, a batch to a transaction. Returns how many rows went. */
export async function sweepOldFacts(
  session: Kysely<DB>,
  { organizationId, signal }: Pick<SweepOptions, 'organizationId' | 'signal'>,
): Promise<number> {
  let swept = 0;
  for (let after: Buffer | undefined = Buffer.alloc(0); after; ) {
    signal.throwIfAborted();
    const { rows } = await sql<{ hash: Buffer }>`
      with old as (
        select hash, version from document_facts
        where organization_id = ${organizationId} and hash > ${after} and version < ${FACTS_VERSION}
        order by hash limit ${BATCH}
      ), deleted as (
        delete from document_facts swept using old
        where swept.organization_id = ${organizationId} and swept.hash = old.hash and swept.version = old.version
      )
      select hash from old order by hash`.execute(session);
    swept += rows.length;
    after = rows.at(-1)?.hash;
  }
  return swept;
}

/** Returns the hashes without a blob. */
export async function findHashesWithoutBlob(
  db: Kysely<DB>,
  organizationId: string,
  hashes: readonly Buffer[],
): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select h.hash from unnest(${hashes}::bytea[]) as h(hash)
    where not exists (
      select 1 from blob where blob.organization_id = ${organizationId} and blob.hash = h.hash)`.execute(db);
  return rows.map(({ hash }) => hash);
}

/**
 * Runs `work` while this transaction alone locks the place of a blob's row: an insertion of the row waits. Does nothing
 * if the row exists, or while a backup runs. Returns whether the work was done.
 */
export async function whileWithoutBlob(
  db: Kysely<DB>,
  { organizationId, hash }: { organizationId: string; hash: Buffer },
  work: () => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await mayDeleteFiles(trx))) return false;
    const held = await sql`
      insert into blob (organization_id, hash, size, content_type) values (${organizationId}, ${hash}, 0, '')
      on conflict do nothing returning 1`.execute(trx);
    if (held.rows.length === 0) return false;
    await work();
    await sql`delete from blob where organization_id = ${organizationId} and hash = ${hash}`.execute(trx);
    return true;
  });
}
