import { sql, type Transaction } from 'kysely';
import type { UnitOfWork } from '../../../access/transaction.ts';
import type { DB } from '../../../db/schema.ts';
import { conflict } from '../../../http/errors.ts';
import type { DocumentFacts } from '../facts/document-facts.ts';
import { insertDocuments } from '../facts/facts.repository.ts';
import { type Hash, hashToBytes } from '../tree/hash.ts';
import { insertNodes } from '../tree/tree.repository.ts';
import { insertRevision, moveSpace, type RevisionRow } from './revision.repository.ts';

export interface NewBlob {
  hash: Hash;
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number };
}

/** What a revision adds to what is stored. Everything is named by its hash: storing it twice changes nothing. */
export interface NewContent {
  nodes: ReadonlyMap<Hash, string>;
  documents: ReadonlyMap<Hash, { source: Buffer; facts: DocumentFacts }>;
  blobs: readonly NewBlob[];
}

export interface CommitRevision {
  organizationId: string;
  spaceId: string;
  revision: RevisionRow;
  content: NewContent;
  /** The revision that the space must still be at; undefined: the space does not move. */
  base: string | undefined;
}

export const spaceMoved = () =>
  conflict('The content changed in the meantime: read the current revision and repeat the change.');

export const spaceLocked = () =>
  conflict('The space is locked: its content cannot be changed (editMode is “locked”).');

/** Stores a revision and moves the space to it, in the caller's transaction. Throws a 409 when the space has moved. */
export async function commitRevision(unit: UnitOfWork, commit: CommitRevision): Promise<void> {
  const { organizationId, spaceId, revision, content, base } = commit;
  const { trx } = unit;
  await insertDocuments(trx, organizationId, content.documents);
  await insertBlobs(trx, organizationId, content.blobs);
  await insertNodes(trx, organizationId, content.nodes);
  await insertRevision(trx, organizationId, spaceId, revision);
  if (base === undefined) return;
  const isMoved = await moveSpace(trx, {
    organizationId,
    spaceId,
    base,
    next: revision.revisionId,
    at: revision.createdAt,
  });
  if (!isMoved) throw (await isLocked(trx, organizationId, spaceId)) ? spaceLocked() : spaceMoved();
  unit.announce({ kind: 'space', spaceId });
}

async function isLocked(trx: Transaction<DB>, organizationId: string, spaceId: string): Promise<boolean> {
  const space = await trx
    .selectFrom('space')
    .select('edit_mode')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return space?.edit_mode === 'locked';
}

async function insertBlobs(
  trx: Transaction<DB>,
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
    on conflict (organization_id, hash) do update set touched_at = now()`.execute(trx);
}
