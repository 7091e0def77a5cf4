/** The files of sites. Sites are above the content, but only the content knows which bytes may be deleted. */
import { type Selectable, sql, type Transaction } from 'kysely';
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

interface NewSiteFile extends SiteFile {
  /** The address on another host from which it was fetched. */
  sourceUrl: string | undefined;
}

/** Stores a file of a site. Returns false if the site already has as many as it can have. */
export async function insertSiteFile(
  trx: Transaction<DB>,
  { organizationId, siteId }: Omit<SiteFileKey, 'siteFileId'>,
  { file, at, limit }: { file: NewSiteFile; at: Date; limit: number },
): Promise<boolean> {
  const { siteFileId, name, hash, size, contentType, dimensions, sourceUrl } = file;
  const { numAffectedRows } = await sql`
    insert into site_file (organization_id, site_id, site_file_id, name, hash, size, content_type, width, height,
      source_url, created_at)
    select ${organizationId}, ${siteId}, ${siteFileId}, ${name}, ${hash}, ${size}::bigint, ${contentType},
      ${dimensions?.width ?? null}::integer, ${dimensions?.height ?? null}::integer,
      ${sourceUrl ?? null}::text, ${at}
    where (select count(*) from site_file where organization_id = ${organizationId} and site_id = ${siteId})
      < ${limit}`.execute(trx);
  return numAffectedRows === 1n;
}

const COLUMNS = ['site_file_id', 'name', 'hash', 'size', 'content_type', 'width', 'height'] as const;

const toSiteFile = (row: Pick<Selectable<DB['site_file']>, (typeof COLUMNS)[number]>): SiteFile => {
  const { site_file_id: siteFileId, name, hash, size, content_type: contentType, width, height } = row;
  return {
    siteFileId,
    name,
    hash,
    size: Number(size),
    contentType,
    ...(width !== null && height !== null ? { dimensions: { width, height } } : {}),
  };
};

export async function findSiteFile(
  db: Database,
  { organizationId, siteId, siteFileId }: SiteFileKey,
): Promise<SiteFile | undefined> {
  const row = await db
    .selectFrom('site_file')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('site_file_id', '=', siteFileId)
    .executeTakeFirst();
  return row && toSiteFile(row);
}

/**
 * Finds the files that were fetched from some addresses, the latest of each, by the addresses. As if they were stored
 * now, they are kept for another day until a customization names them.
 */
export async function renewFetchedSiteFiles(
  db: Database,
  { organizationId, siteId }: Omit<SiteFileKey, 'siteFileId'>,
  { sourceUrls, at }: { sourceUrls: readonly string[]; at: Date },
): Promise<ReadonlyMap<string, SiteFile>> {
  const rows = await db
    .updateTable('site_file')
    .set({ created_at: at })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('source_url', 'in', sourceUrls)
    .returning([...COLUMNS, 'source_url'])
    .execute();
  // Ids are in the order of their time.
  rows.sort((one, other) => (one.site_file_id < other.site_file_id ? -1 : 1));
  return new Map(rows.map((row) => [row.source_url as string, toSiteFile(row)]));
}

/** Deletes files of sites that were not stored or found again meanwhile. */
export async function deleteSiteFiles(
  trx: Transaction<DB>,
  files: readonly SiteFileKey[],
  before: Date,
): Promise<void> {
  for (const { organizationId, siteId, siteFileId } of files)
    await trx
      .deleteFrom('site_file')
      .where('organization_id', '=', organizationId)
      .where('site_id', '=', siteId)
      .where('site_file_id', '=', siteFileId)
      .where('created_at', '<', before)
      .execute();
}
