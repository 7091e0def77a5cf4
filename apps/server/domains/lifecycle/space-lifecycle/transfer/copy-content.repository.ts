import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NewBlob } from '../../../../content/files/blobs.repository.ts';
import { restorePacked } from '../../../../content/tree/packs.repository.ts';
import type { DB } from '../../../../platform/db/schema.ts';

export interface ContentCopy {
  from: string;
  to: string;
}

/**
 * Copies nodes from one organization to another; existing rows are only touched. Ordered by hash, like an import that
 * stores the same content.
 */
export async function copyNodes(db: Kysely<DB>, { from, to }: ContentCopy, hashes: Hash[]): Promise<void> {
  await restorePacked(db, from, { table: 'tree_node', hashes });
  const copied = await sql`
    insert into tree_node (organization_id, hash, node)
    select ${to}, stored.hash, stored.node
    from ${ordered(hashes)} join tree_node stored on stored.organization_id = ${from} and stored.hash = wanted.hash
    order by wanted.place
    on conflict (organization_id, hash) do update set touched_at = excluded.touched_at`.execute(db);
  assertAll(copied.numAffectedRows, hashes);
}

/** Like `copyNodes`, with the parts computed from the documents. */
export async function copyDocuments(
  db: Kysely<DB>,
  { from, to }: ContentCopy,
  hashes: Hash[],
): Promise<void> {
  await restorePacked(db, from, { table: 'document', hashes });
  const copied = await sql`
    insert into document (organization_id, hash, source)
    select ${to}, stored.hash, stored.source
    from ${ordered(hashes)} join document stored on stored.organization_id = ${from} and stored.hash = wanted.hash
    order by wanted.place
    on conflict (organization_id, hash) do update set touched_at = excluded.touched_at`.execute(db);
  assertAll(copied.numAffectedRows, hashes);
  await sql`
    insert into document_facts
      (organization_id, hash, version, facts, sections, links, blocks, pieces, pieces_version)
    select ${to}, stored.hash, stored.version, stored.facts, stored.sections, stored.links, stored.blocks,
      stored.pieces, stored.pieces_version
    from ${ordered(hashes)}
    join document_facts stored on stored.organization_id = ${from} and stored.hash = wanted.hash
    order by wanted.place, stored.version
    on conflict do nothing`.execute(db);
}

export async function readBlobs(db: Kysely<DB>, organizationId: string, hashes: Hash[]): Promise<NewBlob[]> {
  const { rows } = await sql<{
    hash: Buffer;
    size: number;
    content_type: string;
    width: number | null;
    height: number | null;
  }>`
    select hash, size, content_type, width, height from blob
    where organization_id = ${organizationId} and hash = any(${hashes.map(hashToBytes)}::bytea[])`.execute(
    db,
  );
  return rows.map(({ hash, size, content_type, width, height }) => ({
    hash: hashFromBytes(hash),
    size: Number(size),
    contentType: content_type,
    ...(width !== null && height !== null ? { dimensions: { width, height } } : {}),
  }));
}

const ordered = (hashes: Hash[]): RawBuilder<unknown> =>
  sql`unnest(${[...hashes].sort().map(hashToBytes)}::bytea[]) with ordinality as wanted(hash, place)`;

function assertAll(copied: bigint | undefined, hashes: Hash[]): void {
  if (copied !== BigInt(hashes.length))
    throw new Error(`Of ${hashes.length} rows of content only ${copied} are there.`);
}
