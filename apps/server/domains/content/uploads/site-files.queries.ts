/** The files of sites. Sites are above the content, but only the content knows which bytes may be deleted. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { UploadedFile } from './uploads.queries.ts';

export interface SiteFileKey {
  organizationId: string;
  siteId: string;
  siteFileId: string;
}

export interface SiteFile extends UploadedFile {
  siteFileId: string;
  name: string;
}

/** Stores a file of a site. Returns false if the site already has as many as it can have. */
export async function insertSiteFile(
  trx: Transaction<DB>,
  { organizationId, siteId }: Omit<SiteFileKey, 'siteFileId'>,
  { file, at, limit }: { file: SiteFile; at: Date; limit: number },
): Promise<boolean> {
  const { siteFileId, name, hash, size, contentType, dimensions } = file;
  const { numAffectedRows } = await sql`
    insert into site_file (organization_id, site_id, site_file_id, name, hash, size, content_type, width, height, created_at)
    select ${organizationId}, ${siteId}, ${siteFileId}, ${name}, ${hash}, ${size}::bigint, ${contentType},
      ${dimensions?.width ?? null}::integer, ${dimensions?.height ?? null}::integer, ${at}
    where (select count(*) from site_file where organization_id = ${organizationId} and site_id = ${siteId})
      < ${limit}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function findSiteFile(
  db: Database,
  { organizationId, siteId, siteFileId }: SiteFileKey,
): Promise<SiteFile | undefined> {
  const row = await db
    .selectFrom('site_file')
    .select(['name', 'hash', 'size', 'content_type', 'width', 'height'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('site_file_id', '=', siteFileId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, hash, size, content_type: contentType, width, height } = row;
  return {
    siteFileId,
    name,
    hash,
    size: Number(size),
    contentType,
    ...(width !== null && height !== null ? { dimensions: { width, height } } : {}),
  };
}

/** Deletes files of sites. */
export async function deleteSiteFiles(trx: Transaction<DB>, files: readonly SiteFileKey[]): Promise<void> {
  for (const { organizationId, siteId, siteFileId } of files)
    await trx
      .deleteFrom('site_file')
      .where('organization_id', '=', organizationId)
      .where('site_id', '=', siteId)
      .where('site_file_id', '=', siteFileId)
      .execute();
}
