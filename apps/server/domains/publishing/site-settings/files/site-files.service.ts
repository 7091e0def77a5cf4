import { newId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { fileDownloadUrl } from '../../../../content/files/file-url.ts';
import { describeMedia } from '../../../../content/files/media-type.ts';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, invalidField } from '../../../../platform/http/errors.ts';
import type { StagedBlob } from '../../../../platform/storage/blob-store.ts';
import { readUploadBody } from '../../../content/uploads/read-upload-body.ts';
import { checkName, fingerprintOf, HEAD_BYTES, keepStaged } from '../../../content/uploads/receive-upload.ts';
import { insertSiteFile, type SiteFile } from '../../../content/uploads/site-files.queries.ts';

export const MAX_SITE_FILE_BYTES = 2_000_000;
const MAX_FILES = 100;

/** Pictures that every browser shows, and fonts for the web. */
const TYPES = new Set([
  'font/woff',
  'font/woff2',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
]);

export const siteFileType = defineError(
  { status: 415, reason: 'site-file-type' },
  'This is not a picture or a font that browsers can show. Use an SVG, PNG, JPEG, WebP, AVIF, GIF, ICO, WOFF2 or WOFF file.',
);
export const tooManySiteFiles = defineError(
  { status: 409, reason: 'too-many-site-files' },
  `A site can store ${MAX_FILES} files. Those that its customization does not use are deleted after a day.`,
);
/** What a file is for. */
export type SiteFileUse = 'picture' | 'font';

export interface StoredSiteFile extends SiteFile {
  url: string;
}

export type Site = Pick<SitePointer, 'organizationId' | 'siteId'>;

/** Receives a file for the customization of a site. */
export async function receiveSiteFile(
  context: Context,
  request: FastifyRequest,
  { site, name: given }: { site: Site; name: string | undefined },
): Promise<StoredSiteFile> {
  const body = await readUploadBody(request.raw, MAX_SITE_FILE_BYTES);
  const name = checkName(given ?? body.name);
  const staged = await context.blobs.stage(body.bytes);
  try {
    await body.end();
    await request.keyed?.describeBody(context.db, fingerprintOf(request, name, staged.hash));
    return await keepSiteFile(context, site, { name, staged });
  } finally {
    await staged.discard();
  }
}

/** Makes staged bytes a file of a site. */
export async function keepSiteFile(
  context: Context,
  { organizationId, siteId }: Site,
  {
    name,
    staged,
    sourceUrl,
    use,
  }: { name: string; staged: StagedBlob; sourceUrl?: string; use?: SiteFileUse | undefined },
): Promise<StoredSiteFile> {
  if (staged.size === 0) throw invalidField('', 'must not be empty');
  // Nothing else is stored: the type decides how browsers get the file.
  const { contentType } = await describeMedia(name, await staged.readHead(HEAD_BYTES));
  if (!TYPES.has(contentType) || (use && !isFor(use, contentType))) throw siteFileType();
  const file = {
    siteFileId: newId(),
    name,
    ...(await keepStaged(context, { key: { organizationId }, name, staged })),
  };
  const at = context.clock();
  const isStored = await context.transact(({ trx }) =>
    insertSiteFile(trx, { organizationId, siteId }, { file: { ...file, sourceUrl }, at, limit: MAX_FILES }),
  );
  if (!isStored) throw tooManySiteFiles();
  return { ...file, url: siteFileUrl(context, siteId, file) };
}

/** Whether a file can be a picture or a font. */
export const isFor = (use: SiteFileUse, contentType: string): boolean =>
  contentType.startsWith(use === 'font' ? 'font/' : 'image/');

/** The address of a file of a site: like that of a file of a space, with the site in its place. */
export const siteFileUrl = (
  { config, keyRing }: Pick<Context, 'config' | 'keyRing'>,
  siteId: string,
  { siteFileId, hash, name }: SiteFile,
): string =>
  fileDownloadUrl({
    ...siteFileAddress(siteId, siteFileId),
    sitesUrl: config.sitesUrl,
    key: keyRing.keys('files')[0] as Buffer,
    blobHash: hash,
    name,
  });

/** What the capability of a file of a site is bound to. */
export const siteFileAddress = (siteId: string, siteFileId: string) => ({
  spaceId: siteId,
  fileId: siteFileId,
  fileEpoch: 0,
});
