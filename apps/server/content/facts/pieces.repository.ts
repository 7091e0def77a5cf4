import { FACTS_VERSION } from '@lectern/content/facts/document-facts';
import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';

/** The number of documents in one statement. */
const BATCH = 1000;

/** Drawn pieces of documents, as the renderer packs them. `version`: the version of the function that draws them. */
interface DrawnDocuments {
  organizationId: string;
  version: number;
}

/** Returns the documents for which nothing is stored under this version. */
export async function findUndrawn(
  db: Kysely<DB>,
  { organizationId, version }: DrawnDocuments,
  hashes: readonly Hash[],
): Promise<Hash[]> {
  const undrawn: Hash[] = [];
  for (let start = 0; start < hashes.length; start += BATCH) {
    const batch = hashes.slice(start, start + BATCH);
    const { rows } = await sql<{ hash: Buffer }>`
      select hash from document_facts
      where organization_id = ${organizationId} and version = ${FACTS_VERSION} and pieces_version = ${version}
        and hash = any(${batch.map(hashToBytes)}::bytea[])`.execute(db);
    const drawn = new Set(rows.map(({ hash }) => hashFromBytes(hash)));
    for (const hash of batch) if (!drawn.has(hash)) undrawn.push(hash);
  }
  return undrawn;
}

/** Stores the drawn pieces of documents whose facts are stored; undefined if a document has none. */
export async function storePieces(
  db: Kysely<DB>,
  { organizationId, version }: DrawnDocuments,
  drawn: readonly (readonly [Hash, Uint8Array | undefined])[],
): Promise<void> {
  if (drawn.length === 0) return;
  const bytes = drawn.map(([, pieces]) => (pieces ? Buffer.from(pieces) : null));
  await sql`
    update document_facts stored set pieces = drawn.pieces, pieces_version = ${version}
    from unnest(${drawn.map(([hash]) => hashToBytes(hash))}::bytea[], ${bytes}::bytea[]) as drawn(hash, pieces)
    where stored.organization_id = ${organizationId} and stored.hash = drawn.hash
      and stored.version = ${FACTS_VERSION}`.execute(db);
}

export async function readPieces(
  db: Kysely<DB>,
  { organizationId, version }: DrawnDocuments,
  hashes: readonly Hash[],
): Promise<Map<Hash, Buffer>> {
  const { rows } = await sql<{ hash: Buffer; pieces: Buffer }>`
    select hash, pieces from document_facts
    where organization_id = ${organizationId} and version = ${FACTS_VERSION} and pieces_version = ${version}
      and hash = any(${hashes.map(hashToBytes)}::bytea[]) and pieces is not null`.execute(db);
  return new Map(rows.map(({ hash, pieces }) => [hashFromBytes(hash), pieces]));
}
