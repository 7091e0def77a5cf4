import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { type Kysely, sql } from 'kysely';
import { allRevisions } from '../../../content/revisions/revision-packs.repository.ts';
import type { DB } from '../../../platform/db/schema.ts';

export type ContentKind = 'node' | 'document' | 'blob';

export interface ReachableRow {
  hash: Hash;
  /** Rises in the order in which the rows were added. */
  position: number;
}

/**
 * The set of reachable hashes, in a temporary table of the session: not written to the log, dropped with the session,
 * and of any size without using memory. Every function here needs the same session.
 */
export async function createReachable(session: Kysely<DB>): Promise<void> {
  await dropReachable(session);
  await sql`
    create temporary table reachable (
      hash bytea primary key,
      kind text not null,
      position bigint generated always as identity
    )`.execute(session);
  await sql`create index on reachable (kind, position)`.execute(session);
}

export async function dropReachable(session: Kysely<DB>): Promise<void> {
  await sql`drop table if exists pg_temp.reachable`.execute(session);
}

/**
 * Adds the roots of all revisions of an organization, or of one of its spaces. Returns how many revisions these are:
 * as long as the history epoch of a space stays, revisions are only added to it.
 */
export async function addRoots(
  session: Kysely<DB>,
  from: { organizationId: string; spaceId?: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with wanted as (
      select root from ${allRevisions(from)} r
    ), added as (
      insert into reachable (hash, kind)
      select distinct root, 'node' from wanted where length(root) > 0
      on conflict do nothing
    )
    select count(*) from wanted`.execute(session);
  return Number(rows[0]?.count);
}

/** Adds the files that edits may still name, the pieces of those that are still arriving, and the files of sites. */
export async function addFiles(session: Kysely<DB>, organizationId: string): Promise<void> {
  await sql`
    insert into reachable (hash, kind)
    select distinct hash, 'blob' from upload where organization_id = ${organizationId} and hash is not null
    union
    select hash, 'blob' from upload_piece where organization_id = ${organizationId}
    union
    select hash, 'blob' from site_file where organization_id = ${organizationId}
    on conflict do nothing`.execute(session);
}

export async function addReachable(
  session: Kysely<DB>,
  kind: ContentKind,
  hashes: readonly Hash[],
): Promise<void> {
  if (hashes.length === 0) return;
  await sql`
    insert into reachable (hash, kind)
    select distinct h.hash, ${kind} from unnest(${hashes.map(hashToBytes)}::bytea[]) as h(hash)
    on conflict do nothing`.execute(session);
}

/** The next rows of a kind, in the order in which they were added. */
export async function listReachable(
  session: Kysely<DB>,
  kind: ContentKind,
  { after, limit }: { after: number; limit: number },
): Promise<ReachableRow[]> {
  const { rows } = await sql<{ hash: Buffer; position: number }>`
    select hash, position from reachable where kind = ${kind} and position > ${after}
    order by position limit ${limit}`.execute(session);
  return rows.map(({ hash, position }) => ({ hash: hashFromBytes(hash), position: Number(position) }));
}

/** Without this the planner has no statistics about a temporary table. */
export async function analyzeReachable(session: Kysely<DB>): Promise<void> {
  await sql`analyze reachable`.execute(session);
}
