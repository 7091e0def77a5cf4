import { type Hash, hashToBytes } from '@lectern/content/tree/hash';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';

export interface NewBlob {
  hash: Hash;
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number };
}

/** Inserts the rows of blobs; existing rows are only touched, so that no sweep deletes them. */
export async function insertBlobs(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
  all: readonly NewBlob[],
): Promise<void> {
  if (all.length === 0) return;
  // Two files may hold the same bytes. In the order of their hashes, as everything that transactions share.
  const blobs = [...new Map(all.map((blob) => [blob.hash, blob])).values()].sort((left, right) =>
    left.hash < right.hash ? -1 : 1,
  );
  await sql`
    insert into blob (organization_id, hash, size, content_type, width, height)
    select ${organizationId}, b.hash, b.size, b.content_type, b.width, b.height
    from unnest(${blobs.map(({ hash }) => hashToBytes(hash))}::bytea[], ${blobs.map(({ size }) => size)}::bigint[],
      ${blobs.map(({ contentType }) => contentType)}::text[],
      ${blobs.map(({ dimensions }) => dimensions?.width ?? null)}::integer[],
      ${blobs.map(({ dimensions }) => dimensions?.height ?? null)}::integer[])
      as b(hash, size, content_type, width, height)
    on conflict (organization_id, hash) do update set touched_at = excluded.touched_at`.execute(db);
}

export async function findBlob(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
  hash: Buffer,
): Promise<{ size: number; contentType: string } | undefined> {
  const blob = await db
    .selectFrom('blob')
    .select(['size', 'content_type'])
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return blob && { size: Number(blob.size), contentType: blob.content_type };
}
