import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { UPLOAD_LIFETIME_MS, type UploadKey } from './uploads.queries.ts';

/** A file that arrives in pieces. */
export interface ResumableUpload extends UploadKey {
  name: string;
  createdAt: Date;
  length: number;
  received: number;
  metadata: string;
}

/** Finds an upload in pieces of the author, complete or not, that began after a time. */
export async function findResumableUpload(
  db: Kysely<DB>,
  { organizationId, spaceId, uploadId }: UploadKey,
  { authorId, since }: { authorId: string; since: Date },
): Promise<ResumableUpload | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(['name', 'created_at', 'length', 'received', 'metadata'])
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .where('space_id', 'is not distinct from', spaceId)
    .where('author_id', '=', authorId)
    .where('created_at', '>', since)
    .where('length', 'is not', null)
    .executeTakeFirst();
  return (
    row && {
      organizationId,
      spaceId,
      uploadId,
      name: row.name,
      createdAt: row.created_at,
      length: Number(row.length),
      received: Number(row.received),
      metadata: row.metadata ?? '',
    }
  );
}

export interface NewPiece extends UploadKey {
  start: number;
  hash: Buffer;
  size: number;
}

/** Stores the next piece. Returns false if the upload does not continue at its start. */
export async function insertPiece(trx: Transaction<DB>, piece: NewPiece): Promise<boolean> {
  const { organizationId, uploadId, start, hash, size } = piece;
  const { numAffectedRows } = await sql`
    with continued as (
      update upload set received = received + ${size}::bigint
      where organization_id = ${organizationId} and upload_id = ${uploadId} and received = ${start}
      returning organization_id, upload_id
    )
    insert into upload_piece (organization_id, upload_id, start, hash)
    select organization_id, upload_id, ${start}, ${hash} from continued`.execute(trx);
  return numAffectedRows === 1n;
}

/** The hashes of the pieces, in the order of the file. */
export async function listPieces(db: Kysely<DB>, { organizationId, uploadId }: UploadKey): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('upload_piece')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Notes that the last piece has arrived, in the transaction that completes the upload. Returns false as `insertPiece`. */
export async function endPieces(
  trx: Transaction<DB>,
  { organizationId, uploadId, start, size }: Omit<NewPiece, 'hash'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set({ received: start + size })
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .where('received', '=', start)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await trx
    .deleteFrom('upload_piece')
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .execute();
  return true;
}

/** Lets an upload expire at once. The sweep deletes it with its bytes. */
export async function expireUpload(
  db: Kysely<DB>,
  { organizationId, uploadId }: UploadKey,
  now: Date,
): Promise<void> {
  await db
    .updateTable('upload')
    .set({ created_at: new Date(now.getTime() - UPLOAD_LIFETIME_MS) })
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .execute();
}
