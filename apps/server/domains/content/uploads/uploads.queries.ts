import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** How long an upload can be named by edits. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What a file is uploaded for: a space, or the organization, whose imports can name it. */
export interface UploadPlace {
  organizationId: string;
  spaceId: string | null;
}

export interface UploadKey extends UploadPlace {
  uploadId: string;
}

/** The bytes of a complete upload. */
export interface UploadedFile {
  hash: Buffer;
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number };
}

export interface NewUpload extends UploadKey {
  authorId: string;
  name: string;
  at: Date;
  /** Uploads that began before have ended, one way or the other. */
  activeSince: Date;
  /** Until when it counts as in progress unless that is renewed; undefined: until it is too old. */
  activeUntil: Date | undefined;
  /** Set if the file arrives in pieces. */
  pieces?: { length: number; metadata: string } | undefined;
  /** How many may be in progress at once. */
  limits: { ofAuthor: number; ofOrganization: number };
}

/** Stores that an upload begins. Returns false if too many are in progress. */
export async function insertUpload(db: Kysely<DB>, upload: NewUpload): Promise<boolean> {
  const { organizationId, spaceId, uploadId, authorId, name, at, activeSince, activeUntil, limits, pieces } =
    upload;
  const { numAffectedRows } = await sql`
    insert into upload (organization_id, upload_id, space_id, author_id, name, created_at, active_until, length,
      received, metadata)
    select ${organizationId}, ${uploadId}, ${spaceId}, ${authorId}, ${name}, ${at},
      ${activeUntil ?? null}::timestamptz, ${pieces?.length ?? null}::bigint, ${pieces ? 0 : null}::bigint,
      ${pieces?.metadata ?? null}::text
    from (
      select count(*) as of_organization, count(*) filter (where author_id = ${authorId}) as of_author
      from upload
      where organization_id = ${organizationId} and hash is null and created_at > ${activeSince}
        and (active_until is null or active_until > ${at})
    ) as active
    where of_organization < ${limits.ofOrganization} and of_author < ${limits.ofAuthor}`.execute(db);
  return numAffectedRows === 1n;
}

/** Lets an upload count as in progress for longer. */
export async function renewUpload(
  db: Kysely<DB>,
  { organizationId, uploadId }: UploadKey,
  activeUntil: Date,
): Promise<void> {
  await db
    .updateTable('upload')
    .set({ active_until: activeUntil })
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .execute();
}

/** Stores what was uploaded. Returns false if the upload has been deleted meanwhile. */
export async function completeUpload(
  trx: Transaction<DB>,
  { organizationId, uploadId, file }: UploadKey & { file: UploadedFile },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set({
      hash: file.hash,
      size: file.size,
      content_type: file.contentType,
      width: file.dimensions?.width ?? null,
      height: file.dimensions?.height ?? null,
    })
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteUpload(db: Kysely<DB>, { organizationId, uploadId }: UploadKey): Promise<void> {
  await db
    .deleteFrom('upload')
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .execute();
}

/** Finds a complete upload of the place that began after a time. */
export async function findUploadedFile(
  db: Kysely<DB>,
  { organizationId, spaceId, uploadId, since }: UploadKey & { since: Date },
): Promise<(UploadedFile & { name: string }) | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(['name', 'hash', 'size', 'content_type', 'width', 'height'])
    .where('organization_id', '=', organizationId)
    .where('upload_id', '=', uploadId)
    .where('space_id', 'is not distinct from', spaceId)
    .where('created_at', '>', since)
    .where('hash', 'is not', null)
    .executeTakeFirst();
  if (!row?.hash || row.content_type === null) return undefined;
  const { name, hash, width, height } = row;
  return {
    name,
    hash,
    size: Number(row.size),
    contentType: row.content_type,
    ...(width !== null && height !== null ? { dimensions: { width, height } } : {}),
  };
}

/** Notes that content has the bytes of these uploads. */
export async function markUploadsUsed(
  trx: Transaction<DB>,
  { organizationId, uploadIds }: { organizationId: string; uploadIds: readonly string[] },
): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ is_used: true })
    .where('organization_id', '=', organizationId)
    .where('upload_id', 'in', uploadIds)
    .execute();
}

/** Deletes some uploads that began before a time. Returns their number, and whose bytes may belong to no content. */
export async function deleteOldUploads(
  trx: Transaction<DB>,
  { before, limit }: { before: Date; limit: number },
): Promise<{ count: number; unusedOf: string[] }> {
  const { rows } = await sql<{ organizationId: string; isUsed: boolean }>`
    delete from upload where (organization_id, upload_id) in (
      select organization_id, upload_id from upload where created_at <= ${before}
      order by created_at limit ${limit} for update skip locked
    )
    -- Even if an edit has named the file, the pieces that it was joined from belong to nothing.
    returning organization_id as "organizationId", is_used and length is null as "isUsed"`.execute(trx);
  const unused = rows.filter(({ isUsed }) => !isUsed).map(({ organizationId }) => organizationId);
  return { count: rows.length, unusedOf: [...new Set(unused)] };
}
