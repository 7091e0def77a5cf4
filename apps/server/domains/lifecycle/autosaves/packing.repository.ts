import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

const isOf = ({ organizationId, spaceId }: SpaceKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId}`;

/** Which edits are worth a pack: this many from before `before`, or any from before `latest`. */
export interface PackableEdits {
  before: Date;
  latest: Date;
  count: number;
}

const isUnpacked = sql`r.created_at > coalesce((
  select max(p.packed_to) from content_pack p
  where p.organization_id = r.organization_id and p.space_id = r.space_id), '-infinity')`;

/** Whether any edit may be packed, now or later. */
export const hasAutosaves = (): RawBuilder<boolean> =>
  sql`exists (select 1 from revision where may_coalesce)`;

/** Spaces with edits to pack. Looks at one edit of each space with autosaves, and at no more of those that have few. */
export async function listSpacesToPack(
  db: Kysely<DB>,
  { before, latest, count }: PackableEdits,
): Promise<SpaceKey[]> {
  const { rows } = await sql<SpaceKey>`
    with recursive s as (
      (select organization_id, space_id from revision where may_coalesce
        order by organization_id, space_id limit 1)
      union all
      select n.organization_id, n.space_id from s cross join lateral (
        select organization_id, space_id from revision r
        where may_coalesce and (r.organization_id, r.space_id) > (s.organization_id, s.space_id)
        order by organization_id, space_id limit 1) n)
    select organization_id as "organizationId", space_id as "spaceId" from s
    where exists (
      select 1 from revision r
      where r.organization_id = s.organization_id and r.space_id = s.space_id and may_coalesce
        and ${isUnpacked} and r.created_at <= ${latest})
    or exists (
      select 1 from revision r
      where r.organization_id = s.organization_id and r.space_id = s.space_id and may_coalesce
        and ${isUnpacked} and r.created_at <= ${before}
      offset ${count - 1})`.execute(db);
  return rows;
}

/** An edit with the content that it had. */
export interface RootRow {
  revisionId: string;
  root: Hash;
  createdAt: Date;
}

/** The first edits that are not packed and that another revision follows. */
export async function listSuperseded(
  db: Kysely<DB>,
  key: SpaceKey,
  { before, limit }: { before: Date; limit: number },
): Promise<RootRow[]> {
  const { rows } = await sql<Omit<RootRow, 'root'> & { root: Buffer }>`
    with edit as materialized (
      select revision_id, root, created_at from revision r
      where ${isOf(key)} and may_coalesce and ${isUnpacked} and created_at <= ${before}
      order by created_at, revision_id limit ${limit}),
    named as materialized (
      select unnest(parents) as revision_id from revision
      where ${isOf(key)} and created_at between
        (select min(created_at) - interval '1 hour' from edit) and (select max(created_at) + interval '1 hour' from edit))
    select revision_id as "revisionId", root, created_at as "createdAt" from edit
    where revision_id in (select revision_id from named)
    order by created_at, revision_id`.execute(db);
  return rows.map((row) => ({ ...row, root: hashFromBytes(row.root) }));
}

/** The roots that stay as they are: those before and after some edits, and those of the space and its change requests. */
export async function listKeptRoots(
  db: Kysely<DB>,
  key: SpaceKey,
  edits: readonly RootRow[],
): Promise<Hash[]> {
  const ids = edits.map(({ revisionId }) => revisionId);
  const times = edits.map(({ createdAt }) => createdAt);
  const { rows } = await sql<{ root: Buffer }>`
    select distinct root from revision
    where ${isOf(key)} and length(root) > 0 and revision_id <> all(${ids}::uuid[]) and revision_id in (
      select revision_id from space where ${isOf(key)}
      union all select unnest(parents) from revision where ${isOf(key)} and revision_id = any(${ids}::uuid[])
      union all select revision_id from revision
        where ${isOf(key)} and parents && ${ids}::uuid[] and created_at between
          (select min(t) - interval '1 hour' from unnest(${times}::timestamptz[]) as t) and
          (select max(t) + interval '1 hour' from unnest(${times}::timestamptz[]) as t))`.execute(db);
  return rows.map(({ root }) => hashFromBytes(root));
}

/** The content of those that have rows. */
export async function readRows(
  db: Kysely<DB>,
  organizationId: string,
  { table, hashes }: { table: 'document' | 'tree_node'; hashes: readonly Hash[] },
): Promise<Map<Hash, Buffer>> {
  const content = table === 'document' ? sql`source` : sql`convert_to(node, 'UTF8')`;
  const { rows } = await sql<{ hash: Buffer; content: Buffer }>`
    select hash, ${content} as content from ${sql.table(table)}
    where organization_id = ${organizationId} and hash = any(${hashes.map(hashToBytes)}::bytea[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [hashFromBytes(row.hash), row.content]));
}
